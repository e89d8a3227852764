//! How long processes, each with all that descend from it, have been on processors: the kernel's own count, to the
//! nanosecond.

use std::fs;
use std::path::Path;

use crate::driver::{Member, trees};

/// Nanoseconds of all threads that live, for each process; what has ended is not in it. 0 where the kernel counts none.
pub fn work_ns(pids: &[u32]) -> Vec<u64> {
    work_below(Path::new("/"), pids)
}

fn work_below(root: &Path, pids: &[u32]) -> Vec<u64> {
    let of_thread = |pid: u32, thread: u32| {
        let text = fs::read_to_string(root.join(format!("proc/{pid}/task/{thread}/schedstat"))).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    };
    let of_members = |members: &Vec<Member>| {
        let threads = members.iter().flat_map(|member| member.threads.iter().map(|thread| (member.pid, *thread)));
        threads.filter_map(|(pid, thread)| of_thread(pid, thread)).sum()
    };
    trees(root, pids).iter().map(of_members).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
