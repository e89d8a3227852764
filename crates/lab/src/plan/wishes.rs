//! What the asker wants of a run, before any suite has been looked at.

use std::collections::BTreeMap;

use crate::model::{ImplementationId, Mode};

/// A parameter with the values that it is to have.
pub type ParamValues = (String, Vec<String>);

/// What the asker wants of a run; what is not asked for is as docs/method.md says.
#[derive(Clone, Debug)]
pub struct Wishes {
    pub seed: u64,
    pub mode: Mode,
    pub margin: f64,
    pub budget_s: f64,
    /// Whether a benchmark's own budget comes before that.
    pub own_budgets: bool,
    /// Seconds for the run, if anybody named them; otherwise each suite brings its own.
    pub total_s: Option<f64>,
    pub rounds: Option<u64>,
    /// To the end of the budget, in one launch.
    pub sustained: bool,
    /// Nanoseconds that a sample takes at least.
    pub sample_ns: u64,
    /// The suites' whole lists of sizes instead of the short ones.
    pub full: bool,
    /// Sizes instead of the suites' own.
    pub sizes: Option<Vec<u64>>,
    /// Another baseline than the suites' own.
    pub baseline: Option<ImplementationId>,
    /// By suite, the commit that has each implementation as it was, to be compared with itself.
    pub against: BTreeMap<String, String>,
    /// Values of parameters instead of the suites' own.
    pub params: Vec<ParamValues>,
    /// A parameter whose values are compared side by side.
    pub across: Option<ParamValues>,
    /// Whether what a cell takes of the machine is counted, and on an emulated processor too.
    pub resources: bool,
    pub simulated: bool,
    /// Whether leaders that change places between two sizes are followed there.
    pub crossovers: bool,
}

#[cfg(test)]
impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            seed: 1,
            mode: Mode::Standard,
            margin: 0.01,
            budget_s: 30.0,
            own_budgets: true,
            total_s: None,
            rounds: None,
            sustained: false,
            sample_ns: crate::model::Plan::SAMPLE_NS,
            full: false,
            sizes: None,
            baseline: None,
            against: BTreeMap::new(),
            params: Vec::new(),
            across: None,
            resources: false,
            simulated: false,
            crossovers: false,
        }
    }
}
