//! Where the order of two implementations changes: whose order it is, what was found, and which of them to use at which
//! size, as far as a run can tell.

use serde::{Deserialize, Serialize};

use crate::model::{ImplementationId, Interval, Params};

/// Where the order of two lanes of a contest changes, as closely as it is known; and what a contest is about that was made
/// on the way, to enclose it further.
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
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrossoverPoint {
    pub size: u64,
    /// Logarithm of the second's time over the first's, and where it lies; `None`: not measured.
    pub ratio: Option<f64>,
    pub judged: Option<Interval>,
    /// Who is certainly ahead.
    pub ahead: Option<ImplementationId>,
    pub same: bool,
}

/// A benchmark's choice, at one set of parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice {
    pub params: Params,
    /// The choice in a sentence.
    pub text: String,
    /// By size; what is between two of them may be left to either.
    pub uses: Vec<Use>,
    /// What it costs to use one of them at every size.
    pub alone: Vec<Alone>,
}

/// Sizes at which the same is to be used.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Use {
    /// Several where they cannot be told apart.
    pub implementations: Vec<ImplementationId>,
    /// The first and the last size; of the first and the last stretch the ends of what was measured.
    pub from: u64,
    pub to: u64,
    /// How much longer than the fastest, or worse by what decides, the first of them is at most, as a share, at the
    /// sizes measured; 0: it is the fastest at each of them. `None`: no bound is known.
    pub at_most: Option<f64>,
    /// How sure the border to the next one is; `None`: there is none, or it is just that no size between was measured.
    pub confidence: Option<f64>,
}

/// One implementation at every size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alone {
    pub implementation: ImplementationId,
    /// How much longer than the best it takes, or how much worse it is by what decides, at most, as a share, at any
    /// size measured: at 99 % for each of them.
    pub at_most: f64,
    /// The size at which that is.
    pub size: u64,
}
