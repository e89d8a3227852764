//! The process that stands between Paragone and one driver, and lets nothing of it live on.
//!
//! In: the command line that `building/kept.rs` writes; out: the driver's own exit status, as if there were
//! no keeper. The driver inherits its streams, so no byte passes through here. It knows no protocol.
//!
//! The keeper adopts whatever the driver leaves behind (child subreaper), and kills it all when the
//! driver ends, or when the leash, of which Paragone holds the other end, comes loose: that happens by
//! itself when Paragone dies, however it dies. Where nobody can adopt, it kills the driver's process group.
//! By the leash Paragone is told how much memory the driver had had when it ended.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::FromRawFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};

use crate::driver::processes::process_tree::numbers_in;

/// The first argument that makes Paragone's program a keeper.
pub const WORD: &str = "__keeper";

/// What the keeper is told, in the order of its arguments.
#[derive(Clone, Debug, Default)]
pub struct KeeperOrders {
    /// Descriptor of the keeper's end of the leash.
    pub leash: i32,
    /// Cores to keep the driver on; none: wherever it is.
    pub cores: Vec<u32>,
    /// Most bytes of data that the driver may have (`RLIMIT_DATA`), 0 for no limit.
    pub memory: u64,
    /// Added to the driver's environment and not to the keeper's: what is loaded into the one has no
    /// business in the other.
    pub env: Vec<(String, String)>,
}

/// Arguments that are always there, before the environment's.
const FIXED: usize = 4;

impl KeeperOrders {
    /// The arguments that [`KeeperOrders::parse`] reads.
    pub fn arguments(&self) -> Vec<String> {
        let cores: Vec<String> = self.cores.iter().map(u32::to_string).collect();
        let leash = self.leash.to_string();
        let numbers = [leash, format!("-{}", cores.join(",")), self.memory.to_string(), self.env.len().to_string()];
        let env = self.env.iter().map(|(name, value)| format!("{name}={value}"));
        std::iter::once(WORD.to_owned()).chain(numbers).chain(env).collect()
    }

    /// The orders, and the command line that comes after them.
    fn parse(arguments: &[OsString]) -> Option<(KeeperOrders, &[OsString])> {
        let text = |index: usize| arguments.get(index)?.to_str();
        let cores = text(1)?.strip_prefix('-')?.split(',').filter_map(|core| core.parse().ok()).collect();
        let end = text(3)?.parse::<usize>().ok()?.checked_add(FIXED)?;
        let pair = |argument: &OsString| {
            let (name, value) = argument.to_str()?.split_once('=')?;
            Some((name.to_owned(), value.to_owned()))
        };
        let env = arguments.get(FIXED..end)?.iter().map(pair).collect::<Option<_>>()?;
        let orders = KeeperOrders { leash: text(0)?.parse().ok()?, cores, memory: text(2)?.parse().ok()?, env };
        Some((orders, arguments.get(end..).filter(|rest| !rest.is_empty())?))
    }
}

/// Keeps one driver; `arguments` are those after [`WORD`]. Does not return.
pub fn keep(arguments: &[OsString]) -> ! {
    let Some((orders, line)) = KeeperOrders::parse(arguments) else {
        eprintln!("paragone: `{WORD}` is for Paragone's own use");
        std::process::exit(2);
    };
    adopt_orphans(true);
    crate::driver::pin::session_comes_first();
    let mut command = Command::new(&line[0]);
    command.args(&line[1..]).envs(orders.env);
    let (cores, memory, leash) = (orders.cores, orders.memory, orders.leash);
    // SAFETY: between fork and exec only system calls that are safe there are made.
    let spawned = unsafe { command.pre_exec(move || prepare_driver(&cores, memory, leash)).spawn() };
    let mut child = spawned.unwrap_or_else(|err| {
        eprintln!("failed to start `{}`: {err}", line[0].to_string_lossy());
        std::process::exit(127)
    });
    let_go_of_streams();
    // SAFETY: Paragone made this descriptor for the keeper alone.
    let mut leash = unsafe { File::from_raw_fd(orders.leash) };
    let (driver, lab) = (child.id(), leash.try_clone());
    // Where Paragone has gone, nobody asks.
    let _ = leash.write_all(&u64::from(driver).to_le_bytes());
    std::thread::spawn(move || {
        // Paragone never says anything: the read ends when it lets go.
        let _ = leash.read(&mut [0]);
        bury(driver);
        std::process::exit(0);
    });
    let tell = || {
        let _ = lab.map(|mut lab| lab.write_all(&peak_bytes(libc::RUSAGE_CHILDREN).to_le_bytes()));
    };
    match last_of(&mut child, tell) {
        Ok(status) => end_like(status),
        Err(_) => std::process::exit(1),
    }
}

/// From now on, or no more, orphans of what this process starts come to it; gives whether that was done.
#[cfg(target_os = "linux")]
pub(super) fn adopt_orphans(wanted: bool) -> bool {
    // SAFETY: a plain system call on this process alone.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, libc::c_ulong::from(wanted)) == 0 }
}

