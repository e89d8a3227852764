//! What measuring benchmarks beside themselves says of a gate: how often it is wrong, and how much it can see.

use serde::Serialize;

use crate::model::Verdict;

/// What a gate finds among versions that are the same, and what it would have found in the same samples with a change.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SelfTest {
    /// Those that had launches enough on both sides to be judged.
    pub benchmarks: Vec<SelfTestRow>,
    /// Names of those that had not.
    pub unjudged: Vec<String>,
    /// How many were called slower or faster, though nothing changed.
    pub alarms: usize,
    /// The largest share of false alarms among benchmarks that goes with that, at 95 % confidence to one side.
    pub alarms_at_most: f64,
    /// In rising order of the change.
    pub changes: Vec<SeenChange>,
}

/// A benchmark beside itself.
#[derive(Clone, Debug, Serialize)]
pub struct SelfTestRow {
    /// The harness' name for it.
    pub name: String,
    pub verdict: Verdict,
    /// The smallest of the changes that would have been found, where the larger ones would have been, too.
    pub finds: Option<f64>,
}

/// A change that was made in the samples, and not in the code: all of today's times are longer by it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenChange {
    /// A share: 0.01 is 1 % longer.
    pub longer: f64,
    /// In how many benchmarks it would have been called slower.
    pub found: usize,
}
