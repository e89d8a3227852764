//! What was measured on: system information. On the processor, what it can do, how it is laid out, and how fast it may
//! run; on the operating system, what stands between a program and the hardware.

use serde::{Deserialize, Serialize};

/// A machine as it was found. Whatever could not be known is `None`, never 0; runs of older versions know less.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Machine {
    /// Digest of what does not change: the same for every run on the same machine.
    pub fingerprint: String,
    pub cpu: Option<String>,
    pub architecture: String,
    /// The processor that drivers were made for and run on by emulation, where it is not this machine's.
    pub emulated: Option<String>,
    pub cores: u32,
    /// The core that the drivers and Paragone were pinned to.
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
    pub processor: Processor,
    /// Those of the drivers' core.
    pub cache_levels: Vec<CacheLevel>,
    pub layout: Layout,
    pub speed: Speed,
    pub system: System,
    pub power: Option<Power>,
}

impl Machine {
    /// The fingerprint of machines that another tool measured on: not to be taken for each other, nor for this one.
    pub const ELSEWHERE: &str = "elsewhere";

    /// Whether all that is known of it is what another tool tells.
    pub fn is_elsewhere(&self) -> bool {
        self.fingerprint == Machine::ELSEWHERE
    }

    /// Older versions asked for less: what theirs lacks was not looked for.
    pub fn is_from_an_older_lab(&self) -> bool {
        self.system.clock_ns.is_none()
    }

    /// This machine as drivers see it that are emulated: another one, whose runs are not mixed with its own.
    pub fn emulating(self, architecture: &str) -> Machine {
        let fingerprint = format!("{}-{architecture}", self.fingerprint);
        Machine { fingerprint, emulated: Some(architecture.to_owned()), ..self }
    }

    /// How many cycles of the core pass in one tick of the time-stamp counter, when it runs as when described.
    pub fn cycles_per_tick(&self) -> Option<f64> {
        Some(self.speed.core_hz? / self.tsc_hz.filter(|hz| *hz > 0.0)?)
    }
}

/// What the machine lived on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Power {
    /// Whether it was plugged in.
    pub mains: Option<bool>,
    /// How full its battery was, of 100; the mean of several.
    pub battery_percent: Option<f64>,
    pub discharging: bool,
}

/// Which one it is, beside its name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

/// The operating system and how it is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_of_an_older_lab_is_read() {
        let old = r#"{"fingerprint":"5eed","cpu":null,"architecture":"x86_64","cores":2,"core":1,"memory_bytes":1,
            "caches":[["L2",8]],"governor":null,"tsc_hz":2e9,"hypervisor":null,"kernel":"6","libc":null,
            "load_average":0.5}"#;
        let machine: Machine = serde_json::from_str(old).unwrap();
        assert_eq!((machine.cores, machine.caches.len(), machine.layout.threads), (2, 1, None));
        assert_eq!(machine.cycles_per_tick(), None);
        assert!(machine.is_from_an_older_lab());
        let speed = Speed { core_hz: Some(3e9), ..Speed::default() };
        assert_eq!(Machine { speed, ..machine }.cycles_per_tick(), Some(1.5));
    }
}
