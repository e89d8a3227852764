//! What has been measured so far in, what to measure next out: a round of the race, more blocks, another launch, or
//! stop.
//!
//! Budgets are kept here; clocks are not read: seconds come in with the progress.

use std::collections::BTreeMap;

use crate::judge::decide::control_turn::control;
use crate::judge::decide::runners::{Runners, has_time_after_first_analysis};
use crate::judge::decide::settled::done;
use crate::judge::design::budgets::{affordable, spent};
use crate::judge::design::field::Field;
use crate::judge::design::setting::Setting;
use crate::judge::design::{NextStep, Then};
use crate::judge::estimate::spread::Spreads;
use crate::judge::findings::failures::Fallen;
use crate::model::{Block, Decide, Fault, Next, Progress, Run, StopReason, Verdict};

/// Decides by certainty, within the budgets.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    spreads: Spreads,
    /// Lanes that take no further part, by contest and comparison.
    dropped: BTreeMap<(usize, usize), Vec<usize>>,
    /// Lanes that have no process until others have been looked at.
    resting: BTreeMap<(usize, usize), Vec<usize>>,
    fallen: Fallen,
}

impl Judge {
    /// `spreads`: what launches differed by in earlier runs on this machine.
    pub fn new(spreads: Spreads) -> Judge {
        Judge { spreads, ..Judge::default() }
    }

    /// The judge of a run that goes on: it knows what has failed before.
    pub fn going_on(self, run: &Run) -> Judge {
        Judge { fallen: Fallen::of(run), ..self }
    }
}

impl Decide for Judge {
    fn live(&self, contest: usize, comparison: usize, lanes: usize) -> Vec<bool> {
        let away = [&self.dropped, &self.resting].map(|by_place| by_place.get(&(contest, comparison)));
        (0..lanes).map(|lane| !away.iter().flatten().any(|away| away.contains(&lane))).collect()
    }

    fn failed(&mut self, contest: usize, comparison: Option<usize>, lane: usize, fault: &Fault) {
        self.fallen.remember((contest, comparison, lane), fault);
        let is_there =
            |key: &(usize, usize)| key.0 == contest && comparison.is_none_or(|comparison| key.1 == comparison);
        self.dropped.retain(|key, _| !is_there(key));
        self.resting.retain(|key, _| !is_there(key));
    }

    fn next(&mut self, progress: &Progress<'_>) -> (Next, Option<Vec<Verdict>>) {
        let Some(field) = Field::of(progress.plan, progress.contest, progress.healthy) else {
            return (Next::Stop(StopReason::NobodyLeft), None);
        };
        let key = (progress.contest, progress.comparison);
        let is_of_one_launch = field.rules().is_of_one_launch();
        // Of one launch, what an interrupted one left does not count.
        let counts = |block: &&Block| !is_of_one_launch || block.launch == progress.launch;
        let blocks: Vec<&Block> = progress.blocks.iter().filter(counts).collect();
        if is_of_one_launch && blocks.is_empty() {
            self.dropped.remove(&key);
        }
        let setting = Setting::new(&field, &blocks, self.spreads.get(&key).copied());
        let dropped = self.dropped.entry(key).or_default();
        let resting = self.resting.entry(key).or_default();
        let (next, verdicts) = step(progress, &setting, dropped, resting);
        if next == Next::Relaunch {
            let rest = || Runners::of(&setting, dropped, resting).who_rest(&setting);
            *resting = if has_time_after_first_analysis(progress, &setting) { rest() } else { Vec::new() };
        }
        (next, verdicts.map(|verdicts| self.fallen.among(key, verdicts)))
    }
}

/// What comes next, of those who are not dropped; whoever need not be measured any more is.
fn step(
    progress: &Progress<'_>,
    setting: &Setting<'_>,
    dropped: &mut Vec<usize>,
    resting: &[usize],
) -> (Next, Option<Vec<Verdict>>) {
    if setting.blocks.is_empty() && Runners::are_wanted(setting) {
        let all: Vec<usize> = setting.field.ranked().filter(|lane| !dropped.contains(lane)).collect();
        return (Next::Race { live: setting.field.marked(&all) }, None);
    }
    let runners = Runners::of(setting, dropped, resting);
    *dropped = runners.dropped.clone();
    let spent = spent(progress, setting);
    if let (Some(next), None) = (runners.next_round(setting), spent) {
        return (Next::Race { live: setting.field.marked(&next) }, None);
    }
    if let Some(next) = control(progress, setting, &runners) {
        return (next, None);
    }
    let NextStep { is_analysis, then } = next_step(progress, setting, &runners, spent);
    let judgements = is_analysis.then(|| setting.judgements());
    let deciding = judgements.as_ref().filter(|_| !progress.plan.sustained);
    if let Some(judgements) = deciding {
        *dropped = done(setting, judgements, dropped);
        dropped.retain(|lane| !runners.stays(*lane));
    }
    let all_left = runners.slow.is_empty() && setting.field.contenders.iter().all(|lane| dropped.contains(lane));
    let next = match then {
        _ if deciding.is_some() && all_left => Next::Stop(StopReason::Certain),
        Then::Stop(reason) => Next::Stop(reason),
        Then::Relaunch => Next::Relaunch,
        Then::Blocks(count) => {
            let runners = if is_analysis { Runners::of(setting, dropped, resting) } else { runners };
            blocks(runners.until_change(setting, count), setting, &runners)
        }
    };
    let verdicts = |judgements| {
        let lanes = 0..setting.field.contest.lanes.len();
        lanes.map(|lane| setting.verdict(lane, &judgements)).collect()
    };
    (next, judgements.map(verdicts))
}

