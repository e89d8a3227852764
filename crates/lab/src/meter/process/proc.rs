//! What the kernel says of processes in its files: a process and its descendants in, sums over them out.
//!
//! Numbers are those since each process began; only differences mean something. Threads that have ended take
//! some of theirs along, and [`View::gone`] tells whether that can have happened.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::driver::{Member, tree};
use crate::meter::process::cpu_time::{self, CpuTicks};
use crate::model::Unknown;

/// A process with its descendants, as they are now.
#[derive(Clone, Debug)]
pub(crate) struct View {
    root: PathBuf,
    pid: u32,
    pub(crate) members: Vec<Member>,
}

/// What those leave behind who have ended: the time of threads and the page faults of children. Each has some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gone {
    members: Vec<u32>,
    threads_ns: u64,
    faults: u64,
}

impl View {
    /// `root` is `/`, or a copy of the system's files in tests.
    pub(crate) fn of(root: &Path, pid: u32) -> View {
        View { root: root.to_owned(), pid, members: tree(root, pid) }
    }

    pub(crate) fn threads(&self) -> Result<f64, Unknown> {
        self.sum(|member| Ok(member.threads.len() as u64))
    }

    /// Time on processors: to the nanosecond, but for children that have ended, to the hundredth of a second.
    pub(crate) fn cpu_ns(&self) -> Result<f64, Unknown> {
        self.sum(|member| {
            let stat = self.stat(member.pid)?;
            Ok(cpu_time::of_process(member.pid)? + cpu_time::written(stat.child_user + stat.child_system))
        })
    }

    /// How that is shared between the program and the kernel, as the kernel's tick saw it.
    pub(crate) fn ticks(&self) -> Result<CpuTicks, Unknown> {
        let mut ticks = CpuTicks::default();
        self.sum(|member| {
            let stat = self.stat(member.pid)?;
            let own = cpu_time::ticks(member.pid)?;
            ticks.user_ns += own.user_ns + cpu_time::written(stat.child_user);
            ticks.system_ns += own.system_ns + cpu_time::written(stat.child_system);
            Ok(0)
        })?;
        Ok(ticks)
    }

    pub(crate) fn minor_faults(&self) -> Result<f64, Unknown> {
        self.sum(|member| self.stat(member.pid).map(|stat| stat.minor))
    }

    pub(crate) fn major_faults(&self) -> Result<f64, Unknown> {
        self.sum(|member| self.stat(member.pid).map(|stat| stat.major))
    }

    /// Compares with the same at another time: where it differs, somebody has ended in between.
    pub(crate) fn gone(&self) -> Result<Gone, Unknown> {
        let (mut all, mut living, mut faults) = (0, 0, 0);
        self.of_each(|member| {
            let (spent, stat) = (cpu_time::of_process(member.pid)?, self.stat(member.pid)?);
            living += self.of_each_thread(member, |thread| {
                let text = text(&self.root, &format!("{thread}/schedstat"))?;
                let time = text.split_whitespace().next().and_then(|time| time.parse::<u64>().ok());
                time.ok_or_else(|| Unknown::because("this kernel does not tell the time of threads"))
            })?;
            all += spent;
            faults += stat.child_faults;
            Ok(())
        })?;
        let members = self.members.iter().map(|member| member.pid).collect();
        Ok(Gone { members, threads_ns: all.saturating_sub(living), faults })
    }

    fn stat(&self, pid: u32) -> Result<ProcStat, Unknown> {
        ProcStat::read(&self.root, pid)
    }

    /// A number of a file of each process; children that have ended are in it where the kernel keeps theirs.
    pub(crate) fn of_process(&self, file: &str, name: &str) -> Result<f64, Unknown> {
        self.sum(|member| self.field(&format!("{}/{file}", member.pid), name))
    }

    /// A number of a file of each thread.
    pub(crate) fn of_threads(&self, file: &str, name: &str) -> Result<f64, Unknown> {
        self.sum(|member| self.of_each_thread(member, |thread| self.field(&format!("{thread}/{file}"), name)))
    }

