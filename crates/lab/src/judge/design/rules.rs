//! What each design has to answer: blocks and pairs in, units, estimates, intervals, noise and the next step out. Nothing
//! here knows a margin or a verdict.

use paragone_stats::{hodges_lehmann, quantile};

use crate::judge::design::field::Field;
use crate::judge::design::schedule::{FIRST_ANALYSIS, Schedule};
use crate::judge::design::setting::Setting;
use crate::judge::estimate::pair::{Pair, or_everything};
use crate::model::{Block, Interval, Progress, StopReason};

/// How far from the estimate an end may lie, as a logarithm: a factor of a thousand. Two or three values that differ give
/// ends with dozens of digits, and a ratio that is known no better than that is not known.
const WIDEST: f64 = 6.9;

/// What a design answers.
pub(crate) trait Rules {
    /// When a comparison is looked at.
    fn schedule(&self, field: &Field, blocks: &[&Block]) -> Schedule;

    /// What the counts ask for next; `in_launch`: the balanced blocks of the launch that goes on.
    fn next_step(&self, progress: &Progress<'_>, setting: &Setting<'_>, in_launch: usize) -> NextStep;

    /// Units of a comparison that count, whoever took part in them.
    fn units(&self, setting: &Setting<'_>) -> usize;

    /// How many units these lanes have in common, where later analyses may be wrong less often than earlier ones; nothing,
    /// where each may be wrong as often as any other.
    fn units_in_common(&self, setting: &Setting<'_>, lanes: &[usize]) -> Option<usize>;

    /// Units of two lanes that count.
    fn units_of_pair(&self, pair: &Pair) -> usize;

    /// The most likely ratio, as a logarithm.
    fn ratio(&self, pair: &Pair) -> Option<f64> {
        quantile::median(&self.values(pair))
    }

    /// The ends of its interval, wrong with probability `alpha`; nothing, where too little is known.
    fn ends(&self, pair: &Pair, alpha: f64) -> Option<paragone_stats::Interval>;

    /// Where the ratio lies, wrong with probability `alpha`; everything, where too little is known.
    fn interval(&self, pair: &Pair, alpha: f64) -> Interval {
        // What never varies is known with the first trial.
        if let (true, Some(ratio)) = (pair.exact, self.ratio(pair)) {
            return Interval { low: ratio, high: ratio };
        }
        let found = or_everything(self.ends(pair, alpha));
        let is_unknown = |ratio: f64| found.high - ratio > WIDEST || ratio - found.low > WIDEST;
        if self.ratio(pair).is_some_and(is_unknown) { Interval::EVERYTHING } else { found }
    }

    /// The Hodges-Lehmann estimate, of the values that the interval is made of.
    fn hodges_lehmann(&self, pair: &Pair) -> Option<f64> {
        hodges_lehmann::estimate(&quantile::sorted(self.values(pair)))
    }

    /// The values that the interval is made of.
    fn values(&self, pair: &Pair) -> Vec<f64>;

    /// What the control, a second process of the baseline, adds to the noise, by where it lies beside the baseline.
    fn noise(&self, control: Interval) -> f64 {
        control.bound()
    }

    /// Whether everything was measured in one launch, so that nothing shows what another would differ by: intervals are
    /// widened by the noise then, and only the last launch counts.
    fn is_of_one_launch(&self) -> bool {
        false
    }

    /// Launches that a smaller difference has to show in before a few samples of the race are enough.
    fn race_launches(&self) -> usize {
        1
    }

    /// Blocks of a launch after which one that is left alone is known well enough; nothing, where only the budget says.
    fn enough_alone(&self) -> Option<usize> {
        Some(FIRST_ANALYSIS)
    }
}

/// What the counts and budgets ask for.
pub(crate) struct NextStep {
    /// Whether it is time for an interim analysis; what follows does so where that leaves something undecided.
    pub(crate) is_analysis: bool,
    pub(crate) then: Then,
}

/// What is to follow.
pub(crate) enum Then {
    Blocks(u32),
    Relaunch,
    Stop(StopReason),
}
