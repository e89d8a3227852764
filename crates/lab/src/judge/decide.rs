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
        let mode = field.mode(progress.plan.mode);
        let blocks: Vec<&Block> = match mode {
            // A quick comparison is of one launch: what an interrupted one left does not count.
            Mode::Quick => in_launch.clone(),
            Mode::Standard | Mode::Fresh | Mode::Imported | Mode::Trials => progress.blocks.iter().collect(),
        };
        if mode == Mode::Quick && blocks.is_empty() {
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
                if !progress.plan.sustained {
                    *dropped = done(&setting, &judgements, dropped);
                }
                let all_done = !progress.plan.sustained && field.contenders.iter().all(|lane| dropped.contains(lane));
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
    match setting.mode() {
        Mode::Quick => quick_step(progress, setting, in_launch),
        Mode::Standard => standard_step(progress, setting, in_launch),
        Mode::Fresh | Mode::Imported | Mode::Trials => quick_step(progress, setting, setting.blocks.len()),
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
    // So many trials are made however long they take: fewer would tell nothing.
    let owed = setting.field.trials.as_ref().is_some_and(|trials| rounds < trials.least as usize);
    (progress.spent_s >= progress.budget_s && !owed).then_some(StopReason::Budget)
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
            || judgements.get(lane).is_some_and(|judgement| judgement.settled && !is_halfway(setting, judgement))
                && !is_contested(setting, judgements, *lane, before)
    };
    contenders.iter().copied().filter(is_done).collect()
}