/// Whether they do.
#[cfg(target_os = "linux")]
pub(super) fn adopts_orphans() -> bool {
    let mut wanted: libc::c_int = 0;
    // SAFETY: the call writes into a variable of this function's.
    unsafe { libc::prctl(libc::PR_GET_CHILD_SUBREAPER, &raw mut wanted) };
    wanted != 0
}

/// Elsewhere the system gives them to whoever it likes.
#[cfg(not(target_os = "linux"))]
pub(super) fn adopt_orphans(_wanted: bool) -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
pub(super) fn adopts_orphans() -> bool {
    false
}

fn prepare_driver(cores: &[u32], memory: u64, leash: i32) -> std::io::Result<()> {
    // SAFETY: plain system calls on values of this function.
    unsafe {
        libc::close(leash);
        #[cfg(target_os = "linux")]
        {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            crate::driver::pin::stay_on(cores);
            crate::driver::pin::come_first();
        }
        #[cfg(not(target_os = "linux"))]
        {
            // A group of its own, so that all of it can be killed and the keeper lives on.
            libc::setpgid(0, 0);
            let _ = cores;
        }
        // A core file of a crash is no part of a run, and takes seconds to write.
        libc::setrlimit(libc::RLIMIT_CORE, &libc::rlimit { rlim_cur: 0, rlim_max: 0 });
        if memory > 0 {
            // Not RLIMIT_AS: virtual machines reserve far more than they use.
            let limit = libc::rlimit { rlim_cur: memory as libc::rlim_t, rlim_max: memory as libc::rlim_t };
            libc::setrlimit(libc::RLIMIT_DATA, &limit);
        }
        // Paragone ignores it, and what is ignored stays so over exec.
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
    Ok(())
}

/// The streams belong to the driver alone: when it closes one, Paragone must see it closed.
pub(super) fn let_go_of_streams() {
    if let Ok(nothing) = File::options().read(true).write(true).open("/dev/null") {
        let nothing = std::os::fd::AsRawFd::as_raw_fd(&nothing);
        // SAFETY: plain system calls on the three standard descriptors.
        unsafe {
            for stream in 0..3 {
                libc::dup2(nothing, stream);
            }
        }
    }
}

/// The most bytes that were resident: Linux counts in KiB, macOS in bytes.
pub(super) fn resident_bytes(usage: &libc::rusage) -> u64 {
    const UNIT: u64 = if cfg!(target_os = "macos") { 1 } else { 1024 };
    u64::try_from(usage.ru_maxrss).unwrap_or(0) * UNIT
}

/// The most bytes that were resident: of this process (`RUSAGE_SELF`), or of any child that has been waited for
/// (`RUSAGE_CHILDREN`).
pub(super) fn peak_bytes(who: libc::c_int) -> u64 {
    resident_bytes(&usage(who))
}

/// Processor time of all children that have been waited for, nanoseconds.
pub(super) fn cpu_of_children_ns() -> u64 {
    let of_children = usage(libc::RUSAGE_CHILDREN);
    ns(of_children.ru_utime) + ns(of_children.ru_stime)
}

/// A time of the system's, in nanoseconds.
pub(super) fn ns(time: libc::timeval) -> u64 {
    time.tv_sec as u64 * 1_000_000_000 + time.tv_usec as u64 * 1000
}

/// Waits for the end of a child of this process that nobody else waits for, however often that is interrupted; gives how
/// it ended, and what it took.
pub(super) fn wait_for(child: libc::pid_t) -> std::io::Result<(ExitStatus, libc::rusage)> {
    let mut status = 0;
    // SAFETY: all zeros is a valid value of the plain structure, which the call fills.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: fills live structures; of a process that is no child the system says so.
    while unsafe { libc::wait4(child, &raw mut status, 0, &raw mut usage) } < 0 {
        let err = std::io::Error::last_os_error();
        if err.kind() != std::io::ErrorKind::Interrupted {
            return Err(err);
        }
    }
    Ok((ExitStatus::from_raw(status), usage))
}

fn usage(who: libc::c_int) -> libc::rusage {
    // SAFETY: all zeros is a valid value of the plain structure, which the call fills.
    unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &raw mut usage);
        usage
    }
}

/// Waits for the driver's end, tells of it, and ends what it leaves behind.
#[cfg(target_os = "linux")]
fn last_of(driver: &mut Child, tell: impl FnOnce()) -> std::io::Result<ExitStatus> {
    let status = driver.wait();
    tell();
    bury_everyone();
    status
}

/// The group bears the driver's number, which is nobody else's until somebody has waited for the driver.
#[cfg(not(target_os = "linux"))]
fn last_of(driver: &mut Child, tell: impl FnOnce()) -> std::io::Result<ExitStatus> {
    loop {
        // SAFETY: all zeros is a valid value of the plain structure, which the call fills.
        let ended = unsafe {
            let mut about: libc::siginfo_t = std::mem::zeroed();
            libc::waitid(libc::P_PID, driver.id() as _, &raw mut about, libc::WEXITED | libc::WNOWAIT)
        };
        if ended == 0 || std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
            break;
        }
    }
    bury(driver.id());
    let status = driver.wait();
    tell();
    status
}

