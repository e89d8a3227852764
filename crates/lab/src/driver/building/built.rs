//! A driver that was built, and why one was not: values, of which `build` makes the one or the other.

use std::path::PathBuf;

use crate::driver::building::code::Code;
use crate::driver::building::recipe::Recipe;
use crate::driver::building::unchanged::Unchanged;
use crate::driver::language::available::Skipped;
use crate::model::Unknown;

/// A driver that can be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// `c.openssl@gcc-O3`.
    pub id: String,
    /// Program and arguments.
    pub program: Vec<String>,
    /// Set when it runs.
    pub env: Vec<(String, String)>,
    /// The program that was built, where there is one.
    pub artefact: Option<PathBuf>,
    /// SHA-256 of what is run: of the artefact, or of all that went in where nothing is compiled, and of
    /// what is asked of the runtime.
    pub digest: String,
    /// The machine code of the artefact, its digest made in the same way; or why there is none to be known.
    pub code: Result<Code, Unknown>,
    /// What the compiler or runtime says of its version.
    pub toolchain: String,
    /// Whether its runtime compiles while it runs.
    pub compiles_late: bool,
    /// Libraries with their versions, as pkg-config knows them.
    pub libraries: Vec<(String, String)>,
    /// What is run, to be looked at again before each start.
    pub files: Unchanged,
    /// Whether it was there already, unchanged.
    pub reused: bool,
    /// The folder that it was built into.
    pub out: PathBuf,
}

/// A driver with the recipe that it was made by.
pub(crate) type Made = Result<(Built, Recipe), BuildFault>;

/// Why there is nothing to start.
#[derive(Debug, thiserror::Error)]
pub enum BuildFault {
    /// Something is not installed: a notice, not a failure.
    #[error("{0}")]
    Skipped(Skipped),
    #[error("{id}: {text}")]
    Recipe { id: String, text: String },
    #[error("{id}: failed to {doing}: {source}")]
    Files { id: String, doing: String, source: std::io::Error },
    #[error("{id}: `{command}` {how}; the whole log is in `{}`; its end:\n{tail}", log.display())]
    Failed { id: String, command: String, how: String, log: PathBuf, tail: String },
}
