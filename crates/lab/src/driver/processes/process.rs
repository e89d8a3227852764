//! A driver as a process: bytes in, bytes out, deadlines, its last words, its end.
//!
//! It knows nothing of what is measured. Whatever a driver does, Paragone gets a reply or a [`Fault`].

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paragone_wire::{Decoder, Faulty, Limits, Reply, Request};

use crate::driver::building::code::Code;
use crate::driver::building::kept::{Heard, Kept, Start, described};
use crate::driver::building::unchanged::Unchanged;
use crate::driver::keeper::KeeperOrders;
use crate::driver::processes::held::{self, HeldMemory};
use crate::model::{Cores, Fault, Unknown};

/// What every driver of a run is started with.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// Paragone's own program, which is also the keeper.
    pub keeper: PathBuf,
    pub core: Option<u32>,
    /// Every core that there is for a program that may use several.
    pub cores: Vec<u32>,
    /// Most bytes of data of each process of a driver, and of memory of all of them together; 0 for no limit.
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
    /// Added to Paragone's own environment.
    pub env: Vec<(String, String)>,
    pub folder: PathBuf,
    /// Digest of the program's file, or of what stands for it.
    pub artefact: String,
    /// Its machine code, or why there is none to be known.
    pub code: Result<Code, Unknown>,
    /// Bytes that are loaded beyond those of a driver that serves nothing.
    pub growth: Result<i64, Unknown>,
    pub cores: Cores,
    /// What is run, as it was when the program was built.
    pub files: Unchanged,
}

impl Program {
    /// Starts it under a keeper, by these words and orders.
    pub(crate) fn kept(
        &self,
        argv: &[String],
        orders: KeeperOrders,
        keeper: &Path,
        padding: usize,
    ) -> io::Result<Kept> {
        Kept::start(Start { keeper, orders, argv, env: &self.env, folder: &self.folder, padding })
    }

    /// What is run has to be what was built, launch after launch.
    pub(crate) fn is_as_built(&self) -> Result<(), String> {
        self.files.first_changed().map_or(Ok(()), |path| {
            Err(format!("`{}` is not what was built: it changed while the run went on", path.display()))
        })
    }
}

/// A living driver. Dropping it kills it, and all that it started.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) kept: Kept,
    held: HeldMemory,
    decoder: Decoder,
    deadline: Duration,
}

impl Process {
    /// Starts a program; `padding` bytes of environment move its stack to another place each time.
    pub(crate) fn start(program: &Program, around: &Surroundings, padding: usize) -> Result<Process, Fault> {
        program.is_as_built().map_err(|text| Fault::Start { text })?;
        let cores = match program.cores {
            Cores::One => around.core.into_iter().collect(),
            // Paragone has pinned itself to one core, and what it starts begins there.
            Cores::All => around.cores.clone(),
        };
        let orders = KeeperOrders { leash: -1, cores, memory: around.memory, env: around.env.clone() };
        let fault = |err: io::Error| Fault::Start { text: format!("`{}`: {err}", program.argv.join(" ")) };
        Ok(Process {
            kept: program.kept(&program.argv, orders, &around.keeper, padding).map_err(fault)?,
            held: HeldMemory::new(around.memory),
            decoder: Decoder::new(around.limits),
            deadline: around.deadline,
        })
    }

    /// Says something and waits for the reply; `longer` is added to the deadline.
    pub(crate) fn ask(&mut self, request: &Request, longer: Duration) -> Result<Reply, Fault> {
        self.nothing_unasked().map_err(|fault| met(fault, "before", "before", request))?;
        self.asked(request, longer).map_err(|fault| met(fault, "at", "in reply to", request))
    }

