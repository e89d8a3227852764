//! Numbers as other tools write them, refused with their line where they can be none of a measurement.

use serde::Deserialize;

use crate::model::Sample;

/// Eleven days in nanoseconds: far above any measurement, and far below where sums would overflow.
const MOST: f64 = 1e15;

/// A time or a rate: finite, not negative.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub(super) struct Amount(pub(super) f64);

/// How often something was called: at least once. Criterion writes counts as `92.0`.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(try_from = "f64")]
pub(super) struct Calls(pub(super) u64);

impl TryFrom<f64> for Amount {
    type Error = String;

    fn try_from(value: f64) -> Result<Amount, String> {
        let told = (0.0..=MOST).contains(&value).then_some(Amount(value));
        told.ok_or_else(|| format!("{value} is no time that could have been measured: expected 0 to {MOST:e}"))
    }
}

impl TryFrom<f64> for Calls {
    type Error = String;

    fn try_from(value: f64) -> Result<Calls, String> {
        let told = ((1.0..=MOST).contains(&value) && value.fract() == 0.0).then_some(Calls(value as u64));
        told.ok_or_else(|| format!("{value} is no number of calls: expected a whole one, 1 to {MOST:e}"))
    }
}

/// A sample of calls that took so many nanoseconds each; no tool tells less than a nanosecond of a whole sample.
pub(super) fn sample(calls: u64, per_call_ns: f64, cpu_per_call_ns: f64) -> Sample {
    let whole = |ns: f64| (ns * calls as f64).round() as u64;
    Sample { calls, wall_ns: whole(per_call_ns), cpu_ns: whole(cpu_per_call_ns) }
}

/// A unit of time, as any of the tools spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum TimeUnit {
    #[serde(rename = "ns")]
    Nanoseconds,
    #[serde(rename = "us", alias = "μs", alias = "µs")]
    Microseconds,
    #[serde(rename = "ms")]
    Milliseconds,
    #[serde(rename = "s")]
    Seconds,
}

impl TimeUnit {
    pub(super) fn ns(self) -> f64 {
        match self {
            TimeUnit::Nanoseconds => 1.0,
            TimeUnit::Microseconds => 1e3,
            TimeUnit::Milliseconds => 1e6,
            TimeUnit::Seconds => 1e9,
        }
    }

    pub(super) fn named(text: &str) -> Option<TimeUnit> {
        serde_json::from_value(text.into()).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_have_been_measured_is_refused() {
        for wrong in ["-1", "1e16", "null", "\"7\""] {
            assert!(serde_json::from_str::<Amount>(wrong).is_err(), "{wrong}");
        }
        for wrong in ["0", "0.5", "-3", "1e16"] {
            assert!(serde_json::from_str::<Calls>(wrong).is_err(), "{wrong}");
        }
        assert_eq!(serde_json::from_str::<Calls>("92.0").unwrap(), Calls(92));
        assert!(Amount::try_from(f64::NAN).is_err() && Calls::try_from(f64::INFINITY).is_err());
    }
}
