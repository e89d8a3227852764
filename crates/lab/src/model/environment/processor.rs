//! System information on the processor: what it can do, how it is laid out, and how fast it may run.

use serde::{Deserialize, Serialize};

/// Which one it is, beside its name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Processor {
    pub vendor: Option<String>,
    /// As the vendor numbers them; on ARM the part's number, its variant and its revision.
    pub family: Option<String>,
    pub model: Option<String>,
    pub stepping: Option<String>,
    pub microcode: Option<String>,
    /// Instructions that decide what an implementation can use, as the system spells them.
    pub features: Option<Vec<String>>,
}

/// One cache as a core sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CacheLevel {
    /// `L1d`, `L1i`, `L2`, `L3`.
    pub name: String,
    pub bytes: u64,
    pub line_bytes: Option<u64>,
    pub ways: Option<u64>,
    /// How many threads of the machine share it.
    pub shared_by: Option<u32>,
}

/// How many of everything, over the whole machine; not all of it may be this process's to use.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Layout {
    pub sockets: Option<u32>,
    pub cores: Option<u32>,
    pub threads: Option<u32>,
    pub numa_nodes: Option<u32>,
    /// Whether a core serves several threads now.
    pub smt: Option<bool>,
    /// The other threads of the drivers' core.
    pub siblings: Vec<u32>,
    /// Cores that the scheduler keeps free of others.
    pub isolated: Vec<u32>,
    /// Of a machine with several kinds of cores, that of the drivers' core.
    pub core_kind: Option<CoreKind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CoreKind {
    Performance,
    Efficiency,
}

/// Who sets the frequency of the drivers' core, and between which bounds. The governor stands in `Machine`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Speed {
    pub driver: Option<String>,
    /// What the hardware is asked to prefer, where it chooses itself: `performance`, `balance_power`.
    pub preference: Option<String>,
    pub turbo: Option<bool>,
    pub base_hz: Option<f64>,
    pub min_hz: Option<f64>,
    pub max_hz: Option<f64>,
    /// What the system said when it was asked.
    pub now_hz: Option<f64>,
    /// What additions, each waiting for the one before, took: the core's true frequency while it worked.
    pub core_hz: Option<f64>,
}
