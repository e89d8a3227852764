//! What the two sides say: Paragone requests, the driver replies.

/// The newest version of the protocol that this crate speaks.
pub const VERSION: u32 = 2;

/// The oldest version of the protocol that this crate speaks: drivers of it cannot be audited, and do not say which of
/// their benchmarks have a reset.
pub const OLDEST_VERSION: u32 = 1;

/// Bytes of one line, its end included: neither side says a longer one.
pub(crate) const MOST_LINE: usize = 4096;

/// Lines between `prepare` and `end`.
const MOST_DETAILS: usize = 4096;

/// What Paragone says to a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// `paragone VERSION`: opens the conversation; the driver answers with its [`Greeting`].
    Hello {
        /// The newest version of the protocol that Paragone speaks, [`VERSION`].
        version: u32,
    },
    /// `prepare BENCHMARK IMPLEMENTATION`, its details, then `end`: asks for the untimed set-up of one cell, which is
    /// an implementation of a benchmark with its inputs and parameters. The driver answers with [`Reply::Ok`].
    Prepare {
        /// The name of the benchmark, one word.
        benchmark: String,
        /// The name of the implementation, one word.
        implementation: String,
        /// `input PATH`: the files that calls are given in turn, one by one and again from the first.
        inputs: Vec<String>,
        /// `param NAME VALUE`: the parameters of the cell, names with values. A name is one word.
        params: Vec<(String, String)>,
    },
    /// `answer INDEX`: asks for the answer to one input, with [`Reply::Answer`].
    Answer {
        /// The index of the input among those of the cell, counted from 0.
        input: u32,
    },
    /// `time CALLS`: asks for calls to be made and timed together, the first with input 0. The driver answers with
    /// [`Reply::Time`].
    Time {
        /// The number of calls, at least one.
        calls: u64,
    },
    /// `last`: asks for the answer of the last timed call, with [`Reply::Answer`].
    Last,
    /// `audit CALLS`, from version 2 on: asks for calls to be made as `time` would, untimed, and for one number made of
    /// all their answers. The driver answers with [`Reply::Audit`].
    Audit {
        /// The number of calls, at least one.
        calls: u64,
    },
    /// `quit`: asks the driver to end, with exit code 0 and without a reply.
    Quit,
}

impl Request {
    /// The bytes of this request, ready to be written to the driver.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong, if a name is not one word, if a path or a value has a line end (`\n` or
    /// `\r`) or a zero byte in it, which would forge a message, if a line is longer than 4096 bytes, its end included,
    /// or if there are more than 4096 inputs and parameters: a driver need not read more than that.
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

/// What a driver says of itself when a conversation begins, before the line `ready`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Greeting {
    /// `paragone VERSION`: the version of the protocol that the driver speaks.
    pub version: u32,
    /// `language NAME`: the programming language of the driver, one word.
    pub language: String,
    /// `runtime TEXT`: the compiler or runtime of the driver, with its version.
    pub runtime: String,
    /// `clock NAME NANOSECONDS`: the name of the clock that the driver times with.
    pub clock: String,
    /// The smallest step of that clock that the driver saw, in nanoseconds.
    pub resolution_ns: u64,
    /// `implementation BENCHMARK NAME`, and perhaps `reset` and `untimed-answer`: what the driver serves, one line
    /// each.
    pub implementations: Vec<Served>,
}

/// An implementation of a benchmark that a driver serves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Served {
    /// The name of the benchmark, one word.
    pub benchmark: String,
    /// The name of the implementation, one word.
    pub implementation: String,
    /// Whether something runs untimed before each call, so that a request lasts longer than what is timed of it.
    /// Drivers tell this from version 2 on; it is `false` for older ones.
    pub reset: bool,
    /// Whether answers are worked out untimed, when they are asked for. Drivers tell this from version 2 on; it is
    /// `false` for older ones.
    pub untimed_answer: bool,
}

/// What a driver answers to a [`Request`].
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `ready`, after the lines of the greeting: the driver is there, and says what it is.
    Greeting(Greeting),
    /// `ok`: the cell is prepared.
    Ok,
    /// `answer LENGTH`, then as many bytes: the answer that was asked for.
    Answer(Vec<u8>),
    /// `time WALL CPU`, after its readings: how long the calls took.
    Time {
        /// The time of all calls together by the wall clock, in nanoseconds.
        wall_ns: u64,
        /// The processor time that all threads of the process took meanwhile, in nanoseconds.
        cpu_ns: u64,
        /// `reading NAME VALUE`: whatever else the driver measured meanwhile, names with finite values.
        readings: Vec<(String, f64)>,
    },
    /// `audit NUMBER`: the [`digest`](fn@crate::digest) of the answers of all calls.
    Audit(u32),
    /// `error TEXT`: the request failed, and the text says why. Control characters in it have become spaces.
    Error(String),
}
