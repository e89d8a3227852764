//! A driver as a process: bytes in, bytes out, deadlines, its last words, its end.
//!
//! It knows nothing of what is measured. Whatever a driver does, the lab gets a reply or a [`Fault`].

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::time::{Duration, Instant};

use paragone_wire::{Decoder, Limits, Reply, Request};

use crate::driver::code::Code;
use crate::driver::keeper::{self, Orders};
use crate::model::Cores;
use crate::model::Fault;
use crate::model::Unknown;

/// What every driver of a run is started with.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The lab's own program, which is also the keeper.
    pub keeper: PathBuf,
    pub core: Option<u32>,
    /// Every core that there is for a program that may use several.
    pub cores: Vec<u32>,
    /// Most bytes of data, 0 for no limit.
    pub memory: u64,
    /// Longest wait for any one reply.
    pub deadline: Duration,
    pub limits: Limits,
    /// Added to a driver's environment, beside its program's own.
    pub env: Vec<(String, String)>,
}

/// A program that is ready to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub argv: Vec<String>,
    /// Added to the lab's own environment.
    pub env: Vec<(String, String)>,
    pub folder: PathBuf,
    /// Digest of the program's file, or of what stands for it.
    pub artefact: String,
    /// Its machine code, or why there is none to be known.
    pub code: Result<Code, Unknown>,
    /// Bytes that are loaded beyond those of a driver that serves nothing.
    pub growth: Result<i64, Unknown>,
    pub cores: Cores,
}

/// How much of what a driver prints is kept.
const TAIL: usize = 4096;
/// How long a process that has closed its output may take to end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// A living driver. Dropping it kills it, and all that it started.
#[derive(Debug)]
pub struct Process {
    keeper: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: ChildStderr,
    /// Nobody holds the other end any more: polling it would return at once, for ever.
    errors_ended: bool,
    leash: Option<OwnedFd>,
    decoder: Decoder,
    tail: VecDeque<u8>,
    printed: u64,
    deadline: Duration,
}

impl Process {
    /// Starts a program; `padding` bytes of environment move its stack to another place each time.
    pub fn start(program: &Program, around: &Surroundings, padding: usize) -> Result<Process, Fault> {
        let fault = |err: std::io::Error| Fault::Start { text: format!("`{}`: {err}", program.argv.join(" ")) };
        let (leash, held) = pipe().map_err(fault)?;
        let cores = match program.cores {
            Cores::One => around.core.into_iter().collect(),
            // The lab has pinned itself to one core, and what it starts begins there.
            Cores::All => around.cores.clone(),
        };
        let orders = Orders { leash: leash.as_raw_fd(), cores, memory: around.memory, env: around.env.clone() };
        let mut command = Command::new(&around.keeper);
        command.args(orders.arguments()).args(&program.argv).current_dir(&program.folder);
        command.envs(program.env.iter().map(|(name, value)| (name, value)));
        command.env("PARAGONE_PADDING", "x".repeat(padding));
        keeper::quiet(&mut command);
        let end = leash.as_raw_fd();
        let detach = move || {
            // A session of its own, so that Ctrl-C reaches the lab alone, which then stops in good order.
            // SAFETY: a plain system call.
            unsafe { libc::setsid() };
            stay_open(end)
        };
        // SAFETY: two system calls that are safe between fork and exec.
        let spawned = unsafe { command.pre_exec(detach).spawn() };
        let mut keeper = spawned.map_err(fault)?;
        let (input, output, errors) = (keeper.stdin.take(), keeper.stdout.take(), keeper.stderr.take());
        let (Some(input), Some(output), Some(errors)) = (input, output, errors) else {
            return Err(Fault::Start { text: "no pipes".to_owned() });
        };
        for fd in [input.as_raw_fd(), output.as_raw_fd(), errors.as_raw_fd()] {
            unblock(fd).map_err(fault)?;
        }
        Ok(Process {
            keeper,
            input: Some(input),
            output,
            errors,
            errors_ended: false,
            leash: Some(held),
            decoder: Decoder::new(around.limits),
            tail: VecDeque::new(),
            printed: 0,
            deadline: around.deadline,
        })
    }

    /// Says something and waits for the reply; `longer` is added to the deadline.
    pub fn ask(&mut self, request: &Request, longer: Duration) -> Result<Reply, Fault> {
        let bytes = request.encode().map_err(|text| Fault::Refused { request: name(request), text })?;
        self.nothing_unasked()?;
        let until = Instant::now() + self.deadline + longer;
        let mut sent = 0;
        loop {
            match self.decoder.next_reply() {
                Ok(Some(reply)) => return Ok(reply),
                Ok(None) => {}
                Err(faulty) => {
                    self.kill();
                    return Err(Fault::Garbage { text: faulty.to_string(), stderr: self.last_words() });
                }
            }
            if sent < bytes.len() {
                sent += self.send(&bytes[sent..])?;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                self.kill();
                let seconds = (self.deadline + longer).as_secs_f64();
                let seconds = (seconds * 10.0).round() / 10.0;
                return Err(Fault::Deadline { request: name(request), seconds, stderr: self.last_words() });
            }
            if !self.wait(left, sent < bytes.len())? {
                continue;
            }
            self.receive()?;
        }
    }

    /// What a driver says without being asked would be taken for the reply to the next request.
    fn nothing_unasked(&mut self) -> Result<(), Fault> {
        self.receive()?;
        if self.decoder.pending() == 0 {
            return Ok(());
        }
        self.kill();
        let text = format!("said `{}` without being asked", self.decoder.rest());
        Err(Fault::Garbage { text, stderr: self.last_words() })
    }

