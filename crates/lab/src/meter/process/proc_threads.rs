//! What the threads of processes, and of all that descend from them, do: whether all of them sleep, and how long they have
//! been on processors, by the kernel's own count, to the nanosecond.
//!
//! A driver's reply is heard before the driver has gone back to its input. Counters that are read in between
//! have one system call more or less than the next time.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::driver::{Member, tree, trees};

/// Runtimes have threads that go on working for themselves; they are waited for no longer than this.
const LONGEST: Duration = Duration::from_millis(20);
const APART: Duration = Duration::from_micros(50);

/// Waits until the process and its descendants wait, for some milliseconds at most, and says whether they do.
pub(crate) fn waits(root: &Path, pid: u32) -> bool {
    let until = Instant::now() + LONGEST;
    // Whoever asks is at work.
    while pid != std::process::id() && is_at_work(root, pid) {
        if Instant::now() >= until {
            return false;
        }
        // The process may need this very core.
        std::thread::sleep(APART);
    }
    true
}

fn is_at_work(root: &Path, pid: u32) -> bool {
    let running = |pid, thread| {
        let stat = told(root, pid, thread, "stat")?;
        // The name stands in parentheses and may hold anything, so fields are counted from its end.
        let state = stat.rsplit_once(')')?.1.split_whitespace().next()?;
        Some(state == "R")
    };
    tree(root, pid).iter().any(|member| member.threads.iter().any(|thread| running(member.pid, *thread) == Some(true)))
}

/// Nanoseconds of all threads that live, for each process; what has ended is not in it. 0 where the kernel counts none.
pub fn work_ns(pids: &[u32]) -> Vec<u64> {
    work_below(Path::new("/"), pids)
}

fn work_below(root: &Path, pids: &[u32]) -> Vec<u64> {
    let of_thread =
        |pid: u32, thread: u32| told(root, pid, thread, "schedstat")?.split_whitespace().next()?.parse::<u64>().ok();
    let of_members = |members: &Vec<Member>| {
        let threads = members.iter().flat_map(|member| member.threads.iter().map(|thread| (member.pid, *thread)));
        threads.filter_map(|(pid, thread)| of_thread(pid, thread)).sum()
    };
    trees(root, pids).iter().map(of_members).collect()
}

fn told(root: &Path, pid: u32, thread: u32, file: &str) -> Option<String> {
    fs::read_to_string(root.join(format!("proc/{pid}/task/{thread}/{file}"))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_that_runs_is_work() {
        let root = tempfile::tempdir().unwrap();
        let write = |thread: u32, state: &str| {
            let folder = root.path().join(format!("proc/5/task/{thread}"));
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("children"), "").unwrap();
            fs::write(folder.join("stat"), format!("{thread} (R) R) {state} 1 5 5")).unwrap();
        };
        write(5, "S");
        write(6, "S");
        assert!(!is_at_work(root.path(), 5) && waits(root.path(), 5));
        write(6, "R");
        assert!(is_at_work(root.path(), 5) && !waits(root.path(), 5));
        assert!(!is_at_work(root.path(), 7), "who has ended rests");
    }

    #[test]
    fn threads_of_descendants_count() {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("10/task/10/schedstat", "500 7 1\n"),
            ("10/task/10/children", "20 "),
            ("20/task/20/schedstat", "30 0 1\n"),
            ("20/task/20/children", ""),
            ("20/task/21/schedstat", "4 0 1\n"),
            ("20/task/21/children", ""),
        ] {
            let path = root.path().join("proc").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        assert_eq!(work_below(root.path(), &[10, 99]), [534, 0]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_worked() {
        let own = || work_ns(&[std::process::id()])[0];
        let before = own();
        assert!((0..1_000_000u64).map(std::hint::black_box).sum::<u64>() > 0);
        assert!(own() >= before);
    }
}
