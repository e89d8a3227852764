//! From the bytes of a driver to a [`Reply`], however the bytes were cut on their way.

use std::str::FromStr;

use crate::message::{Greeting, MOST_LINE, Reply, Served, VERSION};

/// How much a driver may say before it is called faulty. It bounds what a [`Decoder`] keeps of an unfinished reply.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most bytes of one line, its end included.
    pub line: usize,
    /// The most bytes of one answer.
    pub answer: usize,
    /// The most lines of one reply.
    pub lines: usize,
}

impl Default for Limits {
    /// Lines of 4096 bytes, as the protocol allows, answers of 64 MiB, and replies of 10 000 lines.
    fn default() -> Limits {
        Limits { line: MOST_LINE, answer: 64 << 20, lines: 10_000 }
    }
}

/// Why bytes are not a reply. What a driver says after that has no meaning any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Faulty {
    /// A line did not end within this many bytes, [`Limits::line`].
    #[error("line longer than {0} bytes")]
    LongLine(usize),
    /// A reply had more lines than this, [`Limits::lines`].
    #[error("reply of more than {0} lines")]
    ManyLines(usize),
    /// An answer was announced that is longer than [`Limits::answer`], or whose length is no number.
    #[error("answer of {length} bytes, and {most} is the most")]
    LongAnswer {
        /// The length as the driver wrote it.
        length: String,
        /// The greatest length that is allowed, in bytes.
        most: usize,
    },
    /// A line was not UTF-8; here are its first 80 bytes, escaped.
    #[error("line that is no text: `{0}`")]
    NoText(String),
    /// A line came that has no place here, or is not as the protocol has it.
    #[error("expected {expected}, but the driver said `{said}`")]
    Unexpected {
        /// The words that could have come.
        expected: &'static str,
        /// The line that came: its first 80 bytes, escaped.
        said: String,
    },
    /// The greeting's version of the protocol is no number of 32 bits; this is how it was written. Whether Paragone
    /// speaks a version is for the caller to say, by [`Greeting::version`].
    #[error("protocol version {0}, and Paragone speaks {VERSION}")]
    Version(String),
}

/// Makes replies of a driver's bytes, in whatever pieces these come.
///
/// Feed it with [`Decoder::push`], and ask with [`Decoder::next_reply`] until that gives no reply any more.
#[derive(Debug)]
pub struct Decoder {
    bytes: Vec<u8>,
    /// Where the next unread line begins.
    at: usize,
    /// Up to where a line end has been looked for.
    seen: usize,
    limits: Limits,
    lines: usize,
    state: State,
}

#[derive(Debug)]
enum State {
    Start,
    Greeting(Greeting),
    Readings(Vec<(String, f64)>),
    Bytes(usize),
}

impl Decoder {
    /// A decoder that has heard nothing yet.
    pub fn new(limits: Limits) -> Decoder {
        Decoder { bytes: Vec::new(), at: 0, seen: 0, limits, lines: 0, state: State::Start }
    }

