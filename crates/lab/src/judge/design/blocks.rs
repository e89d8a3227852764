//! Blocks of one launch are counted: for programs whose start or warm-up is dear.
//!
//! Estimate: the median of the blocks' values. Interval: the exact sign interval of that median, of longer blocks where
//! neighbouring ones are correlated. Noise: one launch is one layout, so the control's bound, and what launches were seen
//! to differ by in earlier runs, always widen it. Interim analyses: after 16, 32, 64 ... blocks.

use paragone_stats::{interim, quantile, sign};

use super::rules::{NextStep, Rules, Then};
use crate::judge::design::budgets::affordable;
use crate::judge::design::field::Field;
use crate::judge::design::schedule::{Control, FIRST_ANALYSIS, Schedule, control_share, least_s, most_blocks};
use crate::judge::design::setting::Setting;
use crate::judge::estimate::pair::Pair;
use crate::model::{Block, Progress};

/// Blocks of an implementation that has nobody beside it.
const ALONE: usize = 64;

pub(super) struct BlockRules;

impl Rules for BlockRules {
    fn schedule(&self, field: &Field, blocks: &[&Block]) -> Schedule {
        let block_s = least_s(blocks);
        // As many blocks of the control come on top.
        let share = blocks.iter().find(|block| !block.race).map_or(0.0, |block| control_share(field, block));
        let (most, limit) = most_blocks(field, blocks, block_s.map(|block_s| block_s * (1.0 + share)));
        let analyses = if field.contenders.is_empty() && !field.plan.sustained {
            vec![ALONE.min(most).max(1)]
        } else {
            interim::doubling(FIRST_ANALYSIS, most)
        };
        let stretch = analyses[0].min(FIRST_ANALYSIS);
        let control = Some(Control { every: stretch, count: stretch, one_in: 1 });
        Schedule { analyses, per_launch: 1, block_s, limit, race: None, control }
    }

    fn next_step(&self, progress: &Progress<'_>, setting: &Setting<'_>, in_launch: usize) -> NextStep {
        by_blocks(progress, setting, in_launch)
    }

    fn units(&self, setting: &Setting<'_>) -> usize {
        setting.blocks_by_launch().len()
    }

    fn units_in_common(&self, _: &Setting<'_>, _: &[usize]) -> Option<usize> {
        None
    }

    fn units_of_pair(&self, pair: &Pair) -> usize {
        pair.every_launch()
    }

    fn ratio(&self, pair: &Pair) -> Option<f64> {
        quantile::median(&pair.unrelated().0)
    }

    fn ends(&self, pair: &Pair, alpha: f64) -> Option<paragone_stats::Interval> {
        sign::interval(&quantile::sorted(pair.unrelated().0.clone()), alpha)
    }

    fn values(&self, pair: &Pair) -> Vec<f64> {
        pair.block_values()
    }

    fn is_of_one_launch(&self) -> bool {
        true
    }
}

/// The next step where blocks are counted, of which there are so many.
pub(super) fn by_blocks(progress: &Progress<'_>, setting: &Setting<'_>, taken: usize) -> NextStep {
    let schedule = &setting.schedule;
    if taken >= schedule.last() {
        return NextStep { is_analysis: true, then: Then::Stop(schedule.limit) };
    }
    let next_analysis =
        schedule.analyses.iter().find(|analysis| **analysis > taken).copied().unwrap_or(schedule.last());
    let until_control = schedule.control.map_or(usize::MAX, |control| control.every - taken % control.every);
    let count = affordable(progress, setting, (next_analysis - taken).min(until_control));
    NextStep { is_analysis: schedule.analyses.contains(&taken), then: Then::Blocks(count) }
}
