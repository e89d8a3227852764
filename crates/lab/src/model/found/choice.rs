//! Which implementation to use at which size, as far as a run can tell.

use serde::{Deserialize, Serialize};

use crate::model::cell::{ImplementationId, Params};

/// A benchmark's choice, at one set of parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Use {
    /// Several where they cannot be told apart.
    pub implementations: Vec<ImplementationId>,
    /// The first and the last size; of the first and the last stretch the ends of what was measured.
    pub from: u64,
    pub to: u64,
    /// How much longer than the fastest, or worse by what decides, the first of them is at most, as a share, at the
    /// sizes measured; 0: it is the fastest at each of them. `None`: no bound is known.
    #[serde(default)]
    pub at_most: Option<f64>,
    /// How sure the border to the next one is; `None`: there is none, or it is just that no size between was measured.
    pub confidence: Option<f64>,
}

/// One implementation at every size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alone {
    pub implementation: ImplementationId,
    /// How much longer than the best it takes, or how much worse it is by what decides, at most, as a share, at any
    /// size measured: at 99 % for each of them.
    pub at_most: f64,
    /// The size at which that is.
    pub size: u64,
}
