//! What a comparison of two versions has to leave out.

use serde::{Deserialize, Serialize};

/// Benchmarks of one version alone, and programs of benchmarks that have no answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Unmatched {
    /// Benchmarks that the earlier version has not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub new: Vec<String>,
    /// Benchmarks that only the earlier version has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// Programs of which one version could not be built, or not be asked for its benchmarks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<String>,
}

impl Unmatched {
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.gone.is_empty() && self.failed.is_empty()
    }
}
