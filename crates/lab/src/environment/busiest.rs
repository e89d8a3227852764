//! Which processes keep the machine busy, over the time between two looks. Neither looks nor waits by itself.

use std::collections::HashMap;
use std::path::Path;

use crate::environment::now::{others, ticks};
use crate::environment::process_time::{Id, Used};

/// Less than this share of a core is what every system does.
const WORTH: f64 = 0.05;

/// Names and cores kept busy between two looks, most first, without the process of a number.
///
/// The system counts in hundredths of a second, so over less than a tenth this is coarse. A process that
/// began since counts with all that it has used, one that has ended is not seen.
pub(super) fn shares(
    before: &HashMap<Id, Used>,
    after: &HashMap<Id, Used>,
    seconds: f64,
    without: u32,
) -> Vec<(String, f64)> {
    let others = after.iter().filter(|((pid, _), _)| *pid != without);
    let mut shares: Vec<(String, f64)> = others
        .map(|(id, used)| {
            let used_before = before.get(id).map_or(0.0, |before| before.seconds);
            (used.name.clone(), (used.seconds - used_before) / seconds)
        })
        .filter(|(_, cores)| *cores >= WORTH)
        .collect();
    shares.sort_by(|(a, one), (b, other)| other.total_cmp(one).then_with(|| a.cmp(b)));
    shares
}

/// A look at all processes.
pub(super) fn processes(root: &Path) -> HashMap<Id, Used> {
    #[cfg(target_os = "macos")]
    if root == Path::new("/") {
        return crate::environment::mac_processes::processes();
    }
    let per_second = ticks::per_second();
    let used = others::processes(root).into_iter();
    used.map(|(id, it)| (id, Used { name: it.name, seconds: it.ticks as f64 / per_second })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::files::Copies;

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
}
