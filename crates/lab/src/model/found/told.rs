//! What files of other tools tell: where a run was imported from, and what is known of a cell without samples.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Nanoseconds a call by name: `mean`, `median`, `min`, `max`, `standard-deviation`, `p99`. Told, not reckoned here.
pub type ImportedTimes = BTreeMap<String, f64>;

/// Where a run comes from that was not measured here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSource {
    /// Whose file: `criterion`, `google-benchmark`, `jmh`, `hyperfine`, `go`, `package-benchmark`.
    pub tool: String,
    /// Of the tool, as far as the file tells it.
    pub version: Option<String>,
    /// As it was typed.
    pub file: String,
    /// When it was measured, in the file's own words.
    pub measured: Option<String>,
}