    /// Over the threads of a member that are there, each by its folder; what has ended is not in it.
    fn of_each_thread(&self, member: &Member, one: impl Fn(&str) -> Result<u64, Unknown>) -> Result<u64, Unknown> {
        let mut sum = 0;
        for thread in &member.threads {
            let folder = format!("{}/task/{thread}", member.pid);
            match one(&folder) {
                Ok(value) => sum += value,
                Err(_) if *thread != member.pid && !self.is_there(&folder) => {}
                Err(unknown) => return Err(unknown),
            }
        }
        Ok(sum)
    }

    /// Leaves out a descendant that has ended since it was found; whoever it descends from must be there.
    fn of_each<T>(&self, mut one: impl FnMut(&Member) -> Result<T, Unknown>) -> Result<Vec<T>, Unknown> {
        let told = self.members.iter().map(|member| match one(member) {
            Err(_) if member.pid != self.pid && !self.is_there(&member.pid.to_string()) => None,
            told => Some(told),
        });
        told.flatten().collect()
    }

    fn is_there(&self, folder: &str) -> bool {
        self.root.join("proc").join(folder).exists()
    }

    /// Why there is no member.
    pub(crate) fn nobody(&self) -> Unknown {
        missing(&self.root, &self.pid.to_string())
    }

    fn sum(&self, one: impl FnMut(&Member) -> Result<u64, Unknown>) -> Result<f64, Unknown> {
        if self.members.is_empty() {
            return Err(self.nobody());
        }
        Ok(self.of_each(one)?.into_iter().sum::<u64>() as f64)
    }

    fn field(&self, path: &str, name: &str) -> Result<u64, Unknown> {
        let text = text(&self.root, path)?;
        field(&text, name).ok_or_else(|| Unknown::because(format!("this kernel's /proc/{path} does not say `{name}`")))
    }
}

/// A file below /proc.
pub(crate) fn text(root: &Path, path: &str) -> Result<String, Unknown> {
    fs::read_to_string(root.join("proc").join(path)).map_err(|err| unreadable(root, path, &err))
}

/// Why a file of a process cannot be read or written.
pub(crate) fn unreadable(root: &Path, path: &str, err: &std::io::Error) -> Unknown {
    let pid = path.split('/').next().unwrap_or_default();
    match err.kind() {
        ErrorKind::PermissionDenied => {
            Unknown::unless(format!("/proc/{path} is for the process's own user alone"), "run as root, or as that user")
        }
        _ if !root.join("proc").join(pid).exists() => missing(root, pid),
        ErrorKind::NotFound => Unknown::because(format!("this kernel has no /proc/{path}")),
        _ => Unknown::because(format!("/proc/{path}: {err}")),
    }
}

fn missing(root: &Path, pid: &str) -> Unknown {
    if root.join("proc/self").exists() {
        Unknown::because(format!("the process {pid} has ended"))
    } else if cfg!(target_os = "linux") {
        Unknown::unless("there is no /proc", "`mount -t proc proc /proc`")
    } else {
        Unknown::because("this system has no /proc")
    }
}

/// The number after `name:`.
pub(crate) fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then_some(value)
    })?;
    line.split_whitespace().next()?.parse().ok()
}

/// What is taken of /proc/PID/stat, proc_pid_stat(5); times in the unit in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProcStat {
    /// Of children that have ended, too.
    minor: u64,
    major: u64,
    /// Of these alone.
    pub(crate) child_faults: u64,
    child_user: u64,
    child_system: u64,
}

impl ProcStat {
    pub(crate) fn read(root: &Path, pid: u32) -> Result<ProcStat, Unknown> {
        let text = text(root, &format!("{pid}/stat"))?;
        ProcStat::parse(&text).ok_or_else(|| Unknown::because(format!("/proc/{pid}/stat is not as it is known")))
    }

