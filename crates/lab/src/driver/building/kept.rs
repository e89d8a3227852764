//! A process under a keeper, from its start to its end: streams, last words, how it ended. It knows no protocol.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::driver::keeper::{self, KeeperOrders};
use crate::driver::processes::adopted::bury_strays;
use crate::model::Unknown;

/// What is started.
pub(crate) struct Start<'a> {
    /// Paragone's own program, which is also the keeper.
    pub(crate) keeper: &'a Path,
    /// Everything but the leash, which is made here.
    pub(crate) orders: KeeperOrders,
    pub(crate) argv: &'a [String],
    /// The program's own environment.
    pub(crate) env: &'a [(String, String)],
    pub(crate) folder: &'a Path,
    /// So many bytes of environment move its stack to another place.
    pub(crate) padding: usize,
}

/// A keeper tells its process's number as soon as it has started it; one that has not even started ends instead.
const LONGEST_START_MS: libc::c_int = 5000;

/// How much of what a process prints on standard error is kept.
const TAIL: usize = 4096;
/// How long a process that has closed its output may take to end by itself.
pub(crate) const GRACE: Duration = Duration::from_millis(500);
/// How long it may take until the end of who is over is seen: a busy machine can take seconds.
pub(crate) const LATE: Duration = Duration::from_secs(5);

/// A living process. Dropping it kills it, and all that it started.
#[derive(Debug)]
pub(crate) struct Kept {
    keeper: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: ChildStderr,
    /// Nobody holds the other end any more: polling it would return at once, for ever.
    errors_ended: bool,
    leash: Option<UnixStream>,
    /// Told by the keeper; `None` where it has not lived to tell.
    number: OnceCell<Option<u32>>,
    tail: VecDeque<u8>,
    printed: u64,
}

/// What came of an attempt to read.
pub(crate) enum Heard {
    Bytes(usize),
    /// Nothing for now.
    Nothing,
    End,
}

impl Kept {
    pub(crate) fn start(start: Start<'_>) -> std::io::Result<Kept> {
        // Both ends are Paragone's alone: a process that another thread starts meanwhile must not hold a leash that is
        // not its own. Where that takes two system calls (macOS), nothing is started by two threads at once.
        let (leash, held) = UnixStream::pair()?;
        let end = leash.as_raw_fd();
        let orders = KeeperOrders { leash: end, ..start.orders };
        let mut command = Command::new(start.keeper);
        command.args(orders.arguments()).args(start.argv).current_dir(start.folder);
        command.envs(start.env.iter().map(|(name, value)| (name, value)));
        command.env("PARAGONE_PADDING", "x".repeat(start.padding));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let detach = move || {
            // A session of its own, so that Ctrl-C reaches Paragone alone, which then stops in good order.
            // SAFETY: a plain system call.
            unsafe { libc::setsid() };
            // SAFETY: a plain system call, by which the leash stays open.
            or_errno(unsafe { libc::fcntl(end, libc::F_SETFD, 0) }).map(drop)
        };
        // SAFETY: two system calls that are safe between fork and exec.
        let mut keeper = unsafe { command.pre_exec(detach).spawn() }?;
        let (input, output, errors) = (keeper.stdin.take(), keeper.stdout.take(), keeper.stderr.take());
        let (Some(input), Some(output), Some(errors)) = (input, output, errors) else {
            return Err(std::io::Error::other("no pipes"));
        };
        for fd in [input.as_raw_fd(), output.as_raw_fd(), errors.as_raw_fd()] {
            unblock(fd)?;
        }
        Ok(Kept {
            keeper,
            input: Some(input),
            output,
            errors,
            errors_ended: false,
            leash: Some(held),
            number: OnceCell::new(),
            tail: VecDeque::new(),
            printed: 0,
        })
    }

    /// The keeper's number.
    pub(crate) fn keeper(&self) -> u32 {
        self.keeper.id()
    }

    /// The most bytes that it had in memory, told by its keeper when it has ended; `None` where the keeper has not
    /// lived to tell.
    pub(crate) fn peak(&self) -> Option<u64> {
        // What the keeper tells first.
        self.started()?;
        self.told()
    }

    /// The process's own number, as its keeper told it when it had started it. Whoever asks for it wants to meter the
    /// driver.
    pub(crate) fn number(&self) -> Result<u32, Unknown> {
        if !cfg!(target_os = "linux") {
            return Err(Unknown::because("only Linux is asked what a process takes"));
        }
        self.started().ok_or_else(|| Unknown::because("the driver's process was not found"))
    }

    fn started(&self) -> Option<u32> {
        *self.number.get_or_init(|| {
            let mut leash = libc::pollfd { fd: self.leash.as_ref()?.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: the structure is live.
            unsafe { libc::poll(&raw mut leash, 1, LONGEST_START_MS) };
            self.told().and_then(|number| u32::try_from(number).ok())
        })
    }

    /// What the keeper has told next, if it has.
    fn told(&self) -> Option<u64> {
        let mut bytes = [0_u8; 8];
        let leash = self.leash.as_ref()?.as_raw_fd();
        // SAFETY: the buffer is live and its length is given.
        let count = unsafe { libc::recv(leash, bytes.as_mut_ptr().cast(), bytes.len(), libc::MSG_DONTWAIT) };
        (count == bytes.len() as isize).then(|| u64::from_le_bytes(bytes))
    }

    /// Bytes that were printed so far.
    pub(crate) fn printed(&mut self) -> u64 {
        self.drain_errors();
        self.printed
    }

    /// What was printed last, as far as it is kept.
    pub(crate) fn last_words(&mut self) -> String {
        self.drain_errors();
        let text = String::from_utf8_lossy(self.tail.make_contiguous());
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(5)..].join(" | ")
    }

