//! What can go wrong with an implementation: the row it gets instead of a number.

use std::fmt;

use serde::{Deserialize, Serialize};

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
    /// No reply within the deadline.
    Deadline { request: String, seconds: f64, stderr: String },
    /// A reply that is not of the protocol.
    Garbage { text: String, stderr: String },
    /// The driver answered `error`.
    Refused { request: String, text: String },
    /// The server that its inputs come from could not be started, ended, or left its port.
    Server { name: String, text: String },
    /// A wrong answer: never timed, or thrown out when a timed call gave it.
    Wrong { when: When, input: String, expected: String, got: String, first_difference: usize },
}

impl Fault {
    /// Whether the answer was wrong, rather than none given.
    pub fn is_wrong_answer(&self) -> bool {
        matches!(self, Fault::Wrong { .. })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Build { text } => write!(f, "failed to build: {text}"),
            Fault::Start { text } => write!(f, "failed to start: {text}"),
            Fault::Died { how, stderr } => write!(f, "died: {how}{}", last_words(stderr)),
            Fault::Deadline { request, seconds, stderr } => {
                write!(
                    f,
                    "no reply to `{request}` within {seconds} s (--deadline gives it longer){}",
                    last_words(stderr)
                )
            }
            Fault::Garbage { text, stderr } => write!(f, "broke the protocol: {text}{}", last_words(stderr)),
            Fault::Refused { request, text } => write!(f, "`{request}` failed: {text}"),
            Fault::Server { name, text } => write!(f, "the server `{name}` {text}"),
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

fn last_words(stderr: &str) -> String {
    match stderr.trim_end() {
        "" => String::new(),
        text => format!("; its last words: {text}"),
    }
}