    /// Says goodbye and waits for the end; gives what was printed: how many bytes, and the last of them.
    pub fn end(self) -> (u64, String) {
        self.end_within(GRACE)
    }

    /// The same, where it is given so much time to end by itself.
    pub fn end_within(mut self, most: Duration) -> (u64, String) {
        if let Ok(bytes) = Request::Quit.encode() {
            let _ = self.send(&bytes);
        }
        self.input = None;
        self.status_within(most);
        self.kill();
        (self.printed, self.last_words())
    }

    /// The driver's own number, while it lives: the keeper has one child at first, and others only when
    /// the driver leaves them behind.
    #[cfg(target_os = "linux")]
    pub fn number(&self) -> Result<u32, Unknown> {
        let children = keeper::children_of(self.keeper.id());
        let first = children.first().and_then(|child| u32::try_from(*child).ok());
        first.ok_or_else(|| Unknown::because("the driver's process was not found"))
    }

    /// Whoever asks for it wants to meter the driver.
    #[cfg(not(target_os = "linux"))]
    pub fn number(&self) -> Result<u32, Unknown> {
        Err(Unknown::because("only Linux is asked what a process takes"))
    }

    /// Bytes that were printed so far.
    pub fn printed(&mut self) -> u64 {
        self.drain_errors();
        self.printed
    }

    /// What the driver printed last, as far as it is kept.
    pub fn last_words(&mut self) -> String {
        self.drain_errors();
        let bytes: Vec<u8> = self.tail.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(5)..].join(" | ")
    }

    fn send(&mut self, bytes: &[u8]) -> Result<usize, Fault> {
        let Some(input) = &mut self.input else { return Ok(bytes.len()) };
        match input.write(bytes) {
            Ok(count) => Ok(count),
            Err(err) if matches!(err.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(0),
            Err(_) => Err(self.gone("closed its input")),
        }
    }

    fn receive(&mut self) -> Result<(), Fault> {
        let mut buffer = [0; 65536];
        match self.output.read(&mut buffer) {
            Ok(0) => Err(self.gone("closed its output")),
            Ok(count) => {
                self.decoder.push(&buffer[..count]);
                Ok(())
            }
            Err(err) if matches!(err.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => Ok(()),
            Err(err) => Err(self.gone(&format!("its output cannot be read: {err}"))),
        }
    }

    /// Waits until there is something to read (true), or to print away, or room to send (false).
    fn wait(&mut self, most: Duration, to_send: bool) -> Result<bool, Fault> {
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
            if err.kind() != ErrorKind::Interrupted {
                return Err(self.gone(&format!("cannot be waited for: {err}")));
            }
            return Ok(false);
        }
        if fds[1].revents != 0 {
            self.drain_errors();
        }
        Ok(fds[0].revents != 0)
    }

    fn drain_errors(&mut self) {
        let mut buffer = [0; 8192];
        // Bounded, so that an endless printer cannot keep the lab here past a deadline.
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

    /// The driver ended, or shut a stream: says how, and leaves nothing of it behind.
    fn gone(&mut self, otherwise: &str) -> Fault {
        let how = match self.status_within(GRACE) {
            Some(status) => described(status),
            None => otherwise.to_owned(),
        };
        self.kill();
        Fault::Died { how, stderr: self.last_words() }
    }

    fn status_within(&mut self, most: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + most;
        loop {
            self.drain_errors();
            match self.keeper.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_micros(200)),
                _ => return None,
            }
        }
    }

    /// Lets go of the leash: the keeper kills the driver and all that it started, and ends.
    fn kill(&mut self) {
        self.input = None;
        self.leash = None;
        if self.status_within(Duration::from_secs(2)).is_none() {
            let _ = self.keeper.kill();
            let _ = self.keeper.wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn name(request: &Request) -> String {
    match request {
        Request::Hello { .. } => "paragone".to_owned(),
        Request::Prepare { .. } => "prepare".to_owned(),
        Request::Answer { input } => format!("answer {input}"),
        Request::Time { calls } => format!("time {calls}"),
        Request::Last => "last".to_owned(),
        Request::Quit => "quit".to_owned(),
    }
}

fn described(status: ExitStatus) -> String {
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
        (_, Some(code)) => format!("exit code {code} in mid-conversation"),
        _ => "an unknown end".to_owned(),
    }
}

fn pipe() -> std::io::Result<(OwnedFd, OwnedFd)> {
    let mut fds = [0; 2];
    // SAFETY: the array has room for the two descriptors, which then have one owner each.
    unsafe {
        if libc::pipe(fds.as_mut_ptr()) != 0 {
            return Err(std::io::Error::last_os_error());
        }
        for fd in fds {
            libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC);
        }
        Ok((OwnedFd::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1])))
    }
}

fn stay_open(fd: RawFd) -> std::io::Result<()> {
    // SAFETY: a plain system call.
    if unsafe { libc::fcntl(fd, libc::F_SETFD, 0) } < 0 {
        return Err(std::io::Error::last_os_error());
    }
    Ok(())
}

fn unblock(fd: RawFd) -> std::io::Result<()> {
    // SAFETY: plain system calls on a descriptor of ours.
    unsafe {
        let flags = libc::fcntl(fd, libc::F_GETFL);
        if flags < 0 || libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK) < 0 {
            return Err(std::io::Error::last_os_error());
        }
    }
    Ok(())
}
