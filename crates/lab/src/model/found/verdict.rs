//! What may be said about an implementation beside the baseline.

use serde::{Deserialize, Serialize};

/// From and to, of natural logarithms of ratios.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl Interval {
    pub const EVERYTHING: Interval = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };

    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The interval of the inverse ratio, of the base beside the other; 0 stays 0.
    pub fn reversed(&self) -> Interval {
        Interval { low: 0.0 - self.high, high: 0.0 - self.low }
    }

    /// The largest distance from 0 of anything inside.
    pub fn bound(&self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// The least distance from 0 of anything inside: 0 where it holds 0.
    pub fn distance_from_0(&self) -> f64 {
        self.low.max(-self.high).max(0.0)
    }

    /// Whether all of it is nearer to 0 than that.
    pub fn is_within(&self, edge: f64) -> bool {
        -edge < self.low && self.high < edge
    }

    pub fn excludes_0(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// Drawn out as far as 0.
    pub fn with_0(&self) -> Interval {
        Interval { low: self.low.min(0.0), high: self.high.max(0.0) }
    }

    /// Pushes both ends out.
    pub fn widened(&self, by: f64) -> Interval {
        Interval { low: self.low - by, high: self.high + by }
    }
}

/// The ratio of times, this implementation's over the baseline's, as natural logarithms:
/// below 0 is faster.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    pub ratio: f64,
    /// One of the comparison's set of intervals, which hold together at 99 %, widened by the bound of the A/A control
    /// where that counts: it is shown, and everything that is said rests on it.
    pub interval: Interval,
    /// Ratio of the fastest samples of each block, and the Hodges-Lehmann estimate, beside it.
    pub floor: f64,
    pub hodges_lehmann: f64,
    /// What the A/A control was away from the baseline at most, in this comparison.
    pub noise: f64,
    pub blocks: usize,
    pub launches: usize,
    /// It rests on few samples, which were enough because the difference is large: of its interval the near end is
    /// claimed.
    pub raced: bool,
}

impl Estimate {
    /// The estimate of the inverse ratio: the baseline's time over this one's.
    pub fn reversed(self) -> Estimate {
        Estimate {
            ratio: 0.0 - self.ratio,
            interval: self.interval.reversed(),
            floor: 0.0 - self.floor,
            hodges_lehmann: 0.0 - self.hodges_lehmann,
            ..self
        }
    }
}

/// The ruling on one pair.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// Not compared: it is what the others are compared with.
    Baseline,
    /// Takes at most `1 - at_least` of the baseline's time, and at least `1 - at_most` where that is claimed; numbers
    /// are shares, 0.2 is 20 %.
    Faster { at_least: f64, likely: f64, at_most: Option<f64> },
    /// Takes at least `1 + at_least` of the baseline's time, and at most `1 + at_most` where that is claimed.
    Slower { at_least: f64, likely: f64, at_most: Option<f64> },
    /// Inside the margin; `leaning` is the interval when it still excludes 0.
    Same { margin: f64, leaning: Option<Interval> },
    /// Not measured: both versions are the same code.
    SameCode,
    /// The interval is too wide.
    #[default]
    NotEnough,
    /// Not compared: another tool measured it, apart from the others.
    Unpaired,
    /// Two processes of the same program differ by more than the margin here.
    Unreliable { floor: f64 },
    /// The answer was wrong.
    Wrong { text: String },
    /// Its times are not to be believed; `short` says why in a few words.
    Implausible { short: String, text: String },
    /// It crashed, hung, or could not be built or started.
    Failed { text: String },
}

impl Verdict {
    /// What went wrong, where there is a verdict on no time at all.
    pub fn fault(&self) -> Option<&str> {
        match self {
            Verdict::Wrong { text } | Verdict::Implausible { text, .. } | Verdict::Failed { text } => Some(text),
            _ => None,
        }
    }

    /// Whether it is called faster or slower.
    pub fn is_different(&self) -> bool {
        matches!(self, Verdict::Faster { .. } | Verdict::Slower { .. })
    }

    /// Whether more samples could have decided it.
    pub fn is_undecided(&self) -> bool {
        matches!(self, Verdict::NotEnough | Verdict::Unreliable { .. })
    }

    /// One word for tables and scripts.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Baseline => "baseline",
            Verdict::Faster { .. } => "faster",
            Verdict::Slower { .. } => "slower",
            Verdict::Same { .. } => "same",
            Verdict::SameCode => "same-code",
            Verdict::NotEnough => "not-enough",
            Verdict::Unpaired => "unpaired",
            Verdict::Unreliable { .. } => "unreliable",
            Verdict::Wrong { .. } => "wrong",
            Verdict::Implausible { .. } => "implausible",
            Verdict::Failed { .. } => "failed",
        }
    }
}