/// The driver and all that came of it.
#[cfg(target_os = "linux")]
fn bury(_driver: u32) {
    bury_everyone();
}

/// The driver and all that came of it, but for what has left its group.
#[cfg(not(target_os = "linux"))]
fn bury(driver: u32) {
    // SAFETY: the driver leads a group of its own, and who calls this has not waited for it yet.
    unsafe { libc::kill(-(driver as i32), libc::SIGKILL) };
}

/// Kills and reaps children until there are none, and gives how many were killed: each death hands its own
/// children to us, where the system has that.
pub(super) fn bury_everyone() -> u64 {
    if !cfg!(target_os = "linux") {
        // Nobody tells who the children are, and waiting for them would not end.
        return 0;
    }
    let mut killed = BTreeSet::new();
    let reap = |how| {
        // SAFETY: asks for any child of this process.
        unsafe { libc::waitpid(-1, std::ptr::null_mut(), how) }
    };
    loop {
        // Most drivers leave nobody behind, and looking for children takes milliseconds.
        match reap(libc::WNOHANG) {
            0 => {}
            ended if ended > 0 => continue,
            _ => return killed.len() as u64,
        }
        for child in children_of(std::process::id()) {
            killed.insert(child);
            // SAFETY: the process is a child of ours that nobody has waited for, so its number is its own.
            unsafe { libc::kill(child, libc::SIGKILL) };
        }
        reap(0);
    }
}

/// The children of any process, by their numbers.
fn children_of(parent: u32) -> Vec<i32> {
    children(parent).into_iter().map(|child| child.number).collect()
}

/// Whether a process has a child that has not ended.
pub(super) fn has_living_child(parent: u32) -> bool {
    children(parent).iter().any(|child| child.lives)
}

/// A child of a process, as proc_pid_stat(5) has it.
#[derive(Debug)]
pub(super) struct Offspring {
    pub(super) number: i32,
    /// Whether it has not ended.
    pub(super) lives: bool,
    pub(super) session: i32,
}

/// The children of any process; none where there is no /proc.
pub(super) fn children(parent: u32) -> Vec<Offspring> {
    let wanted = parent.to_string();
    let child = |pid: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name stands in parentheses and may hold anything, so fields are counted from its end.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let lives = !matches!(fields.next()?, "Z" | "X");
        let is_child = fields.next()? == wanted;
        let session = fields.nth(1)?.parse().ok()?;
        is_child.then_some(Offspring { number: i32::try_from(pid).ok()?, lives, session })
    };
    numbers_in(Path::new("/proc")).into_iter().filter_map(child).collect()
}

/// Ends this process as another one ended: with its exit code, or by the signal that ended it.
pub(super) fn end_like(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal() {
        // SAFETY: ends this process by the signal that ended the driver.
        unsafe {
            libc::setrlimit(libc::RLIMIT_CORE, &libc::rlimit { rlim_cur: 0, rlim_max: 0 });
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
    std::process::exit(status.code().unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_as_they_were_written() {
        let env = vec![("LD_PRELOAD".to_owned(), "/a=b.so".to_owned()), ("EMPTY".to_owned(), String::new())];
        let orders = KeeperOrders { leash: 7, cores: vec![1, 3], memory: 5, env };
        let mut words: Vec<OsString> = orders.arguments().into_iter().skip(1).map(OsString::from).collect();
        assert!(KeeperOrders::parse(&words).is_none(), "nothing to start");
        words.extend(["driver".into(), "a=b".into()]);
        let (read, line) = KeeperOrders::parse(&words).unwrap();
        assert_eq!((read.leash, &read.cores, read.memory, &read.env), (7, &orders.cores, 5, &orders.env));
        assert_eq!(line, ["driver", "a=b"]);
        assert!(KeeperOrders::parse(&words[..5]).is_none() && KeeperOrders::parse(&[]).is_none());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_left_of_a_child_does_not_live() {
        use std::time::{Duration, Instant};

        // Neither waits for what the shell that it was has started.
        let start = |script: &str| Command::new("sh").args(["-c", script]).spawn().unwrap();
        let [mut dead, mut alive] = ["true & exec sleep 1000", "sleep 1000 & exec sleep 1000"].map(start);
        let is_so = || {
            let has_both = [&dead, &alive].map(|parent| children_of(parent.id()).len()) == [1, 1];
            has_both && !has_living_child(dead.id()) && has_living_child(alive.id())
        };
        let until = Instant::now() + Duration::from_secs(60);
        while !is_so() {
            assert!(Instant::now() < until, "{:?}", [&dead, &alive].map(|parent| children(parent.id())));
            std::thread::sleep(Duration::from_millis(1));
        }
        for child in children_of(alive.id()) {
            // SAFETY: its parent has not waited for it, so its number is its own.
            unsafe { libc::kill(child, libc::SIGKILL) };
        }
        for parent in [&mut dead, &mut alive] {
            parent.kill().unwrap();
            parent.wait().unwrap();
        }
    }
}
