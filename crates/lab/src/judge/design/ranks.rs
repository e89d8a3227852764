//! Runs of whole commands are counted, each a launch of its own; or trials, single calls that begin anew, of which a metric
//! decides.
//!
//! Estimate: the median of all ratios within the blocks. Interval: the exact one of van Elteren's test. Lanes change places
//! by chance, so that within a block runs of the same program might have come in any order, however noise comes and goes:
//! there is nothing to join. An order's mirror gives the other lane the better place, if there is one, which only makes
//! agreement rarer. Noise: only what the control shows for certain. Interim analyses: in steps of about the root of two,
//! the first of which may be wrong most often.
//!
//! Of trials: the rank sum test, over all of them as if they had been taken in one block, because so few tell more together
//! than two by two; what moves a whole round moves both, which makes agreement by chance the rarer. Analyses go on up to
//! as many trials as the benchmark allows.

use paragone_stats::{blocked_ranks, interim};

use super::blocks::{BlockRules, by_blocks};
use super::rules::{NextStep, Rules};
use crate::judge::design::field::Field;
use crate::judge::design::schedule::{Schedule, by_rounds, least_s, most_blocks};
use crate::judge::design::setting::Setting;
use crate::judge::estimate::pair::Pair;
use crate::model::{Block, Interval, Progress, StopReason};

/// Blocks before the first analysis, with one pair to be judged: of so few blocks of two rounds one round may disagree with
/// all others, and by chance that is seldom enough.
const FIRST: usize = 8;

/// How values are ranked, and when.
pub(super) struct RankRules {
    schedule: fn(&Field<'_>, &[&Block]) -> Schedule,
    /// Those that are ranked among each other.
    blocks: fn(&Pair) -> Vec<blocked_ranks::Block>,
}

/// Where each sample is a run of a whole command.
pub(super) static OF_RUNS: RankRules = RankRules { schedule: schedule_of_runs, blocks: Pair::logarithms };

/// Where each is a trial.
pub(super) static OF_TRIALS: RankRules =
    RankRules { schedule: schedule_of_trials, blocks: |pair| vec![pair.of_all_blocks()] };

impl Rules for RankRules {
    fn schedule(&self, field: &Field, blocks: &[&Block]) -> Schedule {
        (self.schedule)(field, blocks)
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
        blocked_ranks::interval(&(self.blocks)(pair), alpha)
    }

    fn values(&self, pair: &Pair) -> Vec<f64> {
        blocked_ranks::differences(&(self.blocks)(pair))
    }

    /// What runs, or trials, differ by is in every block already. The control tells what should not be: that two commands
    /// with the same words are certainly apart.
    fn noise(&self, control: Interval) -> f64 {
        control.distance_from_0()
    }
}

fn schedule_of_runs(field: &Field, blocks: &[&Block]) -> Schedule {
    let of_blocks = Schedule { control: None, ..BlockRules.schedule(field, blocks) };
    if field.contenders.is_empty() {
        return of_blocks;
    }
    let (most, _) = most_blocks(field, blocks, of_blocks.block_s);
    // Twice as many pairs share alpha, and a block more makes agreement by chance half as likely.
    let first = FIRST + field.family.next_power_of_two().ilog2() as usize;
    Schedule { analyses: interim::climbing(first, most), ..of_blocks }
}

/// How many trials there are is the benchmark's affair, and what the budget leaves out of them is not known
/// beforehand: analyses are planned for all.
fn schedule_of_trials(field: &Field, blocks: &[&Block]) -> Schedule {
    let (least, most) = field.contest.trials.as_ref().map_or((1, 1), |trials| (trials.least, trials.most));
    let wished = most.max(1) as usize;
    let most = by_rounds(field.plan, blocks).min(wished);
    let least = (least as usize).clamp(1, most);
    let analyses = if field.contenders.is_empty() { vec![least] } else { interim::climbing(least, most) };
    let block_s = least_s(blocks);
    let limit = if most < wished { StopReason::Rounds } else { StopReason::Trials };
    Schedule { analyses, per_launch: 1, block_s, limit, race: None, control: None }
}
