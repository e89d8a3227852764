//! A cell over the runs of one machine: what each run has to say of it, and where its level changed.

use serde::{Deserialize, Serialize};

use crate::model::definition::trial::{Outcome, TrialMetric};
use crate::model::found::finding::Percentiles;
use crate::model::found::verdict::Verdict;
use crate::model::unit;

/// One run's word on a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellPast {
    pub run: String,
    /// Seconds since 1970, UTC.
    pub began: i64,
    /// Nanoseconds a call, over all samples that a verdict may rest on; `None` where there are none.
    pub times: Option<Percentiles>,
    /// What decides, where that is not time, and what its trials came to.
    pub trials: Option<(TrialMetric, Outcome)>,
    /// Why there is no time, where that is known: a wrong answer, or a failure.
    pub fault: Option<Verdict>,
    pub launches: usize,
    /// Digest of the program that was measured last.
    pub program: Option<String>,
    /// What its driver said of its compiler or runtime.
    pub runtime: Option<String>,
}

impl CellPast {
    /// The middle of what was measured, and the ends of its spread: nanoseconds a call from p25 to p75, or of trials
    /// the metric from the least to the greatest.
    pub fn middle(&self) -> Option<[f64; 3]> {
        match &self.trials {
            Some((_, of)) => Some(of.middle()),
            None => self.times.map(|times| [times.p50, times.p25, times.p75]),
        }
    }

    /// A value of it with its unit.
    pub fn amount(&self, value: f64) -> String {
        self.trials.as_ref().map_or_else(|| unit::time(value), |(metric, _)| metric.amount(value))
    }
}

/// A change of level between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelChange {
    /// The first run of the new level, as an index into the history.
    pub at: usize,
    /// Medians of the runs' medians on either side, as far as the next change: nanoseconds a call, or in the unit of
    /// the metric that decides.
    pub before: f64,
    pub after: f64,
    /// Whether the run before was of another program; `None` where either is unknown.
    pub other_program: Option<bool>,
}
