//! What was measured on: first form of the machine's card.

use serde::{Deserialize, Serialize};

/// A machine as it was found. Whatever could not be known is `None`, never 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Digest of what does not change: the same for every run on the same machine.
    pub fingerprint: String,
    pub cpu: Option<String>,
    pub architecture: String,
    pub cores: u32,
    /// The core that the drivers and the lab were pinned to.
    pub core: Option<u32>,
    pub memory_bytes: Option<u64>,
    /// (level and kind, bytes): ("L1d", 32768).
    pub caches: Vec<(String, u64)>,
    pub governor: Option<String>,
    /// Frequency of the time-stamp counter, measured.
    pub tsc_hz: Option<f64>,
    pub hypervisor: Option<String>,
    pub kernel: String,
    pub libc: Option<String>,
    pub load_average: Option<f64>,
}
