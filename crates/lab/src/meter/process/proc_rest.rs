//! Whether a process waits: its threads in, and back when all of them sleep.
//!
//! A driver's reply is heard before the driver has gone back to its input. Counters that are read in between
//! have one system call more or less than the next time.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::driver::tree;

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
        let stat = fs::read_to_string(root.join(format!("proc/{pid}/task/{thread}/stat"))).ok()?;
        // The name stands in parentheses and may hold anything, so fields are counted from its end.
        let state = stat.rsplit_once(')')?.1.split_whitespace().next()?;
        Some(state == "R")
    };
    tree(root, pid).iter().any(|member| member.threads.iter().any(|thread| running(member.pid, *thread) == Some(true)))
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
}
