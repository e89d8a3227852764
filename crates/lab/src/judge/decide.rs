//! What has been measured so far in, what to measure next out: more blocks, another launch, or stop.
//!
//! Budgets are kept here; clocks are not read: seconds come in with the progress.

use std::collections::BTreeMap;

use super::field::Field;
use super::look::{Judgement, Setting};
use super::schedule::Schedule;
use super::spread::Spreads;
use crate::model::{Block, Decide, Mode, Next, Progress, StopReason, Verdict};

/// Decides by certainty, within the budgets.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    spreads: Spreads,
    /// Contenders whose pair is done, by contest and comparison.
    dropped: BTreeMap<(usize, usize), Vec<usize>>,
}

impl Judge {
    /// `spreads`: what launches differed by in earlier runs on this machine.
    pub fn new(spreads: Spreads) -> Judge {
        Judge { spreads, dropped: BTreeMap::new() }
    }
}

impl Decide for Judge {
    fn next(&mut self, progress: &Progress<'_>) -> (Next, Option<Vec<Verdict>>) {
        let contest = &progress.plan.contests[progress.contest];
        let Some(field) = Field::of(contest, progress.healthy) else {
            return (Next::Stop(StopReason::NobodyLeft), None);
        };
        let key = (progress.contest, progress.comparison);
        let in_launch: Vec<&Block> = progress.blocks.iter().filter(|block| block.launch == progress.launch).collect();
        let blocks: Vec<&Block> = match progress.plan.mode {
            // A quick comparison is of one launch: what an interrupted one left does not count.
            Mode::Quick => in_launch.clone(),
            Mode::Standard => progress.blocks.iter().collect(),
        };
        if progress.plan.mode == Mode::Quick && blocks.is_empty() {
            self.dropped.remove(&key);
        }
        let schedule = Schedule::of(progress.plan, &field, &blocks);
        let setting = Setting {
            plan: progress.plan,
            field: &field,
            blocks: &blocks,
            schedule: &schedule,
            empty_call_ns: progress.empty_call_ns,
            spread: self.spreads.get(&key).copied(),
        };
        let dropped = self.dropped.entry(key).or_default();
        match next_step(progress, &setting, in_launch.len()) {
            Step::Blocks(count) => (Next::Blocks { count, live: live(&field, progress.healthy, dropped) }, None),
            Step::Relaunch => (Next::Relaunch, None),
            Step::Look(otherwise) => {
                let judgements = setting.judgements();
                *dropped = done(&setting, &judgements, dropped);
                let all_done = field.contenders.iter().all(|lane| dropped.contains(lane));
                let next = match otherwise {
                    _ if all_done => Next::Stop(StopReason::Certain),
                    Otherwise::Stop(reason) => Next::Stop(reason),
                    Otherwise::Relaunch => Next::Relaunch,
                    Otherwise::Blocks(count) => Next::Blocks { count, live: live(&field, progress.healthy, dropped) },
                };
                (next, Some(verdicts(&setting, progress.healthy, judgements)))
            }
        }
    }
}

/// What the counts and budgets ask for, before anything is judged.
enum Step {
    Blocks(u32),
    Relaunch,
    Look(Otherwise),
}

/// What follows a look that leaves something undecided.
enum Otherwise {
    Blocks(u32),
    Relaunch,
    Stop(StopReason),
}

fn next_step(progress: &Progress<'_>, setting: &Setting<'_>, in_launch: usize) -> Step {
    if setting.blocks.is_empty() {
        // One block tells what a block costs; asking for sixteen could already burst the budget.
        return Step::Blocks(1);
    }
    if let Some(reason) = spent(progress, setting) {
        return Step::Look(Otherwise::Stop(reason));
    }
    match progress.plan.mode {
        Mode::Quick => quick_step(progress, setting, in_launch),
        Mode::Standard => standard_step(progress, setting, in_launch),
    }
}

fn quick_step(progress: &Progress<'_>, setting: &Setting<'_>, in_launch: usize) -> Step {
    let schedule = setting.schedule;
    if in_launch >= schedule.last() {
        return Step::Look(Otherwise::Stop(schedule.limit));
    }
    let next_look = schedule.looks.iter().find(|look| **look > in_launch).copied().unwrap_or(schedule.last());
    let count = affordable(progress, setting, next_look - in_launch);
    if schedule.looks.contains(&in_launch) { Step::Look(Otherwise::Blocks(count)) } else { Step::Blocks(count) }
}

