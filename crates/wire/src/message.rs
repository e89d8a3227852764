//! What the two sides say: the lab requests, the driver replies.

/// The version of the protocol that this crate speaks.
pub const VERSION: u32 = 1;

/// What the lab says to a driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// `paragone 1`: opens the conversation; the driver answers with its [`Greeting`].
    Hello { version: u32 },
    /// `prepare B I`, then `input` and `param` lines, then `end`: untimed set-up of one cell.
    Prepare {
        benchmark: String,
        implementation: String,
        /// Files, rotated call by call.
        inputs: Vec<String>,
        /// Names and values.
        params: Vec<(String, String)>,
    },
    /// `answer N`: the answer for input N, counted from 0.
    Answer { input: u32 },
    /// `time K`: K calls, timed; the first takes input 0.
    Time { calls: u64 },
    /// `last`: the answer of the last timed call.
    Last,
    /// `quit`: the driver ends with exit code 0.
    Quit,
}

impl Request {
    /// The bytes of this request, ready to be written. A line end inside a name, path or value
    /// would forge a message, so such a request is refused.
    pub fn encode(&self) -> Result<Vec<u8>, String> {
        let text = match self {
            Request::Hello { version } => format!("paragone {version}\n"),
            Request::Prepare { benchmark, implementation, inputs, params } => {
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
            Request::Quit => "quit\n".to_owned(),
        };
        Ok(text.into_bytes())
    }
}

fn word(text: &str) -> Result<&str, String> {
    if text.is_empty() || text.contains(char::is_whitespace) {
        return Err(format!("`{text}` cannot be one word of a message"));
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
    /// The protocol version it speaks.
    pub version: u32,
    /// The language, one word.
    pub language: String,
    /// Compiler or runtime and its version, free text.
    pub runtime: String,
    /// The clock it times with, one word.
    pub clock: String,
    /// The smallest step of that clock seen by the driver, in nanoseconds.
    pub resolution_ns: u64,
    /// (benchmark, implementation) pairs that it serves.
    pub implementations: Vec<(String, String)>,
}

/// What a driver answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// All lines from `paragone 1` to `ready`.
    Greeting(Greeting),
    /// `ok`, to `prepare`.
    Ok,
    /// `answer LENGTH` and that many bytes.
    Answer(Vec<u8>),
    /// `reading NAME VALUE` lines, then `time WALL CPU`: nanoseconds of wall and of process CPU time.
    Time { wall_ns: u64, cpu_ns: u64, readings: Vec<(String, f64)> },
    /// `error TEXT`, to any request that failed.
    Error(String),
}
