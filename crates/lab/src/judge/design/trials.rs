//! Trials are counted: single calls that begin anew, of which a metric decides.
//!
//! Estimate: the median of all ratios. Interval: the exact one of the rank sum test, over all trials as if they had been
//! taken in one block, because so few tell more together than two by two; what moves a whole round moves both, which makes
//! agreement by chance the rarer. Noise: only what the control shows for certain. Interim analyses: up to as many trials as the
//! benchmark allows, the first of which may be wrong most often.

use paragone_stats::{blocked_ranks, interim};

use super::rules::{NextStep, Rules};
use super::runs::RunRules;
use crate::judge::design::field::Field;
use crate::judge::design::schedule::{Schedule, by_rounds, least_s};
use crate::judge::design::setting::Setting;
use crate::judge::estimate::pair::Pair;
use crate::model::{Block, Interval, Plan, Progress, StopReason};

pub(super) struct TrialRules;

impl Rules for TrialRules {
    /// How many trials there are is the benchmark's affair, and what the budget leaves out of them is not known
    /// beforehand: analyses are planned for all.
    fn schedule(&self, plan: &Plan, field: &Field, blocks: &[&Block]) -> Schedule {
        let (least, most) = field.trials.as_ref().map_or((1, 1), |trials| (trials.least, trials.most));
        let wished = most.max(1) as usize;
        let most = by_rounds(plan, blocks).min(wished);
        let least = (least as usize).clamp(1, most);
        let analyses = if field.contenders.is_empty() { vec![least] } else { interim::climbing(least, most) };
        let block_s = least_s(blocks);
        let limit = if most < wished { StopReason::Rounds } else { StopReason::Trials };
        Schedule { analyses, per_launch: 1, block_s, limit, race: None, control: None }
    }

    fn next_step(&self, progress: &Progress<'_>, setting: &Setting<'_>, in_launch: usize) -> NextStep {
        RunRules.next_step(progress, setting, in_launch)
    }

    fn units(&self, setting: &Setting<'_>) -> usize {
        RunRules.units(setting)
    }

    fn units_in_common(&self, setting: &Setting<'_>, lanes: &[usize]) -> Option<usize> {
        RunRules.units_in_common(setting, lanes)
    }

    fn units_of_pair(&self, pair: &Pair) -> usize {
        pair.rounds()
    }

    fn ends(&self, pair: &Pair, alpha: f64) -> Option<paragone_stats::Interval> {
        blocked_ranks::interval(&[pair.of_all_blocks()], alpha)
    }

    fn values(&self, pair: &Pair) -> Vec<f64> {
        blocked_ranks::differences(&[pair.of_all_blocks()])
    }

    fn noise(&self, control: Interval) -> f64 {
        RunRules.noise(control)
    }
}
