//! A cell over the runs of one machine: what each run has to say of it, and where its level changed.

use serde::{Deserialize, Serialize};

use crate::model::finding::Percentiles;
use crate::model::verdict::Verdict;

/// One run's word on a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Past {
    pub run: String,
    /// Seconds since 1970, UTC.
    pub began: i64,
    /// Nanoseconds a call, over all samples that a verdict may rest on; `None` where there are none.
    pub times: Option<Percentiles>,
    /// Why there is no time, where that is known: a wrong answer, or a failure.
    pub fault: Option<Verdict>,
    pub launches: usize,
    /// Digest of the program that was measured last.
    pub program: Option<String>,
    /// What its driver said of its compiler or runtime.
    pub runtime: Option<String>,
}

/// A change of level between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelChange {
    /// The first run of the new level, as an index into the history.
    pub at: usize,
    /// Medians of the runs' medians on either side, as far as the next change: nanoseconds a call.
    pub before_ns: f64,
    pub after_ns: f64,
    /// Whether the run before was of another program; `None` where either is unknown.
    pub other_program: Option<bool>,
}
