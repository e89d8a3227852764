//! What is wrong with a file: where, and what was expected there; and why it gives no results.

use std::fmt::Display;
use std::path::Path;

use anyhow::anyhow;
use serde::de::DeserializeOwned;

/// What is wrong on a line, counted from 1.
pub(super) fn at(line: usize, text: impl Display) -> String {
    format!("line {line}: {text}")
}

/// `line` is where the text that was read begins in its file, counted from 1.
pub(super) fn of_json(err: &serde_json::Error, line: usize, expected: &str) -> String {
    let told = err.to_string();
    let text = told.split(" at line ").next().unwrap_or_default();
    at(line + err.line().saturating_sub(1), format!("{text}; expected {expected}"))
}

/// A whole file of JSON.
pub(super) fn parsed<T: DeserializeOwned>(text: &str, expected: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|err| of_json(&err, 1, expected))
}

/// Which file gives no results, and what is wrong with it.
pub(super) fn mistaken(path: &Path, mistake: &str) -> anyhow::Error {
    anyhow!("`{}`: {mistake}", path.display())
}

/// Which file or folder could not be read.
pub(super) fn closed(path: &Path, err: &std::io::Error) -> anyhow::Error {
    anyhow!("failed to read `{}`: {err}", path.display())
}
