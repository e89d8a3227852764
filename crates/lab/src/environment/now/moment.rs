//! The machine over a short time: what changes while one watches, from a first look to a last.

use std::collections::HashMap;
use std::path::Path;
use std::time::Instant;

use crate::environment::process_time::{Id, Used};
use crate::environment::{busiest, frequency, temperature, throttle};
use crate::model::{Busy, Moment, Sensor};

/// A first look. What lies between it and the last is not its to know.
pub struct MomentWatch {
    since: Instant,
    before: HashMap<Id, Used>,
}

impl MomentWatch {
    pub fn begin(root: &Path) -> MomentWatch {
        MomentWatch { since: Instant::now(), before: busiest::processes(root) }
    }

    /// The state at the end, with who was at work since the beginning; Paragone itself is none of them.
    pub fn end(&self, root: &Path, core: Option<u32>) -> Moment {
        let after = busiest::processes(root);
        let seconds = self.since.elapsed().as_secs_f64();
        Moment {
            frequency_hz: core.and_then(|core| frequency::current(root, core)),
            temperatures: temperature::all(root).into_iter().map(|(name, celsius)| Sensor { name, celsius }).collect(),
            throttled: throttle::counts(root),
            busiest: together(busiest::shares(&self.before, &after, seconds, std::process::id())),
        }
    }
}

/// Processes of one name, such as those of a compiler, are one reason.
fn together(processes: Vec<(String, f64)>) -> Vec<Busy> {
    let mut found: Vec<Busy> = Vec::new();
    for (name, cores) in processes {
        match found.iter_mut().find(|busy| busy.name == name) {
            Some(busy) => busy.cores += cores,
            None => found.push(Busy { name, cores }),
        }
    }
    found.sort_by(|a, b| b.cores.total_cmp(&a.cores));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::files::Copies;

    #[test]
    fn many_small_ones_are_one_large_one() {
        let processes = [("java", 0.5), ("cc1", 0.375), ("cc1", 0.25)].map(|(name, cores)| (name.to_owned(), cores));
        let busy = |name: &str, cores| Busy { name: name.to_owned(), cores };
        assert_eq!(together(processes.to_vec()), [busy("cc1", 0.625), busy("java", 0.5)]);
    }

    #[test]
    fn the_state_is_that_of_the_end() {
        let copies = Copies::of(&[("sys/class/thermal/thermal_zone0/temp", "40000")]);
        let watch = MomentWatch::begin(copies.root());
        copies.write("sys/class/thermal/thermal_zone0/temp", "55000");
        let own = std::process::id();
        copies.write(
            &format!("proc/{own}/stat"),
            &format!("{own} (lab) R{} 900 0{} 1 1\n", " 0".repeat(10), " 0".repeat(6)),
        );
        copies.write("proc/1/stat", &format!("1 (other) R{} 900 0{} 1 1\n", " 0".repeat(10), " 0".repeat(6)));
        let moment = watch.end(copies.root(), Some(0));
        assert_eq!(moment.temperatures, [Sensor { name: "thermal_zone0".into(), celsius: 55.0 }]);
        let names: Vec<&str> = moment.busiest.iter().map(|busy| busy.name.as_str()).collect();
        assert_eq!(names, ["other"]);
        assert_eq!((moment.frequency_hz, moment.throttled), (None, None));
    }

    #[test]
    fn without_such_files_nobody_is_seen() {
        let nowhere = Path::new("/nowhere");
        assert!(MomentWatch::begin(nowhere).end(nowhere, None).busiest.is_empty());
    }
}
