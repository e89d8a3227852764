//! How a comparison is judged: one file for each design, and what each of them has to answer.
//!
//! Which unit is counted decides the rest: what the estimate and its interval are made of, what the A/A control may add
//! to it, and when measuring may stop. Nothing here knows a margin or a verdict.

mod blocks;
mod launches;
mod runs;
mod trials;

use super::field::Field;
use super::look::Setting;
use super::pair::Pair;
use super::schedule::Schedule;
use crate::model::{Block, Design, Interval, Plan, Progress, StopReason};

/// What a design answers.
pub(crate) trait Rules {
    /// When a comparison is looked at.
    fn schedule(&self, plan: &Plan, field: &Field, blocks: &[&Block]) -> Schedule;

    /// What the counts ask for next; `in_launch`: the balanced blocks of the launch that goes on.
    fn next_step(&self, progress: &Progress<'_>, setting: &Setting<'_>, in_launch: usize) -> Step;

    /// Units of a comparison that count, whoever took part in them.
    fn units(&self, setting: &Setting<'_>) -> usize;

    /// How many units these lanes have in common, where later looks may be wrong less often than earlier ones; nothing,
    /// where each may be wrong as often as any other.
    fn units_in_common(&self, setting: &Setting<'_>, lanes: &[usize]) -> Option<usize>;

    /// Units of two lanes that count.
    fn units_of_pair(&self, pair: &Pair) -> usize;

    /// The most likely ratio, as a logarithm.
    fn ratio(&self, pair: &Pair) -> Option<f64>;

    /// Where it lies, wrong with probability `alpha`; nothing, where too little is known.
    fn interval(&self, pair: &Pair, alpha: f64) -> Option<(f64, f64)>;

    /// The values that the interval is made of.
    fn values(&self, pair: &Pair) -> Vec<f64>;

    /// What the control, a second process of the baseline, adds to the noise, by where it lies beside the baseline.
    fn noise(&self, control: Interval) -> f64;

    /// Whether everything was measured in one launch, so that nothing shows what another would differ by: intervals are
    /// widened by the noise then, and only the last launch counts.
    fn is_of_one_launch(&self) -> bool;

    /// Launches that a smaller difference has to show in before a few samples of the race are enough.
    fn race_launches(&self) -> usize;

    /// Blocks of a launch after which one that is left alone is known well enough; nothing, where only the budget says.
    fn enough_alone(&self) -> Option<usize>;
}

/// What the counts and budgets ask for, before anything is judged.
pub(crate) enum Step {
    Blocks(u32),
    Relaunch,
    Look(Otherwise),
}

/// What follows a look that leaves something undecided.
pub(crate) enum Otherwise {
    Blocks(u32),
    Relaunch,
    Stop(StopReason),
}

pub(crate) fn rules(design: Design) -> &'static dyn Rules {
    match design {
        Design::Blocks => &blocks::Blocks,
        Design::Launches => &launches::Launches,
        Design::Runs => &runs::Runs,
        Design::Trials => &trials::Trials,
    }
}
