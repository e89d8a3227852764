//! Which processes keep the machine busy, over the time between two looks. Waits for nothing itself.

use std::collections::HashMap;
use std::path::Path;
use std::time::Instant;

use crate::environment::files;
use crate::environment::process_time::{Id, Used};

/// Less than this share of a core is what every system does.
const WORTH: f64 = 0.05;

/// A first look at all processes.
pub struct Busiest {
    since: Instant,
    before: HashMap<Id, Used>,
}

impl Busiest {
    pub fn begin(root: &Path) -> Busiest {
        Busiest { since: Instant::now(), before: processes(root) }
    }

    /// Names and cores kept busy since the beginning, most first, without the processes of these numbers.
    ///
    /// The system counts in hundredths of a second, so over less than a tenth this is coarse. A process that
    /// began since counts with all that it has used, one that has ended is not seen.
    pub fn end(&self, root: &Path, without: &[u32]) -> Vec<(String, f64)> {
        shares(&self.before, &processes(root), self.since.elapsed().as_secs_f64(), without)
    }
}

fn shares(before: &HashMap<Id, Used>, after: &HashMap<Id, Used>, seconds: f64, without: &[u32]) -> Vec<(String, f64)> {
    let others = after.iter().filter(|((pid, _), _)| !without.contains(pid));
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

fn ticks_per_second() -> f64 {
    // SAFETY: asks for a constant of the system.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) };
    if ticks > 0 { ticks as f64 } else { 100.0 }
}

fn processes(root: &Path) -> HashMap<Id, Used> {
    #[cfg(target_os = "macos")]
    if root == Path::new("/") {
        return crate::environment::mac_processes::processes();
    }
    let per_second = ticks_per_second();
    let numbers = files::names(root, "proc");
    numbers.iter().filter_map(|name| process(root, name.parse().ok()?, per_second)).collect()
}

fn process(root: &Path, pid: u32, per_second: f64) -> Option<(Id, Used)> {
    let stat = files::text(root, &format!("proc/{pid}/stat"))?;
    // A process may have any name, brackets too: the last one ends it.
    let (name, rest) = stat.split_once('(')?.1.rsplit_once(')')?;
    // Counted from the state, the third field of proc(5).
    let field = |number: usize| rest.split_whitespace().nth(number - 3)?.parse::<u64>().ok();
    let used = Used { name: name.to_owned(), seconds: (field(14)? + field(15)?) as f64 / per_second };
    Some(((pid, field(22)?), used))
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
        let hundredths = ticks_per_second() / 100.0;
        let found = shares(&before, &after, 1.0 / hundredths, &[8]);
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a (b) c", "cc1"]);
        assert!((found[0].1 - 0.9).abs() < 1e-9 && (found[1].1 - 0.4).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn a_number_that_is_used_again_is_another_process() {
        let (before, after) = (look(&[stat(5, "old", 1000, 0, 1)]), look(&[stat(5, "new", 50, 0, 9)]));
        let [(name, cores)] = &shares(&before, &after, 1.0, &[])[..] else { panic!("one process is at work") };
        assert_eq!((name.as_str(), *cores), ("new", 50.0 / ticks_per_second()));
    }

    #[test]
    fn without_such_files_nobody_is_seen() {
        let look = Busiest::begin(Path::new("/nowhere"));
        assert!(look.end(Path::new("/nowhere"), &[]).is_empty());
    }
}
