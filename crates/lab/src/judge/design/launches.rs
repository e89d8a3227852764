//! Launches are counted: what a launch happens to get, an address layout, a heap, and where it can be varied a layout of
//! the code, is one observation, however often it is sampled.
//!
//! Estimate: the mean of the launches' values, each the median of its blocks. Interval: Student's *t*. Of launches whose
//! samples are processes of a benchmark harness, the trimmed mean and its interval: a host that switches between two speeds
//! disturbs a few of them by a fifth (docs/decisions/0049). Noise: what launches differ by is in the interval already; where
//! samples are processes of a harness, only what the control shows for certain is added (docs/decisions/0052). Interim
//! analyses: after 5 launches, or 8 where layouts vary, then 13, 21 ... as long as the budget lasts, up to 89; up to 233
//! where samples are processes of a benchmark harness, whose comparisons have the whole time of a gate. The first may be
//! wrong most often, because most comparisons end there.

use std::collections::BTreeSet;

use paragone_stats::{interim, quantile, student, trimmed};

use super::rules::{NextStep, Rules, Then};
use crate::judge::design::budgets::{affordable, launch_s};
use crate::judge::design::field::Field;
use crate::judge::design::schedule::{Control, Schedule, by_rounds, control_share, most_blocks, seconds};
use crate::judge::design::setting::Setting;
use crate::judge::estimate::pair::Pair;
use crate::model::{Block, Interval, Progress, StopReason, budget_share};

/// Where calls are long, launches have fewer blocks rather than be fewer: launches differ by more than the blocks
/// within them, and Student's t of five is half as wide again as that of eight.
const LAUNCHES_THAT_FIT: usize = interim::LAUNCHES[1];

/// Launches of an implementation that has nobody beside it.
const ALONE: usize = 5;

/// From values and an error rate to the estimate and its interval.
type IntervalOf = fn(&[f64], f64) -> Option<(f64, paragone_stats::Interval)>;

/// How the values of launches are summed up.
pub(super) struct LaunchRules {
    mean: fn(&[f64]) -> Option<f64>,
    interval: IntervalOf,
    /// What the A/A control adds to the noise.
    noise: fn(&Interval) -> f64,
    /// One launch in so many has blocks of the control.
    control_in: u32,
    /// More are not made.
    most: usize,
}

/// Where a launch has samples of calls.
pub(super) static OF_CALLS: LaunchRules =
    LaunchRules { mean: student::mean, interval: student::interval, noise: Interval::bound, control_in: 1, most: 89 };

/// Where each sample is a process that measures by itself. What launches differ by is large there and in the interval
/// already: the control must not widen that once more, and only tells of a fault.
pub(super) static OF_PROCESSES: LaunchRules = LaunchRules {
    mean: trimmed::mean,
    interval: |values, alpha| trimmed::interval(values, alpha * ASKED_FOR),
    noise: Interval::distance_from_0,
    control_in: 2,
    most: 233,
};

/// The part of its error rate at which the interval of the trimmed mean is asked for: of normal values and at small rates it
/// misses up to half as often again as it says.
const ASKED_FOR: f64 = 0.5;

impl Rules for LaunchRules {
    fn schedule(&self, field: &Field, blocks: &[&Block]) -> Schedule {
        // The first block alone: what makes a launch whole must not change as more come in.
        let first = blocks.iter().find(|block| !block.race);
        let block_s = first.map(|block| seconds(block));
        // What half a block of the control takes comes on top of each, in the launches that have it.
        let part = 0.5 / f64::from(self.control_in);
        let with_control_s = first.map(|block| seconds(block) * (1.0 + control_share(field, block) * part));
        let (most, limit) = most_blocks(field, blocks, with_control_s);
        // So many whole launches have to fit into what is left for each when all take what they may; what others
        // leave over makes more launches, not longer ones.
        let Field { plan, contest, .. } = field;
        let planned_s = budget_share(plan.budget_of(contest), plan.ladder_s(), plan.budgets_s());
        let affordable = |block_s: f64| (planned_s / block_s) as usize;
        let shared = with_control_s.map_or(usize::MAX, affordable).min(by_rounds(plan, blocks)) / LAUNCHES_THAT_FIT;
        let per_launch = shared.clamp(1, plan.blocks_per_launch.max(1) as usize);
        let most = most / per_launch;
        let limit = if most >= self.most { StopReason::Launches } else { limit };
        let most = most.min(self.most);
        let analyses = match field.contenders.is_empty() {
            true => vec![ALONE.min(most).max(1)],
            false => interim::launches(plan.least_launches(), most),
        };
        let control = Some(Control { every: per_launch, count: per_launch.div_ceil(2), one_in: self.control_in });
        Schedule { analyses, per_launch, block_s, limit, race: None, control }
    }

    fn next_step(&self, progress: &Progress<'_>, setting: &Setting<'_>, in_launch: usize) -> NextStep {
        let schedule = &setting.schedule;
        if in_launch < schedule.per_launch {
            let count = affordable(progress, setting, schedule.per_launch - in_launch);
            return NextStep { is_analysis: false, then: Then::Blocks(count) };
        }
        let launches = self.units(setting);
        if launches >= schedule.last() {
            return NextStep { is_analysis: true, then: Then::Stop(schedule.limit) };
        }
        // A launch that cannot be finished would be measured for nothing.
        if progress.spent_s + launch_s(progress, setting) > progress.budget_s {
            return NextStep { is_analysis: true, then: Then::Stop(StopReason::Budget) };
        }
        NextStep { is_analysis: schedule.analyses.contains(&launches), then: Then::Relaunch }
    }

    fn units(&self, setting: &Setting<'_>) -> usize {
        let is_whole = |count: &&usize| **count >= setting.schedule.per_launch;
        setting.blocks_by_launch().values().filter(is_whole).count()
    }

    fn units_in_common(&self, setting: &Setting<'_>, lanes: &[usize]) -> Option<usize> {
        let both = setting.balanced().filter(|block| lanes.iter().all(|lane| block.has_part(*lane)));
        Some(both.map(|block| block.launch).collect::<BTreeSet<u32>>().len())
    }

    fn units_of_pair(&self, pair: &Pair) -> usize {
        pair.launch_values().len()
    }

    fn ratio(&self, pair: &Pair) -> Option<f64> {
        // Before the first launch is whole its blocks are the best there is.
        (self.mean)(&pair.launch_values()).or_else(|| quantile::median(&pair.block_values()))
    }

    fn ends(&self, pair: &Pair, alpha: f64) -> Option<paragone_stats::Interval> {
        (self.interval)(&pair.launch_values(), alpha).map(|(_, ends)| ends)
    }

    fn values(&self, pair: &Pair) -> Vec<f64> {
        pair.launch_values()
    }

    fn noise(&self, control: Interval) -> f64 {
        (self.noise)(&control)
    }

    fn race_launches(&self) -> usize {
        2
    }

    fn enough_alone(&self) -> Option<usize> {
        None
    }
}
