//! Where the order of two implementations changes: whose order it is, and what was found.

use serde::{Deserialize, Serialize};

use crate::model::cell::{ImplementationId, Params};
use crate::model::found::verdict::Interval;

/// What a contest is about that was made on the way, to find where the order of two lanes of another one changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Between {
    /// The contest whose lanes they are.
    pub of: usize,
    /// Who is ahead at `low`, and who at `high`.
    pub lanes: [usize; 2],
    pub params: Params,
    pub low: u64,
    pub high: u64,
    /// False-alarm rate of one of its comparisons: a part of what the whole search may be wrong by.
    pub alpha: f64,
}

/// Where the order of two implementations changes, as far as it was found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Crossover {
    pub params: Params,
    /// Who is ahead at `low`, and who at `high`: sizes of the starting plan.
    pub first: ImplementationId,
    pub second: ImplementationId,
    pub low: u64,
    pub high: u64,
    pub place: CrossoverPlace,
    /// The last size at which the first is certainly ahead, and the first at which the second is.
    pub below: Option<u64>,
    pub above: Option<u64>,
    /// From where to where they are the same within the margin.
    pub same_from: Option<u64>,
    pub same_to: Option<u64>,
    /// How often the order changes at least.
    pub changes: usize,
    /// How sure all this is together; 0.95 is 95 %.
    pub confidence: f64,
    /// What was measured for it, by size.
    pub points: Vec<CrossoverPoint>,
}

impl Crossover {
    /// A change of lead that nobody has looked for yet.
    pub fn open(first: ImplementationId, second: ImplementationId, confidence: f64) -> Crossover {
        Crossover { first, second, confidence, ..Crossover::default() }
    }
}

/// What became of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrossoverPlace {
    /// One change, in an interval as narrow as was wanted.
    Once,
    /// No change that matters: for long the two are the same within the margin.
    Same,
    /// Several changes within the interval.
    Times,
    /// One change, in an interval that could not be made narrower: noise, or time.
    Between,
    /// Measured anew, the order does not certainly change as it did before.
    Nowhere,
    /// The search was cut off, or never begun.
    #[default]
    Open,
}

/// One size that was measured to find a crossover.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CrossoverPoint {
    pub size: u64,
    /// Logarithm of the second's time over the first's, and where it lies; `None`: not measured.
    pub ratio: Option<f64>,
    pub judged: Option<Interval>,
    /// Who is certainly ahead.
    pub ahead: Option<ImplementationId>,
    pub same: bool,
}