    /// Writes as much as there is room for; an error where nobody reads it.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let Some(input) = &mut self.input else { return Ok(bytes.len()) };
        match input.write(bytes) {
            Err(err) if matches!(err.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(0),
            written => written,
        }
    }

    pub(crate) fn receive(&mut self, buffer: &mut [u8]) -> std::io::Result<Heard> {
        match self.output.read(buffer) {
            Ok(0) => Ok(Heard::End),
            Ok(count) => Ok(Heard::Bytes(count)),
            Err(err) if matches!(err.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(Heard::Nothing),
            Err(err) => Err(err),
        }
    }

    /// Waits until there is something to read (true), or to print away, or room to send (false).
    pub(crate) fn wait(&mut self, most: Duration, to_send: bool) -> std::io::Result<bool> {
        let poll = |fd: RawFd, events| libc::pollfd { fd, events, revents: 0 };
        let input = self.input.as_ref().filter(|_| to_send).map_or(-1, AsRawFd::as_raw_fd);
        let mut fds = [
            poll(self.output.as_raw_fd(), libc::POLLIN),
            poll(if self.errors_ended { -1 } else { self.errors.as_raw_fd() }, libc::POLLIN),
            poll(input, libc::POLLOUT),
        ];
        let most = i32::try_from(most.as_millis()).unwrap_or(i32::MAX).max(1);
        // SAFETY: the array is live and its length is given.
        if unsafe { libc::poll(fds.as_mut_ptr(), 3, most) } < 0 {
            let err = std::io::Error::last_os_error();
            return if err.kind() == ErrorKind::Interrupted { Ok(false) } else { Err(err) };
        }
        if fds[1].revents != 0 {
            self.drain_errors();
        }
        Ok(fds[0].revents != 0)
    }

    fn drain_errors(&mut self) {
        let mut buffer = [0; 8192];
        // Bounded, so that an endless printer cannot keep Paragone here past a deadline.
        for _ in 0..16 {
            match self.errors.read(&mut buffer) {
                Ok(0) => {
                    self.errors_ended = true;
                    return;
                }
                Ok(count) => {
                    self.printed += count as u64;
                    self.tail.extend(&buffer[..count]);
                    let excess = self.tail.len().saturating_sub(TAIL);
                    self.tail.drain(..excess);
                }
                Err(_) => return,
            }
        }
    }

    /// How it ended by itself, where it does so in time.
    pub(crate) fn ended_within(&mut self, most: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + most;
        loop {
            // The clock first: who was kept waiting between the two looks once more.
            let is_last = Instant::now() >= until;
            self.drain_errors();
            match self.keeper.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if !is_last => std::thread::sleep(Duration::from_micros(200)),
                _ => return None,
            }
        }
    }

    /// How it ended, asked of one that has closed a stream: waits for longer where it does not live, and only its
    /// keeper has not told.
    pub(crate) fn ended_if_over(&mut self) -> Option<ExitStatus> {
        let status = self.ended_within(GRACE);
        if status.is_some() || self.lives() {
            return status;
        }
        self.ended_within(LATE)
    }

    /// Whether it is there, and not only what is left of it until its keeper has looked; elsewhere than on Linux nobody
    /// tells.
    fn lives(&self) -> bool {
        !cfg!(target_os = "linux") || keeper::has_living_child(self.keeper.id())
    }

    /// Closes its standard input.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Closes its standard input, and ends it where it has not ended by itself in that time.
    pub(crate) fn close(&mut self, most: Duration) {
        self.hang_up();
        self.ended_within(most);
        self.kill();
    }

    /// Lets go of the leash: the keeper kills the process and all that it started, and ends. What has escaped a keeper
    /// that was killed itself is ended here.
    pub(crate) fn kill(&mut self) {
        self.input = None;
        self.leash = None;
        let status = self.ended_within(Duration::from_secs(2));
        if status.is_none() {
            let _ = self.keeper.kill();
            let _ = self.keeper.wait();
        }
        if status.is_none_or(|status| status.signal().is_some()) {
            bury_strays();
        }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.kill();
    }
}

/// By which signal or exit code, in words.
pub(crate) fn described(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => {
            let name = match signal {
                libc::SIGSEGV => " (SIGSEGV: it touched memory that is not its own)",
                libc::SIGABRT => " (SIGABRT: it gave up by itself)",
                libc::SIGKILL => " (SIGKILL)",
                libc::SIGILL => " (SIGILL: an instruction that this CPU does not have)",
                libc::SIGBUS => " (SIGBUS)",
                libc::SIGFPE => " (SIGFPE)",
                libc::SIGTERM => " (SIGTERM)",
                _ => "",
            };
            format!("signal {signal}{name}")
        }
        (_, Some(code)) => format!("exit code {code}"),
        _ => "an unknown end".to_owned(),
    }
}

/// What a system call gave, or why it failed, by `errno`.
fn or_errno(given: libc::c_int) -> std::io::Result<libc::c_int> {
    if given < 0 { Err(std::io::Error::last_os_error()) } else { Ok(given) }
}

fn unblock(fd: RawFd) -> std::io::Result<()> {
    // SAFETY: plain system calls on a descriptor of ours.
    unsafe {
        let flags = or_errno(libc::fcntl(fd, libc::F_GETFL))?;
        or_errno(libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK)).map(drop)
    }
}
