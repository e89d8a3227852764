//! What can go wrong with an implementation: the row it gets instead of a number.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::model::unit;

/// When a wrong answer was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum When {
    /// In reply to `answer`.
    Asked,
    /// By a timed call, in reply to `last`.
    Timed,
}

/// Why a cell has no time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Fault {
    /// Its driver could not be built.
    Build { text: String },
    /// Its driver could not be started.
    Start { text: String },
    /// The driver's process ended in mid-conversation: `how` says by which signal or exit code.
    Died { how: String, stderr: String },
    /// No reply within the deadline. Here as below, a request without a word is the one run of a whole command.
    Deadline { request: String, seconds: f64, stderr: String },
    /// A reply that is not of the protocol.
    Garbage { text: String, stderr: String },
    /// An answer of so many bytes, as the driver wrote it, and more than the most.
    TooLong { length: String, most: u64 },
    /// The driver answered `error`.
    Refused { request: String, text: String },
    /// The server that its inputs come from could not be started, ended, or left its port.
    Server { name: String, text: String },
    /// What it says of its times is not so, by Paragone's own clock.
    Clock { text: String },
    /// Its calls do nothing that could be measured.
    Idle { text: String },
    /// It works between its requests, and takes the core from others.
    Unasked { text: String },
    /// Not all answers of so many calls in a row were right.
    Audit { calls: u64, expected: String, got: String },
    /// An input that all are given was not what it had been: written into by this one, where only it was at work since
    /// the input was last looked at, or by nobody knows whom.
    Poisoned { by_it: bool, input: String },
    /// A wrong answer: never timed, or thrown out when a timed call gave it.
    Wrong { when: When, input: String, expected: String, got: String, first_difference: usize },
}

impl Fault {
    /// The fault with the name of its input, where the request was about one input of several, or about a known answer.
    pub fn about(mut self, input: &str) -> Fault {
        match &mut self {
            Fault::Deadline { request, .. } | Fault::Refused { request, .. } if request.is_empty() => {}
            Fault::Died { how: told, .. }
            | Fault::Deadline { request: told, .. }
            | Fault::Garbage { text: told, .. }
            | Fault::Refused { request: told, .. } => *told += &format!(" ({input})"),
            _ => {}
        }
        self
    }

    /// The fault without its request, for a whole command, whose user has never heard of requests.
    pub fn of_command(mut self) -> Fault {
        if let Fault::Deadline { request, .. } | Fault::Refused { request, .. } = &mut self {
            request.clear();
        }
        self
    }

    /// Whether the answer was wrong, rather than none given.
    pub fn is_wrong_answer(&self) -> bool {
        matches!(self, Fault::Wrong { .. } | Fault::Audit { .. })
    }

    /// Whether its times are not to be believed, in a few words.
    pub fn implausible(&self) -> Option<&'static str> {
        match self {
            Fault::Clock { .. } => Some("its clock is wrong"),
            Fault::Unasked { .. } => Some("works while others are timed"),
            Fault::Idle { .. } => Some("does nothing that can be measured"),
            _ => None,
        }
    }
}

/// It is no `std::error::Error`: a fault of one implementation must not end a run by a `?`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Build { text } => write!(f, "failed to build: {text}"),
            Fault::Start { text } => write!(f, "failed to start: {text}"),
            Fault::Died { how, stderr } => write!(f, "died: {how}{}", last_words(stderr)),
            Fault::Deadline { request, seconds, stderr } => {
                match request.as_str() {
                    "" => f.write_str("did not end")?,
                    request => write!(f, "no reply to {}", quoted(request))?,
                }
                write!(f, " within {seconds} s (--deadline gives it longer){}", last_words(stderr))
            }
            Fault::Garbage { text, stderr } => write!(f, "broke the protocol: {text}{}", last_words(stderr)),
            Fault::TooLong { length, most } => write!(
                f,
                "an answer of {length} bytes is too long: {} is the most; let every implementation of the benchmark \
                 answer a digest of its result instead, such as a hash",
                unit::size(*most)
            ),
            Fault::Refused { request, text } if request.is_empty() => f.write_str(text),
            Fault::Refused { request, text } => write!(f, "{} failed: {text}", quoted(request)),
            Fault::Server { name, text } => write!(f, "the server `{name}` {text}"),
            Fault::Clock { text } => write!(f, "its clock is wrong: {text}"),
            Fault::Idle { text } => write!(f, "does nothing that can be measured: {text}"),
            Fault::Unasked { text } => write!(f, "works while others are timed: {text}"),
            Fault::Audit { calls, expected, got } => write!(
                f,
                "wrong answers among those of {calls} calls in a row: their digest is {got}, expected {expected}"
            ),
            Fault::Poisoned { by_it: true, input } => write!(f, "wrote into its input, {input}, which was made anew"),
            Fault::Poisoned { by_it: false, input } => {
                write!(
                    f,
                    "was given {input} after somebody had written into it; who did is not known, and it was made anew"
                )
            }
            Fault::Wrong { when, input, expected, got, first_difference } => {
                let call = match when {
                    When::Asked => "",
                    When::Timed => " in a timed call",
                };
                write!(
                    f,
                    "wrong answer{call} for {input}: expected {expected}, got {got}, first difference at byte {first_difference}"
                )
            }
        }
    }
}

/// A request as it was sent, without what [`Fault::about`] says of it.
fn quoted(request: &str) -> String {
    let (request, about) = request.find(" (").map_or((request, ""), |at| request.split_at(at));
    format!("`{request}`{about}")
}

fn last_words(stderr: &str) -> String {
    let text = stderr.trim_end();
    if text.is_empty() { String::new() } else { format!("; its last words: {text}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deadline() -> Fault {
        Fault::Deadline { request: "answer 2".into(), seconds: 2.0, stderr: "so\n".into() }
    }

    fn refused() -> Fault {
        Fault::Refused { request: "prepare".into(), text: "no such key".into() }
    }

    #[test]
    fn a_fault_says_which_input_it_is_about() {
        let died = Fault::Died { how: "signal 11 at `answer 2`".into(), stderr: String::new() };
        let garbage = Fault::Garbage { text: "a greeting in reply to `answer 2`".into(), stderr: String::new() };
        let told = [died, deadline(), garbage, refused()].map(|fault| fault.about("input 3 of 4").to_string());
        assert_eq!(
            told,
            [
                "died: signal 11 at `answer 2` (input 3 of 4)",
                "no reply to `answer 2` (input 3 of 4) within 2 s (--deadline gives it longer); its last words: so",
                "broke the protocol: a greeting in reply to `answer 2` (input 3 of 4)",
                "`prepare` (input 3 of 4) failed: no such key",
            ]
        );
    }

    #[test]
    fn a_whole_command_knows_no_requests() {
        assert_eq!(
            deadline().of_command().to_string(),
            "did not end within 2 s (--deadline gives it longer); its last words: so"
        );
        assert_eq!(refused().of_command().to_string(), "no such key");
    }

    #[test]
    fn a_long_answer_names_the_limit_and_what_to_do() {
        let fault = Fault::TooLong { length: "1073741824".into(), most: 64 << 20 };
        assert_eq!(
            fault.to_string(),
            "an answer of 1073741824 bytes is too long: 64 MiB is the most; let every implementation of the benchmark \
             answer a digest of its result instead, such as a hash"
        );
    }
}