    /// Takes more bytes from the driver, any number of them.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// How many bytes were pushed and are not part of a whole line or reply yet.
    pub fn pending(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The bytes that [`Decoder::pending`] counts, for an error message: the first 80 of them, escaped.
    pub fn rest(&self) -> String {
        shown(&self.bytes[self.at..])
    }

    /// The next whole reply; `None` while bytes of it are missing.
    ///
    /// # Errors
    ///
    /// [`Faulty`], if the bytes are no reply of the protocol, or exceed the [`Limits`]. Do not ask again then: the
    /// place of the next reply is lost.
    pub fn next_reply(&mut self) -> Result<Option<Reply>, Faulty> {
        loop {
            if let State::Bytes(length) = self.state {
                if self.bytes.len() - self.at < length {
                    return Ok(None);
                }
                let answer = self.bytes[self.at..self.at + length].to_vec();
                self.at += length;
                return Ok(Some(self.done(Reply::Answer(answer))));
            }
            let Some(line) = self.line()? else { return Ok(None) };
            if let Some(reply) = self.take(&line)? {
                return Ok(Some(self.done(reply)));
            }
        }
    }

    fn done(&mut self, reply: Reply) -> Reply {
        self.bytes.drain(..self.at);
        (self.at, self.seen, self.lines, self.state) = (0, 0, 0, State::Start);
        reply
    }

    fn line(&mut self) -> Result<Option<String>, Faulty> {
        let from = self.seen.max(self.at);
        let Some(end) = self.bytes[from..].iter().position(|&byte| byte == b'\n') else {
            self.seen = self.bytes.len();
            if self.bytes.len() - self.at >= self.limits.line {
                return Err(Faulty::LongLine(self.limits.line));
            }
            return Ok(None);
        };
        let line = &self.bytes[self.at..from + end];
        if line.len() >= self.limits.line {
            return Err(Faulty::LongLine(self.limits.line));
        }
        let text = match std::str::from_utf8(line) {
            Ok(text) => text.strip_suffix('\r').unwrap_or(text).to_owned(),
            // What failed must reach the reader, however badly it was told.
            Err(_) if line.starts_with(b"error ") => String::from_utf8_lossy(line).into_owned(),
            Err(_) => return Err(Faulty::NoText(shown(line))),
        };
        self.at = from + end + 1;
        self.lines += 1;
        if self.lines > self.limits.lines {
            return Err(Faulty::ManyLines(self.limits.lines));
        }
        Ok(Some(text))
    }

    /// One line of a reply; `Some` when it was the reply's last.
    fn take(&mut self, line: &str) -> Result<Option<Reply>, Faulty> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "error" {
            // The text ends on somebody's terminal, where control characters would be obeyed.
            return Ok(Some(Reply::Error(rest.replace(char::is_control, " "))));
        }
        match &mut self.state {
            State::Greeting(greeting) => return greet(greeting, word, rest, line),
            State::Start if word == "paragone" => {
                let version = number(rest).ok_or_else(|| Faulty::Version(shown(rest.as_bytes())))?;
                self.state = State::Greeting(Greeting { version, ..Greeting::default() });
            }
            State::Start if line == "ok" => return Ok(Some(Reply::Ok)),
            State::Start if word == "answer" => {
                let length = number(rest).filter(|&length| length <= self.limits.answer);
                let most = self.limits.answer;
                let length = length.ok_or(Faulty::LongAnswer { length: shown(rest.as_bytes()), most })?;
                self.state = State::Bytes(length);
            }
            State::Start | State::Readings(_) if word == "reading" => {
                let reading = reading(rest).ok_or_else(|| unexpected("`reading NAME VALUE`", line))?;
                match &mut self.state {
                    State::Readings(readings) => readings.push(reading),
                    state => *state = State::Readings(vec![reading]),
                }
            }
            State::Start | State::Readings(_) if word == "time" => {
                let (wall_ns, cpu_ns) =
                    numbers(rest).ok_or_else(|| unexpected("`time WALL CPU` in nanoseconds", line))?;
                let readings = match std::mem::replace(&mut self.state, State::Start) {
                    State::Readings(readings) => readings,
                    _ => Vec::new(),
                };
                return Ok(Some(Reply::Time { wall_ns, cpu_ns, readings }));
            }
            State::Start if word == "audit" => {
                let digest = number(rest).ok_or_else(|| unexpected("`audit NUMBER`, a number of 32 bits", line))?;
                return Ok(Some(Reply::Audit(digest)));
            }
            State::Readings(_) => return Err(unexpected("`reading` or `time`", line)),
            _ => return Err(unexpected("`paragone`, `ok`, `answer`, `reading`, `time`, `audit` or `error`", line)),
        }
        Ok(None)
    }
}

fn greet(greeting: &mut Greeting, word: &str, rest: &str, line: &str) -> Result<Option<Reply>, Faulty> {
    match word {
        "language" => rest.clone_into(&mut greeting.language),
        "runtime" => rest.clone_into(&mut greeting.runtime),
        "clock" => {
            let parts = rest.rsplit_once(' ').and_then(|(name, ns)| Some((name, number(ns)?)));
            let (name, ns) = parts.ok_or_else(|| unexpected("`clock NAME NANOSECONDS`", line))?;
            name.clone_into(&mut greeting.clock);
            greeting.resolution_ns = ns;
        }
        "implementation" => {
            let mut words = rest.split(' ').map(str::to_owned);
            let names = (words.next(), words.next().filter(|name| !name.is_empty()));
            let mut served = Served::default();
            let are_known = words.all(|word| match word.as_str() {
                "reset" => !std::mem::replace(&mut served.reset, true),
                "untimed-answer" => !std::mem::replace(&mut served.untimed_answer, true),
                _ => false,
            });
            let (Some(benchmark), Some(implementation)) = names else { return Err(unexpected(IMPLEMENTATION, line)) };
            let is_marked = served.reset || served.untimed_answer;
            if !are_known || (is_marked && greeting.version < 2) {
                return Err(unexpected(IMPLEMENTATION, line));
            }
            greeting.implementations.push(Served { benchmark, implementation, ..served });
        }
        "ready" => return Ok(Some(Reply::Greeting(std::mem::take(greeting)))),
        _ => return Err(unexpected("a line of the greeting, or `ready`", line)),
    }
    Ok(None)
}

const IMPLEMENTATION: &str = "`implementation BENCHMARK NAME`, and perhaps `reset` and `untimed-answer`";

fn unexpected(expected: &'static str, said: &str) -> Faulty {
    Faulty::Unexpected { expected, said: shown(said.as_bytes()) }
}

/// At most 80 bytes, every byte that is not plain text escaped.
fn shown(bytes: &[u8]) -> String {
    let mut text = bytes[..bytes.len().min(80)].escape_ascii().to_string();
    if bytes.len() > 80 {
        text.push('…');
    }
    text
}

/// Decimal digits and nothing else: `parse` alone would take a sign.
fn number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn numbers(rest: &str) -> Option<(u64, u64)> {
    let (wall, cpu) = rest.split_once(' ')?;
    Some((number(wall)?, number(cpu)?))
}

fn reading(rest: &str) -> Option<(String, f64)> {
    let (name, value) = rest.split_once(' ')?;
    let value: f64 = value.parse().ok()?;
    (value.is_finite() && !name.is_empty()).then(|| (name.to_owned(), value))
}
