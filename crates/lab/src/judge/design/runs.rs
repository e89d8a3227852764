//! Runs of whole commands are counted, each a launch of its own.
//!
//! Estimate: the median of all ratios within the blocks. Interval: the exact one of van Elteren's test. Lanes change places
//! by chance, so that within a block runs of the same program might have come in any order, however noise comes and goes:
//! there is nothing to join. An order's mirror gives the other lane the better place, if there is one, which only makes
//! agreement rarer. Noise: only what the control shows for certain. Interim analyses: in steps of about the root of two, the first of
//! which may be wrong most often.

use paragone_stats::{blocked_ranks, interim};

use super::blocks::{BlockRules, by_blocks};
use super::rules::{NextStep, Rules};
use crate::judge::design::field::Field;
use crate::judge::design::schedule::{Schedule, most_blocks};
use crate::judge::design::setting::Setting;
use crate::judge::estimate::pair::Pair;
use crate::model::{Block, Interval, Plan, Progress};

/// Blocks before the first analysis, with one pair to be judged: of so few blocks of two rounds one round may disagree with
/// all others, and by chance that is seldom enough.
const FIRST: usize = 8;

pub(super) struct RunRules;

impl Rules for RunRules {
    fn schedule(&self, plan: &Plan, field: &Field, blocks: &[&Block]) -> Schedule {
        let of_blocks = Schedule { control: None, ..BlockRules.schedule(plan, field, blocks) };
        if field.contenders.is_empty() {
            return of_blocks;
        }
        let (most, _) = most_blocks(plan, field, blocks, of_blocks.block_s);
        // Twice as many pairs share alpha, and a block more makes agreement by chance half as likely.
        let first = FIRST + field.family.next_power_of_two().ilog2() as usize;
        Schedule { analyses: interim::climbing(first, most), ..of_blocks }
    }

    fn next_step(&self, progress: &Progress<'_>, setting: &Setting<'_>, _: usize) -> NextStep {
        by_blocks(progress, setting, setting.balanced().count())
    }

    fn units(&self, setting: &Setting<'_>) -> usize {
        setting.balanced().map(Block::rounds).sum()
    }

    fn units_in_common(&self, setting: &Setting<'_>, lanes: &[usize]) -> Option<usize> {
        Some(setting.balanced().filter(|block| lanes.iter().all(|lane| block.has_part(*lane))).count())
    }

    fn units_of_pair(&self, pair: &Pair) -> usize {
        pair.rounds()
    }

    fn ends(&self, pair: &Pair, alpha: f64) -> Option<paragone_stats::Interval> {
        blocked_ranks::interval(&pair.logarithms(), alpha)
    }

    fn values(&self, pair: &Pair) -> Vec<f64> {
        blocked_ranks::differences(&pair.logarithms())
    }

    /// What runs, or trials, differ by is in every block already. The control tells what should not be: that two commands
    /// with the same words are certainly apart.
    fn noise(&self, control: Interval) -> f64 {
        control.low.max(-control.high).max(0.0)
    }
}
