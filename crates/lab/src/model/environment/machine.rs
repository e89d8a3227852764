//! What was measured on: system information.

use serde::{Deserialize, Serialize};

use crate::model::environment::processor::{CacheLevel, Layout, Processor, Speed};
use crate::model::environment::system::System;

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
