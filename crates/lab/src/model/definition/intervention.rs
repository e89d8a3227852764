//! A parameter that changes one cause of a time and nothing else, and what it tells of that cause.

use serde::{Deserialize, Serialize};

use crate::model::{Amount, ImplementationId, Params};

/// What a benchmark says of one of its parameters: the same instructions run for the same answer whatever its value,
/// and only what they meet differs. What is more with one value than with the other is then the cause's part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intervention {
    pub param: String,
    /// The value with which the cause is there, and the one with which it is not.
    pub with: String,
    pub without: String,
    /// What it is that is there or not, in the plural: `wrongly predicted branches`.
    pub cause: String,
    /// Whom the cause has no hold on: what others are timed beside with each value, so that a machine that changed its
    /// speed between the two is no effect.
    pub beside: ImplementationId,
    /// The metric that counts it, on machines that do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<String>,
}

/// What an intervention found at one size, with one set of the other parameters.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// Without the parameter that intervenes.
    pub params: Params,
    pub size: u64,
    /// The values of that parameter, in the order of the suite.
    pub values: Vec<String>,
    /// Whoever has a time with each value, in the order of the plan.
    pub rows: Vec<EffectRow>,
}

/// One implementation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EffectRow {
    pub implementation: ImplementationId,
    /// Nanoseconds a call with each value: the median of all samples.
    pub times_ns: Vec<f64>,
    /// Whom its times are taken beside: itself where others are taken beside it. `None` where he took no part.
    pub beside: Option<ImplementationId>,
    /// Which part of its time with the cause is not there without it. `None` for whom the others are timed
    /// beside, where he took no part, and where too little was measured to say.
    pub share: Option<Share>,
    /// How often the cause was counted in a call with each value; `None` where no metric was named, or none counted.
    pub counted: Option<Vec<Amount>>,
}

impl EffectRow {
    /// Whether others are taken beside it.
    pub fn is_ruler(&self) -> bool {
        self.beside.as_ref() == Some(&self.implementation)
    }
}

/// A part of a time, as a fraction of 1; below 0 where the time is the longer without the cause.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    pub likely: f64,
    /// Where it lies, at 95 % at least.
    pub low: f64,
    pub high: f64,
}
