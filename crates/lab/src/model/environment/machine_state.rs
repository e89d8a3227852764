//! What of a machine changes: its state at a moment of a run, what became of it over the run, and over a short time
//! while one watches.

use serde::{Deserialize, Serialize};

/// How the machine was at one moment, as far as it is known. Whatever could not be known is `None`, or an
/// empty list, never 0.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MachineState {
    /// Nanoseconds since the run began.
    pub at_ns: u64,
    /// When the state before was looked at: shares and counts below are of the time since then. The first
    /// state has none.
    pub since_ns: Option<u64>,
    /// Of the measuring core, as the system says it.
    pub frequency_hz: Option<f64>,
    /// Additions a second, each of which waits for the one before, on the measuring core: timed by Paragone.
    pub speed_hz: Option<f64>,
    /// (sensor, degrees Celsius).
    pub temperatures: Vec<(String, f64)>,
    /// How often a core held itself back for heat or power.
    pub throttled: Option<u64>,
    /// Share of the measuring core's time that the host gave to other virtual machines.
    pub stolen: Option<f64>,
    /// How many waited for the measuring core on average, while another had it.
    pub queued: Option<f64>,
    /// Share of the time in which somebody waited for some core of the machine.
    pub pressure: Option<f64>,
    /// Share of its time that another hardware thread of the measuring core was busy, of the busiest one.
    pub sibling_busy: Option<f64>,
    /// Processes that run or want to, over the last minute; the run's own are among them.
    pub load_average: Option<f64>,
    /// Whether the power comes from the mains.
    pub mains: Option<bool>,
    pub battery_percent: Option<f64>,
    /// Looked at less often than the rest.
    pub others: Option<Others>,
}

/// Who else was at work on the machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Others {
    /// The time that is meant is from here to the state's own moment.
    pub since_ns: u64,
    /// Cores that all processes but the run's own kept busy.
    pub cores: f64,
    /// Share of the measuring core's time that was neither idle nor the run's own.
    pub of_measuring_core: Option<f64>,
    /// (process, cores that it kept busy), the busiest first.
    pub busiest: Vec<(String, f64)>,
}

impl MachineState {
    /// How fast the core was: as measured, or as the system says.
    pub fn core_hz(&self) -> Option<f64> {
        self.speed_hz.or(self.frequency_hz)
    }
}

/// A machine over a short time.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Moment {
    /// What the system says that the drivers' core runs at.
    pub frequency_hz: Option<f64>,
    pub temperatures: Vec<Sensor>,
    /// How often the processor was slowed down for heat since the machine was started.
    pub throttled: Option<u64>,
    /// Programs of others that were at work, the busiest first.
    pub busiest: Vec<Busy>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sensor {
    pub name: String,
    pub celsius: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Busy {
    pub name: String,
    /// How many cores its processes kept busy.
    pub cores: f64,
}

/// Each is `None` where it stayed as it was, or is not known.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Changes {
    pub speed: Option<SpeedCourse>,
    pub temperature: Option<Warmth>,
    /// How often a core held itself back.
    pub throttled: Option<u64>,
    /// Share of the measuring core's time that the host gave to others.
    pub stolen: Option<f64>,
    pub slept_s: Option<f64>,
    pub battery: Option<Battery>,
}

/// How fast the measuring core was.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpeedCourse {
    pub first_hz: f64,
    pub least_hz: f64,
    pub most_hz: f64,
    /// From the first to what is furthest from it, as a share: below 0 it became slower.
    pub change: f64,
    /// (nanoseconds since the run began, hertz); the run's states tell the same.
    #[serde(skip)]
    pub curve: Vec<(u64, f64)>,
}

/// The sensor that changed most, degrees Celsius.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Warmth {
    pub sensor: String,
    pub least: f64,
    pub most: f64,
}

/// The battery that the run lived on, at the run's ends.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Battery {
    pub first_percent: Option<f64>,
    pub last_percent: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_older_lab_did_not_write_is_unknown() {
        let state: MachineState = serde_json::from_str(r#"{ "at_ns": 7, "load_average": 0.5 }"#).unwrap();
        assert_eq!(state, MachineState { at_ns: 7, load_average: Some(0.5), ..MachineState::default() });
        assert_eq!(state.core_hz(), None);
        assert_eq!(MachineState { frequency_hz: Some(2e9), ..state.clone() }.core_hz(), Some(2e9));
        assert_eq!(MachineState { frequency_hz: Some(2e9), speed_hz: Some(3e9), ..state }.core_hz(), Some(3e9));
    }
}
