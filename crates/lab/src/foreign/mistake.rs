//! What is wrong with a file: where, and what was expected there; and why it gives no results.

use std::io;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
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

/// A whole file of JSON.
pub(super) fn parsed<T: DeserializeOwned>(text: &str, expected: &str) -> Result<T, FileMistake> {
    serde_json::from_str(text).map_err(|err| FileMistake::of_json(&err, 1, expected))
}

/// Why a file of another tool gives no results: which file, and what is wrong with it.
#[derive(Debug, Error)]
pub enum ReadError {
    #[error("`{path}`: {mistake}")]
    Mistaken { path: PathBuf, mistake: FileMistake },
    #[error("failed to read `{path}`: {why}")]
    Closed { path: PathBuf, why: String },
}

impl ReadError {
    pub(super) fn of(path: &Path, mistake: FileMistake) -> ReadError {
        ReadError::Mistaken { path: path.to_owned(), mistake }
    }

    pub(super) fn closed(path: &Path, err: &io::Error) -> ReadError {
        ReadError::Closed { path: path.to_owned(), why: err.to_string() }
    }
}
