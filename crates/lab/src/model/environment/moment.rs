//! What of a machine changes while one watches: the other side of system information.

use serde::Serialize;

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
