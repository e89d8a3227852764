//! The machine over a short time: what changes while one watches, from a first look to a last.

use std::collections::HashMap;
use std::path::Path;
use std::time::Instant;

use crate::environment::core::speed;
use crate::environment::now::others::{self, Id, Used};
use crate::environment::now::ticks;
use crate::environment::temperature;
use crate::model::{Busy, Moment, Sensor};

/// A first look. What lies between it and the last is not its to know.
pub struct MomentWatch {
    since: Instant,
    before: HashMap<Id, Used>,
}

impl MomentWatch {
    pub fn begin(root: &Path) -> MomentWatch {
        MomentWatch { since: Instant::now(), before: processes(root) }
    }

    /// The state at the end, with who was at work since the beginning; Paragone itself is none of them.
    pub fn end(&self, root: &Path, core: Option<u32>) -> Moment {
        let after = processes(root);
        let seconds = self.since.elapsed().as_secs_f64();
        Moment {
            frequency_hz: core.and_then(|core| speed::current(root, core)),
            temperatures: temperature::all(root).into_iter().map(|(name, celsius)| Sensor { name, celsius }).collect(),
            throttled: temperature::throttled(root),
            busiest: together(shares(&self.before, &after, seconds, std::process::id())),
        }
    }
}

/// Names and cores kept busy between two looks, most first, without the process of a number.
///
/// The system counts in hundredths of a second, so over less than a tenth this is coarse. A process that
/// began since counts with all that it has used, one that has ended is not seen.
fn shares(before: &HashMap<Id, Used>, after: &HashMap<Id, Used>, seconds: f64, without: u32) -> Vec<(String, f64)> {
    let others = after.iter().filter(|((pid, _), _)| *pid != without);
    others::ranked(others.map(|(id, used)| {
        let used_before = before.get(id).map_or(0.0, |before| before.seconds);
        (used.name.clone(), (used.seconds - used_before) / seconds)
    }))
}

/// A look at all processes.
fn processes(root: &Path) -> HashMap<Id, Used> {
    #[cfg(target_os = "macos")]
    if root == Path::new("/") {
        return crate::environment::mac_processes::processes();
    }
    let per_second = ticks::per_second();
    let used = others::processes(root).into_iter();
    used.map(|(id, it)| (id, Used { name: it.name, seconds: it.ticks as f64 / per_second })).collect()
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
    use crate::environment::copies::Copies;

    fn stat(pid: u32, name: &str, user: u64, system: u64, began: u64) -> (String, String) {
        let text = format!("{pid} ({name}) R 1 1 1 0 -1 0 1 2 3 4 {user} {system} 8 9 20 0 1 0 {began} 11 12\n");
        (format!("proc/{pid}/stat"), text)
    }

    fn look(files: &[(String, String)]) -> HashMap<Id, Used> {
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        processes(Copies::of(&files).root())
    }

    #[test]
    fn the_busiest_stands_first() {
        let before = look(&[stat(5, "cc1", 100, 10, 1), stat(6, "a (b) c", 0, 0, 2), stat(7, "idle", 900, 0, 3)]);
        let after = look(&[
            stat(5, "cc1", 130, 20, 1),
            stat(6, "a (b) c", 90, 0, 2),
            stat(7, "idle", 901, 0, 3),
            stat(8, "paragone", 100, 0, 4),
        ]);
        let hundredths = ticks::per_second() / 100.0;
        let found = shares(&before, &after, 1.0 / hundredths, 8);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a (b) c", "cc1"]);
        assert!((found[0].1 - 0.9).abs() < 1e-9 && (found[1].1 - 0.4).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn a_number_that_is_used_again_is_another_process() {
        let (before, after) = (look(&[stat(5, "old", 1000, 0, 1)]), look(&[stat(5, "new", 50, 0, 9)]));
        let [(name, cores)] = &shares(&before, &after, 1.0, 8)[..] else { panic!("one process is at work") };
        assert_eq!((name.as_str(), *cores), ("new", 50.0 / ticks::per_second()));
    }

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
