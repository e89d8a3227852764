//! What the two sides say: the lab requests, the driver replies.

/// The newest version of the protocol that this crate speaks.
pub const VERSION: u32 = 2;

/// The oldest: drivers of it cannot be audited, and do not say which of their jobs have a reset.
pub const OLDEST_VERSION: u32 = 1;

/// Bytes of one line, its end included: neither side says a longer one.
pub(crate) const MOST_LINE: usize = 4096;

/// Lines between `prepare` and `end`.
const MOST_DETAILS: usize = 4096;

/// What the lab says to a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// `paragone VERSION`: opens the conversation; the driver answers with its [`Greeting`].
    Hello {
        /// The newest that the lab speaks.
        version: u32,
    },
    /// `prepare BENCHMARK IMPLEMENTATION`, its details, then `end`: untimed set-up of one cell.
    Prepare {
        /// The job.
        benchmark: String,
        /// The way of doing it.
        implementation: String,
        /// `input PATH`: files, rotated call by call.
        inputs: Vec<String>,
        /// `param NAME VALUE`.
        params: Vec<(String, String)>,
    },
    /// `answer INDEX`: the answer for one input, counted from 0.
    Answer {
        /// Which of the inputs.
        input: u32,
    },
    /// `time CALLS`: so many calls, timed; the first takes input 0.
    Time {
        /// How many, at least one.
        calls: u64,
    },
    /// `last`: the answer of the last timed call.
    Last,
    /// `audit CALLS`, from version 2 on: so many calls as `time` would make them, untimed, and one number made of all
    /// their answers.
    Audit {
        /// How many, at least one.
        calls: u64,
    },
    /// `quit`: the driver ends with exit code 0.
    Quit,
}

impl Request {
    /// The bytes of this request, ready to be written. A line end inside a name, path or value
    /// would forge a message, and a driver need not read a longer line than the protocol allows, so
    /// such a request is refused.
    pub fn encode(&self) -> Result<Vec<u8>, String> {
        let text = match self {
            Request::Hello { version } => format!("paragone {version}\n"),
            Request::Prepare { benchmark, implementation, inputs, params } => {
                let details = inputs.len() + params.len();
                if details > MOST_DETAILS {
                    return Err(format!("{details} inputs and parameters in one cell, and {MOST_DETAILS} is the most"));
                }
                let mut text = format!("prepare {} {}\n", word(benchmark)?, word(implementation)?);
                for path in inputs {
                    text += &format!("input {}\n", line(path)?);
                }
                for (name, value) in params {
                    text += &format!("param {} {}\n", word(name)?, line(value)?);
                }
                text + "end\n"
            }
            Request::Answer { input } => format!("answer {input}\n"),
            Request::Time { calls } => format!("time {calls}\n"),
            Request::Last => "last\n".to_owned(),
            Request::Audit { calls } => format!("audit {calls}\n"),
            Request::Quit => "quit\n".to_owned(),
        };
        if let Some(long) = text.lines().find(|line| line.len() >= MOST_LINE) {
            let start: String = long.chars().take(80).collect();
            return Err(format!(
                "line of {} bytes, and {MOST_LINE} is the most, in a message: `{start}…`",
                long.len() + 1
            ));
        }
        Ok(text.into_bytes())
    }
}

fn word(text: &str) -> Result<&str, String> {
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(format!("`{}` cannot be one word of a message", text.escape_debug()));
    }
    Ok(text)
}

fn line(text: &str) -> Result<&str, String> {
    if text.contains(['\n', '\r', '\0']) {
        return Err(format!("`{}` cannot be part of a line of a message", text.escape_debug()));
    }
    Ok(text)
}

/// What a driver says of itself before `ready`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Greeting {
    /// `paragone VERSION`: the protocol version it speaks.
    pub version: u32,
    /// `language NAME`: one word.
    pub language: String,
    /// `runtime TEXT`: compiler or runtime and its version.
    pub runtime: String,
    /// `clock NAME NANOSECONDS`: the clock it times with.
    pub clock: String,
    /// The smallest step of that clock that the driver saw.
    pub resolution_ns: u64,
    /// `implementation BENCHMARK NAME`, and perhaps `reset` and `untimed-answer`: what it serves, one line each.
    pub implementations: Vec<Served>,
}

/// One implementation that a driver serves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// The job.
    pub benchmark: String,
    /// The way of doing it.
    pub implementation: String,
    /// Whether something runs untimed before each call, so that a request lasts longer than what is timed of it; from
    /// version 2 on.
    pub reset: bool,
    /// Whether its answers are worked out untimed, when they are asked for; from version 2 on.
    pub untimed_answer: bool,
}

/// What a driver answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `ready`, after the lines of the greeting.
    Greeting(Greeting),
    /// `ok`: it is prepared.
    Ok,
    /// `answer LENGTH`, then that many bytes.
    Answer(Vec<u8>),
    /// `time WALL CPU`, after its readings: nanoseconds of wall and of process CPU time.
    Time {
        /// Of the wall clock, all calls together.
        wall_ns: u64,
        /// Of the process, all its threads together.
        cpu_ns: u64,
        /// `reading NAME VALUE`: whatever else the driver measured.
        readings: Vec<(String, f64)>,
    },
    /// `audit NUMBER`: what [`crate::digest`] makes of the answers.
    Audit(u32),
    /// `error TEXT`: the request failed.
    Error(String),
}
