//! What changed of the machine over a run, as far as it is worth a line.

use serde::{Deserialize, Serialize};

/// Each is `None` where it stayed as it was, or is not known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Warmth {
    pub sensor: String,
    pub least: f64,
    pub most: f64,
}

/// The battery that the run lived on, at the run's ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Battery {
    pub first_percent: Option<f64>,
    pub last_percent: Option<f64>,
}