/// Whoever looks for a crossing also asks whether the two are the same there. An interval that just excludes 0, and
/// just reaches beyond the margin, has not told yet; a narrower one would.
fn is_halfway(setting: &Setting<'_>, judgement: &Judgement) -> bool {
    let (edge, estimate) = (setting.plan.margin.ln_1p(), &judgement.estimate);
    setting.field.alpha.is_some()
        && matches!(judgement.verdict, Verdict::Faster { .. } | Verdict::Slower { .. })
        && estimate.ratio.abs() < 0.75 * edge
        && estimate.judged.half_width() - estimate.noise > edge / 4.0
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
    let rivals = contenders.iter().filter(|other| **other != lane && !before.contains(other));
    may_be_fastest(&lane)
        && rivals.filter(|other| may_be_fastest(other) && (is_faster(&lane) || is_faster(other))).any(|other| {
            let between = setting.judge(lane, *other, setting.share(lane, *other));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::stage::{contest, flat_block, plan, progress};
    use crate::model::Plan;

    /// A comparison under way, with lanes that take the same time in every block.
    struct Course {
        plan: Plan,
        judge: Judge,
        times: Vec<u64>,
        /// What the last lane takes longer in every other block.
        wobble: u64,
        blocks: Vec<Block>,
        launch: u32,
        healthy: Vec<bool>,
        spent_s: f64,
    }

    impl Course {
        fn new(mode: Mode, times: &[u64]) -> Course {
            Course {
                plan: plan(mode, contest(times.len() - 2)),
                judge: Judge::new(Spreads::new()),
                times: times.to_vec(),
                wobble: 0,
                blocks: Vec::new(),
                launch: 0,
                healthy: vec![true; times.len()],
                spent_s: 0.0,
            }
        }

        fn next(&mut self) -> (Next, Option<Vec<Verdict>>) {
            let start = progress(&self.plan, &self.blocks, &self.healthy);
            self.judge.next(&Progress { launch: self.launch, spent_s: self.spent_s, ..start })
        }

        /// Measures what is asked for; the reason once it stops.
        fn follow(&mut self) -> Result<(u32, Vec<bool>), StopReason> {
            match self.next().0 {
                Next::Blocks { count, live } => {
                    self.measure(count, &live);
                    Ok((count, live))
                }
                Next::Relaunch => {
                    self.launch += 1;
                    self.follow()
                }
                Next::Stop(reason) => Err(reason),
            }
        }

        fn measure(&mut self, count: u32, live: &[bool]) {
            for _ in 0..count {
                let mut times = self.times.clone();
                times[self.times.len() - 1] += self.wobble * (self.blocks.len() as u64 % 2);
                let mut block = flat_block(self.launch, 0, &times, 4);
                for (samples, _) in block.lanes.iter_mut().zip(live).filter(|(_, live)| !**live) {
                    samples.clear();
                }
                self.blocks.push(block);
            }
        }
    }

    #[test]
    fn one_block_then_the_rest_to_the_first_look() {
        let mut course = Course::new(Mode::Quick, &[200_000, 200_000, 200_000]);
        assert_eq!(course.follow(), Ok((1, vec![true; 3])));
        assert_eq!(course.follow(), Ok((15, vec![true; 3])));
        assert_eq!(course.follow(), Err(StopReason::Certain));
    }

    #[test]
    fn a_slow_call_does_not_burst_the_budget() {
        // 24 s a block of the 30 s there are.
        let mut course = Course::new(Mode::Quick, &[2_000_000_000; 3]);
        assert_eq!(course.follow().unwrap().0, 1);
        course.spent_s = 24.0;
        assert_eq!(course.next().0, Next::Stop(StopReason::Budget));
    }

    #[test]
    fn what_more_data_cannot_change_ends() {
        // A' is certainly further away than the margin, and stays so as long as this launch lasts.
        let mut course = Course::new(Mode::Quick, &[200_000, 202_500, 206_000]);
        course.follow().unwrap();
        course.follow().unwrap();
        let (next, verdicts) = course.next();
        assert_eq!(next, Next::Stop(StopReason::Certain));
        assert_eq!(verdicts.unwrap()[1].word(), "unreliable");
    }

    #[test]
    fn a_clear_loser_leaves_and_keeps_its_verdict() {
        // The second contender differs by less than A' does, and that is more than the margin.
        let mut course = Course::new(Mode::Quick, &[200_000, 400_000, 202_500, 203_000]);
        course.wobble = 9_000;
        course.follow().unwrap();
        course.follow().unwrap();
        assert_eq!(course.follow(), Ok((16, vec![true, false, true, true])));
        course.follow().unwrap();
        let (next, verdicts) = course.next();
        assert!(matches!(next, Next::Blocks { live, .. } if live == [true, false, true, true]));
        let words: Vec<&str> = verdicts.unwrap().iter().map(Verdict::word).collect();
        assert_eq!(words, ["baseline", "slower", "unreliable", "slower"]);
    }

    #[test]
    fn those_who_may_be_fastest_stay_until_they_are_told_apart() {
        let mut course = Course::new(Mode::Quick, &[200_000, 100_000, 100_500, 200_000]);
        // One block in two, the second contender is 3 % slower: against the first undecided.
        course.blocks = (0..16)
            .map(|index| flat_block(0, index, &[200_000, 100_000, 100_000 + 3_000 * u64::from(index % 2), 200_000], 4))
            .collect();
        let (next, verdicts) = course.next();
        assert!(matches!(next, Next::Blocks { live, .. } if live == [true; 4]));
        let words: Vec<&str> = verdicts.unwrap().iter().map(Verdict::word).collect();
        assert_eq!(words[1..3], ["faster", "faster"]);
    }

    #[test]
    fn launches_follow_each_other_until_the_fifth() {
        let mut course = Course::new(Mode::Standard, &[200_000, 300_000, 200_000]);
        let mut requests = 0;
        while course.follow().is_ok() {
            requests += 1;
        }
        assert_eq!((course.launch, course.blocks.len()), (4, 80));
        assert_eq!(requests, 6, "one more in the first launch");
        assert_eq!(course.next().0, Next::Stop(StopReason::Certain));
    }

    #[test]
    fn no_launch_begins_that_cannot_be_finished() {
        let mut course = Course::new(Mode::Standard, &[200_000, 300_000, 200_000]);
        course.follow().unwrap();
        course.follow().unwrap();
        course.spent_s = course.plan.budget_s - 0.01;
        assert_eq!(course.next().0, Next::Stop(StopReason::Budget));
    }

    #[test]
    fn nobody_left_stops_and_one_alone_is_measured_for_a_while() {
        let mut course = Course::new(Mode::Quick, &[200_000, 200_000, 200_000]);
        course.healthy = vec![false, false, true];
        assert_eq!(course.next().0, Next::Stop(StopReason::NobodyLeft));
        course.healthy = vec![true, false, true];
        let reason = loop {
            if let Err(reason) = course.follow() {
                break reason;
            }
        };
        assert_eq!((reason, course.blocks.len()), (StopReason::Certain, 64));
    }

    #[test]
    fn a_quick_comparison_that_was_interrupted_starts_anew() {
        let mut course = Course::new(Mode::Quick, &[200_000, 200_000, 200_000]);
        course.follow().unwrap();
        course.follow().unwrap();
        course.launch = 1;
        assert_eq!(course.follow(), Ok((1, vec![true; 3])));
    }
}