fn standard_step(progress: &Progress<'_>, setting: &Setting<'_>, in_launch: usize) -> Step {
    let schedule = setting.schedule;
    if in_launch < schedule.per_launch {
        return Step::Blocks(affordable(progress, setting, schedule.per_launch - in_launch));
    }
    let launches = setting.launches();
    if launches >= schedule.last() {
        return Step::Look(Otherwise::Stop(schedule.limit));
    }
    // A launch that cannot be finished would be measured for nothing.
    let launch_s = schedule.block_s.unwrap_or(0.0) * schedule.per_launch as f64;
    if progress.spent_s + launch_s > progress.budget_s {
        return Step::Look(Otherwise::Stop(StopReason::Budget));
    }
    if schedule.looks.contains(&launches) { Step::Look(Otherwise::Relaunch) } else { Step::Relaunch }
}

/// Which limit has been reached.
fn spent(progress: &Progress<'_>, setting: &Setting<'_>) -> Option<StopReason> {
    let rounds: usize = setting.blocks.iter().map(|block| block.rounds()).sum();
    if progress.plan.rounds.is_some_and(|limit| rounds as u64 >= limit) {
        return Some(StopReason::Rounds);
    }
    (progress.spent_s >= progress.budget_s).then_some(StopReason::Budget)
}

/// So many blocks as are wanted, as far as time and rounds allow; at least one.
fn affordable(progress: &Progress<'_>, setting: &Setting<'_>, wanted: usize) -> u32 {
    let by_time = setting
        .schedule
        .block_s
        .map_or(usize::MAX, |block_s| ((progress.budget_s - progress.spent_s) / block_s).ceil() as usize);
    let rounds: usize = setting.blocks.iter().map(|block| block.rounds()).sum();
    let per_block = setting.blocks.last().map_or(1, |block| block.rounds().max(1));
    let by_rounds = progress.plan.rounds.map_or(usize::MAX, |limit| (limit as usize - rounds).div_ceil(per_block));
    u32::try_from(wanted.min(by_time).min(by_rounds).max(1)).unwrap_or(u32::MAX)
}

/// Contenders that need no more data: their verdict stands, now or before, and nobody who might
/// be the fastest beside them is still to be told from them.
fn done(setting: &Setting<'_>, judgements: &BTreeMap<usize, Judgement>, before: &[usize]) -> Vec<usize> {
    let contenders = &setting.field.contenders;
    let is_done = |lane: &usize| {
        before.contains(lane)
            || judgements.get(lane).is_some_and(|judgement| judgement.settled)
                && !is_contested(setting, judgements, *lane, before)
    };
    contenders.iter().copied().filter(is_done).collect()
}

/// Whether this contender may be the fastest and another one, still measured, may be too, and it
/// takes more data to tell them apart.
fn is_contested(setting: &Setting<'_>, judgements: &BTreeMap<usize, Judgement>, lane: usize, before: &[usize]) -> bool {
    let contenders = &setting.field.contenders;
    let interval = |lane: &usize| judgements.get(lane).map(|judgement| judgement.estimate.judged);
    // The best is at least as fast as the reference, which stands at 0 itself.
    let best = contenders.iter().filter_map(interval).fold(0.0f64, |best, interval| best.min(interval.high));
    let may_be_fastest = |lane: &usize| interval(lane).is_some_and(|interval| interval.low <= best);
    let is_faster = |lane: &usize| matches!(judgements.get(lane).map(|j| &j.verdict), Some(Verdict::Faster { .. }));
    let share = setting.schedule.share(setting.plan, setting.field);
    let rivals = contenders.iter().filter(|other| **other != lane && !before.contains(other));
    may_be_fastest(&lane)
        && rivals.filter(|other| may_be_fastest(other) && (is_faster(&lane) || is_faster(other))).any(|other| {
            let between = setting.judge(lane, *other, share);
            between.is_some_and(|between| matches!(between.verdict, Verdict::NotEnough { .. }) && !between.settled)
        })
}

/// Who takes part in the next blocks: reference and clone as long as anybody does.
fn live(field: &Field, healthy: &[bool], dropped: &[usize]) -> Vec<bool> {
    let mut live = vec![false; healthy.len().max(field.lanes)];
    let contenders = field.contenders.iter().filter(|lane| !dropped.contains(lane));
    for lane in contenders.chain(&field.clone).chain([&field.reference]) {
        live[*lane] = true;
    }
    live
}

fn verdicts(setting: &Setting<'_>, healthy: &[bool], mut judgements: BTreeMap<usize, Judgement>) -> Vec<Verdict> {
    let of = |lane: usize| match judgements.remove(&lane) {
        _ if lane == setting.field.reference => Verdict::Baseline,
        _ if !healthy.get(lane).copied().unwrap_or(true) => Verdict::Failed { text: "failed while measured".into() },
        Some(judgement) => judgement.verdict,
        None => Verdict::NotEnough { rounds: 0, seconds: 0.0 },
    };
    (0..setting.field.lanes).map(of).collect()
}
