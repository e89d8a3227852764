//! What is wrong with a file: where, and what was expected there.

use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileMistake {
    #[error("line {line}: {text}")]
    At { line: usize, text: String },
    #[error("{0}")]
    Whole(String),
}

impl FileMistake {
    pub(super) fn at(line: usize, text: impl Into<String>) -> FileMistake {
        FileMistake::At { line, text: text.into() }
    }

    /// `line` is where the text that was read begins in its file, counted from 1.
    pub(super) fn of_json(err: &serde_json::Error, line: usize, expected: &str) -> FileMistake {
        let told = err.to_string();
        let text = told.split(" at line ").next().unwrap_or_default();
        FileMistake::at(line + err.line().saturating_sub(1), format!("{text}; expected {expected}"))
    }
}