    fn asked(&mut self, request: &Request, longer: Duration) -> Result<Reply, Fault> {
        let bytes = request.encode().map_err(|text| Fault::Refused { request: name(request), text })?;
        self.holds_no_more_than_it_may()?;
        let until = Instant::now() + self.deadline + longer;
        let mut sent = 0;
        loop {
            match self.decoder.next_reply() {
                Ok(Some(Reply::Error(text))) => return Ok(Reply::Error(self.with_limit(text))),
                Ok(Some(reply)) => return Ok(reply),
                Ok(None) => {}
                Err(Faulty::LongAnswer { length, most }) => {
                    self.kept.kill();
                    return Err(Fault::TooLong { length, most: most as u64 });
                }
                Err(faulty) => return Err(Fault::Garbage { text: faulty.to_string(), stderr: self.killed() }),
            }
            if sent < bytes.len() {
                sent += self.kept.send(&bytes[sent..]).map_err(|_| self.gone("closed its input"))?;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                // It may have been Paragone that was kept waiting, with the reply before its door.
                self.receive()?;
                if let Ok(Some(reply)) = self.decoder.next_reply() {
                    return Ok(reply);
                }
                let seconds = (self.deadline + longer).as_secs_f64();
                let seconds = (seconds * 10.0).round() / 10.0;
                return Err(Fault::Deadline { request: name(request), seconds, stderr: self.killed() });
            }
            let most = left.min(self.held.quiet());
            let heard = self.kept.wait(most, sent < bytes.len());
            if !heard.map_err(|err| self.gone(&format!("cannot be waited for: {err}")))? {
                self.holds_no_more_than_it_may()?;
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
        let text = format!("said `{}` without being asked", self.decoder.rest());
        Err(Fault::Garbage { text, stderr: self.killed() })
    }

    /// Ends it where it and what it started have more memory than they may, all together.
    fn holds_no_more_than_it_may(&mut self) -> Result<(), Fault> {
        let Some(text) = self.held.too_much(self.kept.keeper()) else { return Ok(()) };
        Err(Fault::Died { how: format!("it was ended because of {text}"), stderr: self.killed() })
    }

    /// Leaves nothing of it behind; gives its last words.
    fn killed(&mut self) -> String {
        self.kept.kill();
        self.kept.last_words()
    }

    /// An error that is told may be one of memory.
    fn with_limit(&self, text: String) -> String {
        let held = self.kept.number().ok().and_then(held::most);
        text + &self.held.near(held)
    }

    fn receive(&mut self) -> Result<(), Fault> {
        let mut buffer = [0; 65536];
        match self.kept.receive(&mut buffer) {
            Ok(Heard::Bytes(count)) => {
                self.decoder.push(&buffer[..count]);
                Ok(())
            }
            Ok(Heard::Nothing) => Ok(()),
            Ok(Heard::End) => Err(self.gone("closed its output")),
            Err(err) => Err(self.gone(&format!("its output cannot be read: {err}"))),
        }
    }

    /// The driver ended, or shut a stream: says how, and leaves nothing of it behind.
    fn gone(&mut self, otherwise: &str) -> Fault {
        let status = self.kept.ended_if_over();
        let peak = self.kept.peak();
        let how = match status {
            Some(status) if status.signal().is_some() && peak.is_none() => {
                format!("its keeper was ended by {}", described(status))
            }
            Some(status) => described(status),
            None => otherwise.to_owned(),
        };
        Fault::Died { how: how + &self.held.near(peak), stderr: self.killed() }
    }
}

/// How long a shell may take to open a file.
const LONGEST_TO_OPEN: Duration = Duration::from_secs(5);

/// Whether a process that is started like a driver can read a file of Paragone's: tried with a shell.
pub fn can_read(path: &Path, around: &Surroundings) -> bool {
    let Some(name) = path.to_str() else { return false };
    let start = Start {
        keeper: &around.keeper,
        orders: KeeperOrders { leash: -1, cores: Vec::new(), memory: around.memory, env: around.env.clone() },
        argv: &["sh", "-c", "exec < \"$0\"", name].map(str::to_owned),
        env: &[],
        folder: Path::new("/"),
        padding: 0,
    };
    let ended = Kept::start(start).ok().and_then(|mut kept| kept.ended_within(LONGEST_TO_OPEN));
    ended.is_some_and(|status| status.success())
}

/// Which request it was, where the fault itself does not know. Calls are not counted: a death is the same whichever
/// sample it came in.
fn met(fault: Fault, died: &str, said: &str, request: &Request) -> Fault {
    let name = match request {
        Request::Time { .. } => "`time`".to_owned(),
        Request::Audit { .. } => "`audit`".to_owned(),
        Request::Hello { .. } => "Paragone's greeting".to_owned(),
        other => format!("`{}`", name(other)),
    };
    match fault {
        Fault::Died { how, stderr } => Fault::Died { how: format!("{how} {died} {name}"), stderr },
        Fault::Garbage { text, stderr } => Fault::Garbage { text: format!("{text} {said} {name}"), stderr },
        other => other,
    }
}

fn name(request: &Request) -> String {
    match request {
        Request::Hello { .. } => "paragone (Paragone's greeting)".to_owned(),
        Request::Prepare { .. } => "prepare".to_owned(),
        Request::Answer { input } => format!("answer {input}"),
        Request::Time { calls } => format!("time {calls}"),
        Request::Last => "last".to_owned(),
        Request::Audit { calls } => format!("audit {calls}"),
        Request::Quit => "quit".to_owned(),
    }
}
