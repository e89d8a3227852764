//! Why a file of another tool gives no results: which file, and what is wrong with it.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::mistake::FileMistake;

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
