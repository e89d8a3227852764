//! One conversation with a driver, as plain methods.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use paragone_wire::{Greeting, OLDEST_VERSION, Reply, Request, Served, VERSION};

use crate::driver::building::kept::GRACE;
use crate::driver::processes::process::{Process, Program, Surroundings};
use crate::model::{CallKind, Fault, Params, Sample, Unknown, unit};

/// A driver that has greeted.
#[derive(Debug)]
pub struct Talk {
    process: Process,
    greeting: Greeting,
    start: Duration,
}

/// What `prepare` is told.
#[derive(Clone, Copy, Debug)]
pub struct CellTask<'a> {
    pub benchmark: &'a str,
    pub implementation: &'a str,
    pub inputs: &'a [PathBuf],
    pub params: &'a Params,
}

impl Talk {
    /// Starts a program and exchanges greetings.
    pub fn begin(program: &Program, around: &Surroundings, padding: usize) -> Result<Talk, Fault> {
        let began = Instant::now();
        let mut process = Process::start(program, around, padding)?;
        match process.ask(&Request::Hello { version: VERSION }, Duration::ZERO)? {
            Reply::Greeting(greeting) if (OLDEST_VERSION..=VERSION).contains(&greeting.version) => {
                Ok(Talk { process, greeting, start: began.elapsed() })
            }
            Reply::Greeting(greeting) => Err(Fault::Refused {
                request: format!("paragone {VERSION}"),
                text: format!(
                    "the driver speaks version {} of the protocol, and this version of paragone {OLDEST_VERSION} to {VERSION}; rebuild it with this version's SDK",
                    greeting.version
                ),
            }),
            other => Err(unexpected("paragone", &other)),
        }
    }

    pub fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// From the start of the process to its `ready`.
    pub fn start_time(&self) -> Duration {
        self.start
    }

    /// The driver's process.
    pub fn process_number(&self) -> Result<u32, Unknown> {
        self.process.kept.number()
    }

    /// The process that keeps the driver's: all that it has started descends from it.
    pub fn keeper(&self) -> u32 {
        self.process.kept.keeper()
    }

    pub fn prepare(&mut self, task: CellTask<'_>) -> Result<(), Fault> {
        let request = Request::Prepare {
            benchmark: task.benchmark.to_owned(),
            implementation: task.implementation.to_owned(),
            inputs: task.inputs.iter().map(|path| text_of(path)).collect::<Result<_, _>>()?,
            params: task.params.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        };
        match self.process.ask(&request, Duration::ZERO)? {
            Reply::Ok => Ok(()),
            other => Err(unexpected("prepare", &other)),
        }
    }

    /// The cell of every driver that does nothing: its time is what a call costs.
    pub fn prepare_empty(&mut self) -> Result<(), Fault> {
        self.prepare(CellTask { benchmark: "paragone", implementation: "empty", inputs: &[], params: &Params::new() })
    }

    pub fn answer(&mut self, input: u32) -> Result<Vec<u8>, Fault> {
        match self.process.ask(&Request::Answer { input }, Duration::ZERO)? {
            Reply::Answer(bytes) => Ok(bytes),
            other => Err(unexpected("answer", &other)),
        }
    }

    pub fn last(&mut self) -> Result<Vec<u8>, Fault> {
        match self.process.ask(&Request::Last, Duration::ZERO)? {
            Reply::Answer(bytes) => Ok(bytes),
            other => Err(unexpected("last", &other)),
        }
    }

    /// So many calls, expected to take so long; gives what else the driver measured, too.
    pub fn time(&mut self, calls: u64, expected_ns: f64) -> Result<(Sample, Vec<(String, f64)>), Fault> {
        let began = Instant::now();
        match self.process.ask(&Request::Time { calls }, longer(expected_ns))? {
            // Two clocks may differ a little in rate, but not by more time than there was.
            Reply::Time { wall_ns, .. }
                if !self.makes_up_its_calls() && wall_ns as f64 > began.elapsed().as_nanos() as f64 * 1.01 + 1e6 =>
            {
                let text = format!(
                    "`time {calls}` took {} as it says, and {} by Paragone's clock, from the request to its reply",
                    unit::time(wall_ns as f64),
                    unit::time(began.elapsed().as_nanos() as f64)
                );
                Err(Fault::Clock { text })
            }
            Reply::Time { wall_ns, cpu_ns, readings } => Ok((Sample { calls, wall_ns, cpu_ns }, readings)),
            other => Err(unexpected("time", &other)),
        }
    }

    /// Whether it tells the time of as many calls as were asked for, and makes as many as it likes: a harness does.
    fn makes_up_its_calls(&self) -> bool {
        CallKind::of_language(&self.greeting.language).sizes_itself()
    }

    /// Whether the driver can be asked for [`Talk::audit`].
    pub fn can_be_audited(&self) -> bool {
        self.greeting.version > 1
    }

    /// Whether the driver says of an implementation that nothing of it runs untimed; in version 1 it could not say so.
    pub fn tells_all(&self, benchmark: &str, implementation: &str) -> bool {
        let is_meant = |served: &&Served| served.benchmark == benchmark && served.implementation == implementation;
        let served = self.greeting.implementations.iter().find(is_meant);
        self.can_be_audited() && served.is_some_and(|served| !served.reset && !served.untimed_answer)
    }

    /// So many calls, untimed, expected to take so long; gives the digest of all their answers.
    pub fn audit(&mut self, calls: u64, expected_ns: f64) -> Result<u32, Fault> {
        match self.process.ask(&Request::Audit { calls }, longer(expected_ns))? {
            Reply::Audit(digest) => Ok(digest),
            other => Err(unexpected("audit", &other)),
        }
    }

    /// Bytes that were printed so far.
    pub fn printed(&mut self) -> u64 {
        self.process.kept.printed()
    }

    /// Says goodbye, and does not wait for the end; nothing can be asked any more.
    pub fn leave(&mut self) {
        if let Ok(bytes) = Request::Quit.encode() {
            let _ = self.process.kept.send(&bytes);
        }
        self.process.kept.hang_up();
    }

    /// Quits; gives how much was printed, and the last of it.
    pub fn end(self) -> (u64, String) {
        self.end_within(GRACE)
    }

    /// Ends the process as `end` does, with so much time to end by itself: for those that need more than most.
    pub fn end_within(mut self, most: Duration) -> (u64, String) {
        self.leave();
        self.process.kept.close(most);
        (self.process.kept.printed(), self.process.kept.last_words())
    }
}

/// Beyond the deadline: calls may well take ten times what is expected of them on a busy machine, and must not be
/// called hung.
fn longer(expected_ns: f64) -> Duration {
    Duration::from_nanos((expected_ns * 10.0).min(3.6e12) as u64)
}

fn text_of(path: &Path) -> Result<String, Fault> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| Fault::Refused {
        request: "prepare".to_owned(),
        text: format!("the path `{}` is not UTF-8", path.display()),
    })
}

fn unexpected(request: &str, reply: &Reply) -> Fault {
    let word = match reply {
        Reply::Error(text) => return Fault::Refused { request: request.to_owned(), text: text.clone() },
        Reply::Greeting(_) => "a greeting",
        Reply::Ok => "ok",
        Reply::Answer(_) => "answer",
        Reply::Time { .. } => "time",
        Reply::Audit(_) => "audit",
    };
    Fault::Garbage { text: format!("`{request}` was answered by {word}"), stderr: String::new() }
}
