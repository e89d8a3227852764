//! Exit codes, which scripts can use.

/// How a command ended; `args/line.rs` tells users the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Done = 0,
    /// What was asked about is so: `--fail-if` holds, `check` found mistakes, `verify` wrong answers, `compare` what is slower.
    Found = 1,
    /// The command or a definition is wrong.
    Wrong = 2,
    /// Something failed on the way, nothing could be measured, or a check had nothing to answer from.
    Failed = 3,
    /// Stopped by the user, with everything measured so far kept.
    Interrupted = 130,
}

/// An error that is the asker's to mend: exit code 2 instead of 3.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Misuse(pub String);