fn next_step(progress: &Progress<'_>, setting: &Setting<'_>, runners: &Runners, spent: Option<StopReason>) -> NextStep {
    let balanced = setting.balanced().filter(|block| block.launch == progress.launch).count();
    if let Some(reason) = spent {
        return NextStep { is_analysis: true, then: Then::Stop(reason) };
    }
    if setting.balanced().next().is_none() {
        // One block tells what a block costs; asking for sixteen could already burst the budget.
        return NextStep { is_analysis: false, then: Then::Blocks(1) };
    }
    if runners.is_over(setting, balanced) {
        return NextStep { is_analysis: true, then: Then::Blocks(1) };
    }
    let step = setting.field.rules().next_step(progress, setting, balanced);
    // To prepare slow lanes once more would cost more than their samples.
    let is_too_soon = matches!(step.then, Then::Relaunch) && runners.wait_for_a_turn(setting);
    if is_too_soon {
        return NextStep { is_analysis: false, then: Then::Blocks(affordable(progress, setting, usize::MAX)) };
    }
    step
}

fn blocks(count: u32, setting: &Setting<'_>, runners: &Runners) -> Next {
    let field = setting.field;
    // The control has blocks of its own, or is held beside a reference that is slow and waits, or has left.
    let is_apart = setting.schedule.control.is_some() || runners.is_away(field.reference);
    let control = field.clone.filter(|_| !is_apart);
    let all: Vec<usize> = field.ranked().filter(|lane| !runners.is_away(*lane)).chain(control).collect();
    Next::Blocks { count, live: field.marked(&all) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, flat_block, plan, progress, wrong};
    use crate::model::{Mode, Plan};

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
                Next::Blocks { count, live } | Next::Control { count, live } => {
                    self.measure(count, &live);
                    Ok((count, live))
                }
                Next::Race { live } => {
                    self.measure(1, &live);
                    let round = self.blocks.last_mut().unwrap();
                    round.race = true;
                    round.lanes.iter_mut().for_each(|samples| samples.truncate(1));
                    self.follow()
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
        assert_eq!(course.follow(), Ok((1, vec![true, true, false])));
        assert_eq!(course.follow(), Ok((15, vec![true, true, false])));
        assert_eq!(
            course.follow(),
            Ok((16, vec![true, false, true])),
            "the control comes behind those who are compared"
        );
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
        // The A/A control is certainly further away than the margin, and stays so as long as this launch lasts.
        let mut course = Course::new(Mode::Quick, &[200_000, 202_500, 206_000]);
        for _ in 0..3 {
            course.follow().unwrap();
        }
        let (next, verdicts) = course.next();
        assert_eq!(next, Next::Stop(StopReason::Certain));
        assert_eq!(verdicts.unwrap()[1].word(), "unreliable");
    }

    #[test]
    fn a_clear_loser_leaves_and_keeps_its_verdict() {
        // The second contender differs by less than the A/A control does, and that is more than the margin.
        let mut course = Course::new(Mode::Quick, &[200_000, 400_000, 202_500, 203_000]);
        course.wobble = 9_000;
        assert_eq!(course.follow(), Ok((1, vec![true, true, true, false])));
        assert_eq!(course.follow(), Ok((15, vec![true, false, true, false])));
        assert_eq!(course.follow(), Ok((16, vec![true, false, false, true])));
        let (next, verdicts) = course.next();
        assert!(matches!(next, Next::Blocks { live, .. } if live == [true, false, true, false]));
        let words: Vec<&str> = verdicts.unwrap().iter().map(Verdict::word).collect();
        assert_eq!(words, ["baseline", "slower", "unreliable", "slower"]);
    }

    #[test]
    fn who_is_far_behind_has_one_sample_and_the_fastest_goes_on_alone() {
        let mut course = Course::new(Mode::Quick, &[200_000, 200_000_000, 200_000]);
        while course.follow().is_ok() {}
        let samples = |lane: usize| course.blocks.iter().map(|block| block.lanes[lane].len()).sum::<usize>();
        assert_eq!([0, 1, 2].map(samples), [129, 1, 64]);
        let (next, verdicts) = course.next();
        assert_eq!(next, Next::Stop(StopReason::Certain));
        assert!(matches!(verdicts.unwrap()[1], Verdict::Slower { at_least, .. } if at_least > 14.0));
    }

    #[test]
    fn a_command_that_is_left_alone_with_its_control_ends_the_comparison() {
        let mut course = Course::new(Mode::Fresh, &[2_000_000, 20_000_000, 2_000_000]);
        let reason = (0..1000).find_map(|_| course.follow().err());
        let samples = |lane: usize| course.blocks.iter().map(|block| block.lanes[lane].len()).sum::<usize>();
        assert_eq!((reason, samples(1)), (Some(StopReason::Certain), 3));
        assert!(samples(0) < 300, "{}", samples(0));
    }

    #[test]
    fn those_who_may_be_fastest_stay_until_they_are_told_apart() {
        let mut course = Course::new(Mode::Quick, &[200_000, 100_000, 100_500, 200_000]);
        // One block in two, the second contender is 3 % slower: against the first undecided.
        course.blocks = (0..16)
            .map(|index| flat_block(0, index, &[200_000, 100_000, 100_000 + 3_000 * u64::from(index % 2), 200_000], 4))
            .collect();
        let (next, verdicts) = course.next();
        assert!(matches!(next, Next::Blocks { live, .. } if live == [true, true, true, false]));
        let words: Vec<&str> = verdicts.unwrap().iter().map(Verdict::word).collect();
        assert_eq!(words[1..3], ["faster", "faster"]);
    }

    #[test]
    fn launches_follow_each_other_until_the_fifth() {
        let mut course = Course::new(Mode::Standard, &[200_000, 240_000, 200_000]);
        let mut requests = 0;
        while course.follow().is_ok() {
            requests += 1;
        }
        assert_eq!((course.launch, course.blocks.len()), (4, 122));
        assert_eq!(requests, 11, "two in each launch, and one more in the first");
        assert_eq!(course.next().0, Next::Stop(StopReason::Certain));
    }

    /// Which lanes have a process, by launch, as long as the comparison goes on.
    fn live_by_launch(course: &mut Course) -> Vec<Vec<bool>> {
        let mut all = vec![course.judge.live(0, 0, course.times.len())];
        while course.follow().is_ok() {
            if course.launch as usize == all.len() {
                all.push(course.judge.live(0, 0, course.times.len()));
            }
        }
        all
    }

    #[test]
    fn slow_lanes_have_no_process_until_the_others_have_been_looked_at() {
        let times = [200_000, 10_000_000, 200_000, 200_000];
        let mut course = Course::new(Mode::Standard, &times);
        let live = live_by_launch(&mut course);
        assert_eq!(live[0], [true; 4]);
        assert!(live[1..5].iter().all(|live| *live == [true, false, true, true]), "{live:?}");
        assert!(live[5][1], "{live:?}");
        // Where there is no time for a launch after that analysis, nobody rests.
        let mut short = Course::new(Mode::Standard, &times);
        short.spent_s = short.plan.budget_s / 3.0;
        while short.launch < 1 {
            short.follow().unwrap();
        }
        assert!(short.judge.live(0, 0, 4)[1]);
        // Whoever leaves comes back where somebody fails beside whom it was judged.
        let mut failing = Course::new(Mode::Standard, &times);
        while failing.launch < 1 {
            failing.follow().unwrap();
        }
        assert!(!failing.judge.live(0, 0, 4)[1]);
        failing.judge.failed(0, None, 2, &wrong());
        assert_eq!(failing.judge.live(0, 0, 4), [true; 4]);
    }

    #[test]
    fn no_launch_begins_that_cannot_be_finished() {
        let mut course = Course::new(Mode::Standard, &[200_000, 300_000, 200_000]);
        for _ in 0..3 {
            course.follow().unwrap();
        }
        course.spent_s = course.plan.budget_s - 0.01;
        assert_eq!(course.next().0, Next::Stop(StopReason::Budget));
    }

    #[test]
    fn nobody_left_stops_and_one_alone_is_measured_for_a_while() {
        let mut course = Course::new(Mode::Quick, &[200_000, 200_000, 200_000]);
        course.healthy = vec![false, false, true];
        assert_eq!(course.next().0, Next::Stop(StopReason::NobodyLeft));
        course.healthy = vec![true, false, true];
        course.judge.failed(0, Some(0), 1, &wrong());
        let reason = loop {
            if let Err(reason) = course.follow() {
                break reason;
            }
        };
        assert_eq!((reason, course.blocks.len()), (StopReason::Certain, 64));
        assert!(course.next().1.unwrap()[1].fault().unwrap().starts_with("wrong answer for 1 KiB"));
    }

    #[test]
    fn a_quick_comparison_that_was_interrupted_starts_anew() {
        let mut course = Course::new(Mode::Quick, &[200_000, 200_000, 200_000]);
        course.follow().unwrap();
        course.follow().unwrap();
        course.launch = 1;
        assert_eq!(course.follow(), Ok((1, vec![true, true, false])));
    }
}