    fn parse(text: &str) -> Option<ProcStat> {
        // The name stands in parentheses and may hold anything, so fields are counted from its end, where
        // the third begins.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
        let (child_minor, child_major) = (number(11)?, number(13)?);
        Some(ProcStat {
            minor: number(10)? + child_minor,
            major: number(12)? + child_major,
            child_faults: child_minor + child_major,
            child_user: number(16)?,
            child_system: number(17)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = root.path().join("proc").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("self/stat", "");
        write("7/stat", "7 (a (b) c) S 1 7 7 0 -1 4194560 100 20 3 4 500 600 70 80 20 0 2 0 99\n");
        write("7/io", "rchar: 5\nread_bytes: 4096\nwrite_bytes: 8192\ncancelled_write_bytes: 0\n");
        for (thread, voluntary) in [(7, 30), (8, 12)] {
            let status =
                format!("Threads:\t2\nvoluntary_ctxt_switches:\t{voluntary}\nnonvoluntary_ctxt_switches:\t1\n");
            write(&format!("7/task/{thread}/status"), &status);
            write(&format!("7/task/{thread}/children"), "");
        }
        root
    }

    #[test]
    fn files_of_processes_and_of_threads_are_summed() {
        let root = machine();
        let view = View::of(root.path(), 7);
        assert_eq!(view.threads(), Ok(2.0));
        assert_eq!((view.minor_faults(), view.major_faults()), (Ok(120.0), Ok(7.0)));
        assert_eq!(
            (
                view.of_threads("status", "voluntary_ctxt_switches"),
                view.of_threads("status", "nonvoluntary_ctxt_switches")
            ),
            (Ok(42.0), Ok(2.0))
        );
        assert_eq!(
            (view.of_process("io", "read_bytes"), view.of_process("io", "write_bytes")),
            (Ok(4096.0), Ok(8192.0))
        );
    }

    #[test]
    fn what_the_kernel_does_not_say_is_unknown_and_costs_nothing_else() {
        let root = machine();
        let view = View::of(root.path(), 7);
        assert_eq!(
            view.of_threads("sched", "se.nr_migrations").unwrap_err().why,
            "this kernel has no /proc/7/task/7/sched"
        );
        fs::write(root.path().join("proc/7/io"), "rchar: 5\n").unwrap();
        assert!(view.of_process("io", "read_bytes").unwrap_err().why.contains("does not say `read_bytes`"));
        fs::write(root.path().join("proc/7/stat"), "7 (a) S 1\n").unwrap();
        assert!(view.minor_faults().unwrap_err().why.contains("is not as it is known"));
        assert_eq!(view.threads(), Ok(2.0));
    }

    #[test]
    fn a_descendant_or_a_thread_that_ends_meanwhile_is_left_out() {
        let root = machine();
        let write = |path: &str, text: &str| fs::write(root.path().join("proc").join(path), text).unwrap();
        fs::create_dir_all(root.path().join("proc/9/task/9")).unwrap();
        write("7/task/7/children", "9");
        write("9/stat", "9 (d) S 7 7 7 0 -1 4194560 1000 0 0 0 0 0 0 0 20 0 1 0 99\n");
        let view = View::of(root.path(), 7);
        assert_eq!(view.minor_faults(), Ok(1120.0));
        fs::remove_dir_all(root.path().join("proc/9")).unwrap();
        fs::remove_dir_all(root.path().join("proc/7/task/8")).unwrap();
        assert_eq!((view.minor_faults(), view.of_threads("status", "voluntary_ctxt_switches")), (Ok(120.0), Ok(30.0)));
    }

    #[test]
    fn who_has_ended_took_nothing_we_know_of() {
        let root = machine();
        let view = View::of(root.path(), 9);
        assert!(view.threads().unwrap_err().why.contains("process 9 has ended"));
        let view = View::of(root.path(), 7);
        fs::remove_dir_all(root.path().join("proc/7")).unwrap();
        assert_eq!(view.of_process("io", "read_bytes").unwrap_err().why, "the process 7 has ended");
    }
}
