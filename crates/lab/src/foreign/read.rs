//! A path in, results out, or what is wrong with it: the file, the line, and what was expected.

use std::fs;
use std::path::Path;

use super::criterion;
use super::detect::detect;
use super::mistake::FileMistake;
use super::read_error::ReadError;
use super::results::Results;

/// Reads a file of any tool that is known, or criterion's folder.
pub fn read(path: &Path) -> Result<Results, ReadError> {
    let mut results = if path.is_dir() { criterion::folder(path)? } else { file(path)? };
    results.source.file = path.display().to_string();
    Ok(results)
}

fn file(path: &Path) -> Result<Results, ReadError> {
    let bytes = fs::read(path).map_err(|err| ReadError::closed(path, &err))?;
    if bytes.starts_with(b"SQLite format 3\0") {
        let ours = "a store or an exported run: `paragone runs import` takes those in".to_owned();
        return Err(ReadError::of(path, FileMistake::Whole(ours)));
    }
    let text = String::from_utf8(bytes).map_err(|err| {
        let before = &err.as_bytes()[..err.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        ReadError::of(path, FileMistake::at(line, "not UTF-8; expected text"))
    })?;
    detect(&text).map_err(|mistake| ReadError::of(path, mistake))
}
