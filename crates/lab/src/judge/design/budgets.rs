//! What has been spent of a comparison's time and rounds in, what is left to be asked for out.

use std::collections::BTreeSet;

use crate::judge::design::schedule::seconds;
use crate::judge::design::setting::Setting;
use crate::model::{Block, Progress, StopReason};

/// Seconds of a launch that no block took: starting processes, preparing them and warming them up.
fn preparation_s(progress: &Progress<'_>, setting: &Setting<'_>) -> f64 {
    let measured_s: f64 = setting.blocks.iter().map(|block| seconds(block)).sum();
    let launches = setting.blocks.iter().map(|block| block.launch).collect::<BTreeSet<u32>>().len();
    (progress.spent_s - measured_s).max(0.0) / launches.max(1) as f64
}

/// Seconds that one more whole launch takes on average, as far as is known.
pub(crate) fn launch_s(progress: &Progress<'_>, setting: &Setting<'_>) -> f64 {
    let schedule = &setting.schedule;
    let launches_of_control = setting.of_control().map(|block| block.launch).collect::<BTreeSet<u32>>().len();
    let one_in = schedule.control.map_or(1, |control| control.one_in);
    let of_control_s =
        setting.of_control().map(seconds).sum::<f64>() / launches_of_control.max(1) as f64 / f64::from(one_in);
    schedule.block_s.unwrap_or(0.0) * schedule.per_launch as f64 + of_control_s + preparation_s(progress, setting)
}

/// Which limit has been reached.
pub(crate) fn spent(progress: &Progress<'_>, setting: &Setting<'_>) -> Option<StopReason> {
    let rounds: usize = setting.balanced().map(Block::rounds).sum();
    if progress.plan.rounds.is_some_and(|limit| rounds as u64 >= limit) {
        return Some(StopReason::Rounds);
    }
    // So many trials are made however long they take: fewer would tell nothing.
    let owed = setting.field.contest.trials.as_ref().is_some_and(|trials| rounds < trials.least as usize);
    (progress.spent_s >= progress.budget_s && !owed && !setting.blocks.is_empty()).then_some(StopReason::Budget)
}

/// So many blocks as are wanted, as far as time and rounds allow; at least one.
pub(crate) fn affordable(progress: &Progress<'_>, setting: &Setting<'_>, wanted: usize) -> u32 {
    let left_s = progress.budget_s - progress.spent_s;
    let by_time = setting.schedule.block_s.map_or(usize::MAX, |block_s| (left_s / block_s).ceil() as usize);
    let rounds: usize = setting.balanced().map(Block::rounds).sum();
    let per_block = setting.balanced().last().map_or(1, |block| block.rounds().max(1));
    let by_rounds =
        progress.plan.rounds.map_or(usize::MAX, |limit| (limit as usize).saturating_sub(rounds).div_ceil(per_block));
    u32::try_from(wanted.min(by_time).min(by_rounds).max(1)).unwrap_or(u32::MAX)
}
