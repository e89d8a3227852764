//! What doctor found, as values: what `--json` prints and `words` says.

use serde::Serialize;

use crate::environment::SystemSetting;
use crate::measure::{Clock, ClockNoise, RoundTrip};
use crate::model::{Machine, Mode, Moment, Unknown};

/// What was found, as `--json` prints it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Diagnosis {
    pub paragone: String,
    pub machine: Machine,
    /// While the noise was measured.
    pub moment: Moment,
    /// What the machine does not tell.
    pub unknown: Vec<UnknownFound>,
    /// Languages that can be used here, and what their compiler or runtime says of its version.
    pub tools: Vec<(String, String)>,
    pub clock: Clock,
    /// Median over the slowest driver.
    pub round_trip_us: Option<f64>,
    pub round_trips: Vec<RoundTrip>,
    pub spin: ClockNoise,
    /// Why the machine may fall asleep while it measures; `None`: it is kept awake.
    pub may_sleep: Option<Unknown>,
    pub meters: Vec<MeterFound>,
    pub settings: Vec<SystemSetting>,
    pub aa: Option<AaFound>,
    pub detect: Option<DetectFound>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct UnknownFound {
    pub what: &'static str,
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// Whether a metric of resources can be counted here: by what, or why not.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MeterFound {
    pub metric: &'static str,
    pub source: Option<String>,
    pub unknown: Option<Unknown>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct AaFound {
    pub run: String,
    pub benchmark: String,
    pub size: u64,
    pub mode: Mode,
    pub margin: f64,
    pub comparisons: usize,
    pub false_alarms: usize,
    pub same: usize,
    /// Not enough data, unreliable, or somebody was accused.
    pub unsure: usize,
    /// Lanes that have no time, of a program that is honest: the A/A control counts too.
    pub accusations: usize,
    /// Who, and of what.
    pub accused: Vec<String>,
    /// Of the rate of false alarms, at 95 %, as a share.
    pub upper_bound: f64,
    /// To the verdict, the start of the drivers included.
    pub median_seconds: f64,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct DetectFound {
    pub run: String,
    pub benchmark: String,
    pub size: u64,
    pub mode: Mode,
    pub margin: f64,
    pub percent: f64,
    pub comparisons: usize,
    pub found: usize,
    pub wrong_way: usize,
    pub same: usize,
    pub unsure: usize,
    /// As in [`AaFound`].
    pub accusations: usize,
    pub accused: Vec<String>,
    /// Comparisons whose drawn interval contains the true ratio.
    pub covered: usize,
    /// Of the rate of detection, at 95 %, as a share.
    pub lower_bound: f64,
    pub median_seconds: f64,
}
