//! System information on the operating system: what stands between a program and the hardware.

use serde::{Deserialize, Serialize};

/// The operating system and how it is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct System {
    /// `Debian GNU/Linux 12 (bookworm)`.
    pub distribution: Option<String>,
    /// What the maker calls the whole machine.
    pub product: Option<String>,
    /// What kind of container this is in, where it is in one that can be told.
    pub container: Option<String>,
    /// How many cores this process's control group may keep busy at most.
    pub quota_cores: Option<f64>,
    /// What the kernel was told at its start that changes how fast programs run.
    pub kernel_options: Option<Vec<String>>,
    pub mitigations: Option<Mitigations>,
    pub aslr: Option<Aslr>,
    /// When memory comes in large pages unasked: `always`, `madvise`, `never`.
    pub huge_pages: Option<String>,
    pub swap_bytes: Option<u64>,
    pub swap_used_bytes: Option<u64>,
    /// What the system's clock is made of: `tsc`, `hpet`, `kvm-clock`.
    pub clock_source: Option<String>,
    /// What one reading of Paragone's clock costs.
    pub clock_ns: Option<f64>,
    pub perf_event_paranoid: Option<i32>,
    /// Whether the kernel's tracing files are mounted.
    pub tracefs: Option<bool>,
    /// Share of the processors' time since the start of the machine that its host gave to others.
    pub stolen: Option<f64>,
}

/// Faults of the processor, by the system's names for them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mitigations {
    /// Those that the system works around, which costs time.
    pub active: Vec<String>,
    /// Those that it leaves open.
    pub vulnerable: Vec<String>,
}

/// Whether each start of a program gets other addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aslr {
    Full,
    /// All but the heap.
    Partial,
    Off,
    /// Off for Paragone's process, and so for all that it starts.
    OffHere,
}
