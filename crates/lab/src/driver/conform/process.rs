//! A driver as a process under test, every wait of which has an end.
//!
//! In: bytes to say and a deadline; out: bytes said, and how the process ended. Knows no words.

use std::io::{Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::driver::keeper::{resident_bytes, wait_for};

/// How a process ended.
pub struct End {
    pub status: ExitStatus,
    /// Its largest resident memory, in bytes.
    pub memory: u64,
}

pub struct ConformProcess {
    stdin: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    said: Vec<u8>,
    errors: Receiver<Vec<u8>>,
    end: Receiver<End>,
    pid: i32,
    ended: bool,
    pub deadline: Duration,
}

impl ConformProcess {
    pub fn start(command: Command, deadline: Duration) -> Result<ConformProcess, String> {
        ConformProcess::start_on(Stdio::piped(), command, deadline)
    }

    pub fn start_on(stdin: Stdio, mut command: Command, deadline: Duration) -> Result<ConformProcess, String> {
        command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
        let spawned = command.spawn();
        let name = || command.get_program().to_string_lossy().into_owned();
        let mut child = spawned.map_err(|err| format!("failed to start `{}`: {err}", name()))?;
        let stdin = child.stdin.take();
        let output = pieces(child.stdout.take().expect("it is piped"));
        let errors = pieces(child.stderr.take().expect("it is piped"));
        let pid = i32::try_from(child.id()).expect("process ids are small");
        let (tell, end) = channel();
        thread::spawn(move || tell.send(wait(pid)));
        Ok(ConformProcess { stdin, output, said: Vec::new(), errors, end, pid, ended: false, deadline })
    }

    /// A driver that has gone is noticed by what it says, so a failure to write is none.
    pub fn say(&mut self, bytes: &[u8]) {
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(bytes);
        }
    }

    /// Says all from a thread of its own, since a driver may reply before it has read all.
    pub fn say_all(&mut self, mut pieces: impl Iterator<Item = Vec<u8>> + Send + 'static) {
        if let Some(mut stdin) = self.stdin.take() {
            thread::spawn(move || pieces.all(|piece| stdin.write_all(&piece).is_ok()));
        }
    }

    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// The next line without its end.
    pub fn line(&mut self) -> Result<Vec<u8>, String> {
        loop {
            if let Some(end) = self.said.iter().position(|&byte| byte == b'\n') {
                let mut line: Vec<u8> = self.said.drain(..=end).collect();
                line.pop();
                return Ok(line);
            }
            self.hear("a line")?;
        }
    }

    /// Puts a line back.
    pub fn unhear(&mut self, line: &[u8]) {
        self.said.splice(..0, [line, b"\n"].concat());
    }

    pub fn bytes(&mut self, count: usize) -> Result<Vec<u8>, String> {
        while self.said.len() < count {
            self.hear("bytes")?;
        }
        Ok(self.said.drain(..count).collect())
    }

    fn hear(&mut self, what: &str) -> Result<(), String> {
        match self.output.recv_timeout(self.deadline) {
            Ok(more) => self.said.extend(more),
            Err(RecvTimeoutError::Timeout) => return Err(format!("the driver is silent for {:?}", self.deadline)),
            Err(RecvTimeoutError::Disconnected) => {
                let rest = self.said.escape_ascii();
                return Err(format!("the driver closed its output before {what}, after `{rest}`; {}", self.errors()));
            }
        }
        Ok(())
    }

    /// What is left of the output once the driver has closed it.
    pub fn rest(&mut self) -> Result<Vec<u8>, String> {
        let start = Instant::now();
        loop {
            match self.output.recv_timeout(self.deadline.saturating_sub(start.elapsed())) {
                Ok(more) => self.said.extend(more),
                Err(RecvTimeoutError::Disconnected) => return Ok(std::mem::take(&mut self.said)),
                Err(RecvTimeoutError::Timeout) => return Err(format!("the driver runs on for {:?}", self.deadline)),
            }
        }
    }

    /// How the process ended; it must have had the reason to.
    pub fn end(&mut self) -> Result<End, String> {
        let end = self.end.recv_timeout(self.deadline);
        self.ended = end.is_ok();
        end.map_err(|_| format!("the driver does not end within {:?}", self.deadline))
    }

    /// All that stands on standard error, once the process has ended.
    pub fn errors(&self) -> String {
        let mut errors = Vec::new();
        while let Ok(more) = self.errors.recv_timeout(self.deadline) {
            errors.extend(more);
        }
        String::from_utf8_lossy(&errors).into_owned()
    }
}

impl Drop for ConformProcess {
    fn drop(&mut self) {
        if !self.ended && self.end.try_recv().is_err() {
            // SAFETY: a plain system call; the thread that waits has not told of the end, so the id is still the child's.
            unsafe { libc::kill(self.pid, libc::SIGKILL) };
        }
    }
}

fn pieces(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (tell, pieces) = channel();
    thread::spawn(move || {
        let mut piece = vec![0; 1 << 16];
        while let Ok(count @ 1..) = from.read(&mut piece) {
            if tell.send(piece[..count].to_vec()).is_err() {
                return;
            }
        }
    });
    pieces
}

fn wait(pid: i32) -> End {
    let (status, usage) = wait_for(pid).expect("failed to wait for the driver");
    End { status, memory: resident_bytes(&usage) }
}
