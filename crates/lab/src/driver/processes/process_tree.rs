//! A process and all that descend from it: a process's number in, the numbers of processes and their threads out.
//!
//! What has ended is not in it.

use std::collections::VecDeque;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// A process with its threads, the first of which bears its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub pid: u32,
    pub threads: Vec<u32>,
}

/// The process itself, then its descendants; empty where it has ended. `root` is `/`, or a copy in tests.
pub fn tree(root: &Path, pid: u32) -> Vec<Member> {
    below(root, pid, &mut None)
}

/// The trees of several processes: where all processes have to be looked at to find children, that is done once.
pub fn trees(root: &Path, pids: &[u32]) -> Vec<Vec<Member>> {
    let mut parents = None;
    pids.iter().map(|pid| below(root, *pid, &mut parents)).collect()
}

fn below(root: &Path, pid: u32, parents: &mut Option<Vec<(u32, u32)>>) -> Vec<Member> {
    let mut members = Vec::new();
    let mut waiting = VecDeque::from([pid]);
    while let Some(pid) = waiting.pop_front() {
        let threads = numbers_in(&root.join(format!("proc/{pid}/task")));
        if threads.is_empty() {
            continue;
        }
        for thread in &threads {
            let children = fs::read_to_string(root.join(format!("proc/{pid}/task/{thread}/children")));
            match children {
                Ok(text) => waiting.extend(text.split_whitespace().filter_map(|child| child.parse::<u32>().ok())),
                // Some kernels do not list them, or the thread has just ended.
                Err(err) if err.kind() == ErrorKind::NotFound && *thread == pid => {
                    let parents: &Vec<(u32, u32)> = parents.get_or_insert_with(|| parents_of_all(root));
                    waiting.extend(parents.iter().filter(|(_, parent)| *parent == pid).map(|(child, _)| child));
                }
                Err(_) => {}
            }
        }
        members.push(Member { pid, threads });
    }
    members
}

/// Every process with its parent.
fn parents_of_all(root: &Path) -> Vec<(u32, u32)> {
    let parent = |pid: &u32| {
        let stat = fs::read_to_string(root.join(format!("proc/{pid}/stat"))).ok()?;
        // The name stands in parentheses and may hold anything, so fields are counted from its end.
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
    };
    numbers_in(&root.join("proc")).into_iter().filter_map(|pid| Some((pid, parent(&pid)?))).collect()
}

/// What in a folder is called by a number, in ascending order.
pub(in crate::driver) fn numbers_in(folder: &Path) -> Vec<u32> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut numbers: Vec<u32> =
        entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    numbers.sort_unstable();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join("proc").join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn children_of_any_thread_belong_to_it() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "10/task/10/children", "");
        write(root.path(), "10/task/11/children", "20 ");
        write(root.path(), "20/task/20/children", "30 40 ");
        write(root.path(), "30/task/30/children", "");
        let member = |pid, threads: &[u32]| Member { pid, threads: threads.to_vec() };
        let found = [member(10, &[10, 11]), member(20, &[20]), member(30, &[30])];
        assert_eq!(tree(root.path(), 10), found, "40 has ended");
        assert_eq!(tree(root.path(), 99), []);
    }

    #[test]
    fn a_kernel_that_lists_no_children_is_asked_for_parents() {
        let root = tempfile::tempdir().unwrap();
        for (pid, stat) in [(10, "10 (a) S 1 1"), (20, "20 (b) 7) S 10 1"), (30, "30 (c) S 20 1"), (40, "40 (d) S 1")] {
            write(root.path(), &format!("{pid}/stat"), stat);
            fs::create_dir_all(root.path().join(format!("proc/{pid}/task/{pid}"))).unwrap();
        }
        let pids: Vec<u32> = tree(root.path(), 10).iter().map(|member| member.pid).collect();
        assert_eq!(pids, [10, 20, 30]);
        let counts: Vec<usize> = trees(root.path(), &[10, 20, 40]).iter().map(Vec::len).collect();
        assert_eq!(counts, [3, 2, 1]);
    }
}
