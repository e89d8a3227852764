//! What the asker wants of a run, before any suite has been looked at.

use std::collections::BTreeMap;

use crate::model::{ImplementationId, Plan};

/// A parameter with the values that it is to have.
pub type ParamValues = (String, Vec<String>);

/// What the asker wants of a run; what is not asked for is as docs/method.md says.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// The starting plan. Contests and the time that they have together are put into it by planning; layouts and blocks of
    /// a launch once it is known who takes part.
    pub plan: Plan,
    /// Whether a benchmark's own budget comes before the plan's.
    pub own_budgets: bool,
    /// Seconds for the run, if anybody named them; otherwise each suite brings its own.
    pub total_s: Option<f64>,
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
}
