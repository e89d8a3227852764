//! What a cell takes of the machine beside time: values of metrics, or why there is none.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Of one cell, by the metric's name (`metric.rs`).
pub type Resources = BTreeMap<String, Amount>;

/// The value of a metric in its unit; never 0 where it cannot be known.
pub type Amount = OrUnknown<f64>;

/// What is known here, or the reason why it cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrUnknown<T> {
    Known(T),
    Unknown(Unknown),
}

/// Why a value is not known, and what would make it so.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unknown {
    /// Half a sentence, to stand after `unknown: `: "this machine has no counters of its processor".
    pub why: String,
    /// What the reader could do, where something can be done: "run as root, or `sysctl …`".
    pub remedy: Option<String>,
}

/// What may be unknown here, for a reason.
pub type Known<T> = Result<T, Unknown>;

impl Unknown {
    pub fn because(why: impl Into<String>) -> Unknown {
        Unknown { why: why.into(), remedy: None }
    }

    pub fn unless(why: impl Into<String>, remedy: impl Into<String>) -> Unknown {
        Unknown { why: why.into(), remedy: Some(remedy.into()) }
    }
}

impl Amount {
    pub fn known(&self) -> Option<f64> {
        match self {
            Amount::Known(value) => Some(*value),
            Amount::Unknown(_) => None,
        }
    }
}

impl<T> From<Known<T>> for OrUnknown<T> {
    fn from(known: Known<T>) -> OrUnknown<T> {
        match known {
            Ok(value) => OrUnknown::Known(value),
            Err(unknown) => OrUnknown::Unknown(unknown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_is_no_number() {
        let unknown = Amount::from(Err(Unknown::unless("nobody counts", "count")));
        assert_eq!((unknown.known(), Amount::Known(0.0).known()), (None, Some(0.0)));
        let text = serde_json::to_string(&unknown).unwrap();
        assert_eq!(text, r#"{"unknown":{"why":"nobody counts","remedy":"count"}}"#);
        assert_eq!(serde_json::from_str::<Amount>(&text).unwrap(), unknown);
        assert_eq!(serde_json::to_string(&Amount::Known(2.0)).unwrap(), r#"{"known":2.0}"#);
    }
}
