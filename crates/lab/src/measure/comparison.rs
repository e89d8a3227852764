//! One comparison in one launch: blocks of those who are ready, for as long as they are asked for.

use crate::measure::block;
use crate::measure::check::expected::Expected;
use crate::measure::check::verify::input_name;
use crate::measure::check::worked::Worked;
use crate::measure::check::{audit, unasked, verify};
use crate::measure::lane::Lane;
use crate::measure::preparation::ready::ready;
use crate::measure::state::OpenLaunch;
use crate::model::{Answers, CallKind, Event, Mode, Next, Phase, Progress, StopReason, When};
use crate::plan::{shuffled, square};

/// The share of a launch's timed sections that asking for answers again may take.
const ASKED_AGAIN: f64 = 0.1;

/// Of the launches after a comparison's first, one in so many has its lanes audited: nobody knows which. Short launches
/// are shorter than an audit.
const AUDITED: usize = 4;
const AUDITED_IF_SHORT: usize = 16;

/// Who takes so many times as long as the best has not made anybody leave.
const NEAR: f64 = 4.0;

pub(super) fn measure(running: &mut OpenLaunch<'_, '_>, expected: &Expected) -> anyhow::Result<()> {
    ready(running, expected)?;
    let (contest, comparison, launch) = (running.contest, Some(running.comparison), running.launch);
    let ns = running.began.elapsed().as_nanos() as u64;
    running.run.listener.hear(&Event::Spent { contest, comparison, launch, on: Phase::Preparation, ns })?;
    running.budget_s = running.run.allowance_s(contest);
    running.measure_blocks()
}

impl OpenLaunch<'_, '_> {
    fn measure_blocks(&mut self) -> anyhow::Result<()> {
        let (contest, launch, comparison) = (self.contest, self.launch, self.comparison);
        self.lanes.iter_mut().flatten().for_each(|lane| lane.worked = Worked::default());
        let reason = loop {
            let next = if self.run.interrupted() {
                Next::Stop(StopReason::Interrupted)
            } else if self.run.left_s() == 0.0 {
                Next::Stop(StopReason::Total)
            } else {
                self.ask()?
            };
            match next {
                Next::Race { live } => {
                    let order = self.race_order(&live);
                    // Somebody who had left is wanted again: it gets a process in the next launch.
                    if order.iter().any(|lane| self.lanes[*lane].is_none()) {
                        break None;
                    }
                    if order.is_empty() {
                        break Some(StopReason::NobodyLeft);
                    }
                    block::make(self, &[order], true)?;
                }
                Next::Blocks { count, ref live } | Next::Control { count, ref live } => {
                    let is_control = matches!(next, Next::Control { .. });
                    if !is_control {
                        self.tell_who_left(live)?;
                    }
                    if self.taking_part(live).len() < 1 + usize::from(is_control) {
                        break Some(StopReason::NobodyLeft);
                    }
                    self.balanced(count, live)?;
                }
                Next::Relaunch => break None,
                Next::Stop(reason) => break Some(reason),
            }
        };
        let healthy = self.healthy.clone();
        self.look_who_works()?;
        self.check_again()?;
        // Whoever turns out to have no time, and would have been among the first, has had its part in what was decided:
        // the others are measured without it.
        let lost = self.has_lost_a_leader(&healthy);
        let goes_on = lost && self.spent_s() < self.budget_s / 2.0 && self.run.left_s() > 0.0;
        match reason {
            None => {}
            Some(reason @ StopReason::Interrupted) => {
                self.run.listener.hear(&Event::Stopped { contest, comparison, launch, reason })?;
            }
            Some(StopReason::Certain | StopReason::Rounds) if goes_on => {}
            Some(reason) => self.run.stop_comparison(contest, comparison, launch, reason)?,
        }
        self.past().spent_s = self.spent_s();
        Ok(())
    }

    /// Seconds that the comparison has taken so far, in this launch and in those before.
    fn spent_s(&mut self) -> f64 {
        self.past().spent_s + self.began.elapsed().as_secs_f64()
    }

    /// So many blocks of the lanes marked, or fewer where time is up.
    fn balanced(&mut self, count: u32, live: &[bool]) -> anyhow::Result<()> {
        // Where blocks are trials, so many are made however long they take.
        let least_blocks = self.named().trials.as_ref().map_or(1, |trials| trials.least);
        for _ in 0..count {
            let taking_part = self.taking_part(live);
            // A machine that has become slower must not stretch the budget.
            let owed = self.blocks < least_blocks;
            let time_is_up = self.run.left_s() == 0.0 || (!owed && self.spent_s() >= self.budget_s);
            if taking_part.is_empty() {
                break;
            }
            let rounds = self.rounds(&taking_part);
            if time_is_up || !block::make(self, &rounds, false)? {
                break;
            }
        }
        Ok(())
    }

    /// Whether somebody who was healthy before has failed since, and is not far behind all others.
    fn has_lost_a_leader(&self, before: &[bool]) -> bool {
        let time = |lane: &usize| self.lanes[*lane].as_ref().map_or(f64::INFINITY, |it| it.per_call_ns);
        let all = || 0..self.healthy.len();
        let best = all().filter(|lane| self.healthy[*lane]).map(|lane| time(&lane)).fold(f64::INFINITY, f64::min);
        all().filter(|lane| before[*lane] && !self.healthy[*lane]).any(|lane| time(&lane) < best * NEAR)
    }

    /// Whether somebody has worked while others were timed, or longer than it told.
    fn look_who_works(&mut self) -> anyhow::Result<()> {
        for (lane, unasked) in unasked::look(&self.lanes).into_iter().enumerate() {
            let Some(it) = self.lanes[lane].as_mut().filter(|_| self.healthy[lane]) else { continue };
            let is_looked_into = self.run.is_audited(self.contest, lane) && !self.run.is_long_over();
            let checked = unasked.map_or(Ok(()), Err).and_then(|()| match is_looked_into {
                true => unasked::look_for_untold(it, &mut self.meter, &|| self.run.is_long_over()),
                false => Ok(()),
            });
            if let Err(fault) = checked {
                self.fail(lane, fault)?;
            }
        }
        Ok(())
    }

    /// After a launch's last sample, where that costs next to nothing, everybody is asked for all answers once more, and
    /// audited in some launches: a process whose state went bad under its calls must not pass, and the last call of a block tells of
    /// one input.
    fn check_again(&mut self) -> anyhow::Result<()> {
        let (named, launch) = (self.named(), self.launch);
        let is_whole_run = self.fresh || named.trials.is_some() || named.answers == Answers::Told;
        let is_first = self.past().blocks.iter().all(|block| block.launch == launch);
        let one_in = if self.run.plan.mode == Mode::Quick { AUDITED_IF_SHORT } else { AUDITED };
        let is_audited = is_first || self.dice.below(one_in) == 0;
        for lane in (0..self.healthy.len()).filter(|_| !is_whole_run) {
            let own = self.past().blocks.iter().filter(|block| block.launch == launch).map(|block| &block.lanes[lane]);
            let timed_ns = own.flatten().map(|sample| sample.wall_ns as f64).sum::<f64>();
            let is_over = || self.run.is_long_over();
            let wanted = self.healthy[lane] && !is_over();
            let long_ns = self.run.audit_ns(self.contest);
            let Some(it) = self.lanes[lane].as_mut().filter(|_| wanted) else { continue };
            let expected = &self.answers[lane];
            if it.per_call_ns * expected.len() as f64 > timed_ns * ASKED_AGAIN {
                continue;
            }
            let input = || input_name(named, lane, self.comparison);
            let orders = audit::AuditOrders { expected, input: &input, long_ns, is_over: &is_over };
            let mut answers = expected.iter().enumerate().take_while(|_| !is_over());
            let again = answers.try_for_each(|(number, right)| {
                let got = it.answer_of(number, expected.len())?;
                verify::same(right, &got, When::Asked, input)
            });
            let checked = again.and_then(|()| match is_audited && self.run.is_audited(self.contest, lane) {
                true => audit::audit(it, &orders, &mut self.dice).map(|_| ()),
                false => Ok(()),
            });
            if let Err(fault) = self.run.inputs.after(checked) {
                self.fail(lane, fault)?;
            }
        }
        Ok(())
    }

    fn ask(&mut self) -> anyhow::Result<Next> {
        let (contest, comparison, launch, spent_s) = (self.contest, self.comparison, self.launch, self.spent_s());
        let blocks = &self.run.past.contests[contest].comparisons[comparison].blocks;
        let Some(decide) = self.run.decide.as_mut() else { return Ok(Next::Stop(StopReason::Certain)) };
        let (next, verdicts) = decide.next(&Progress {
            plan: self.run.plan,
            contest,
            comparison,
            blocks,
            launch,
            healthy: &self.healthy,
            spent_s,
            budget_s: self.budget_s,
        });
        let blocks = blocks.len();
        if let Some(verdicts) = verdicts {
            self.run.listener.hear(&Event::Looked { contest, comparison, launch, blocks, verdicts })?;
        }
        Ok(next)
    }

    /// Who is in the next block. Where every run is a launch of its own, the noise is within the
    /// blocks themselves, and the A/A control is there to tell of a fault: every other block is enough for that.
    fn taking_part(&self, live: &[bool]) -> Vec<usize> {
        let contest = self.named();
        let rests =
            self.fresh && self.blocks % 2 == 1 && contest.contenders().any(|lane| live.get(lane) == Some(&true));
        let resting = contest.clone_lane().filter(|_| rests);
        let is_there = |lane: usize| self.healthy[lane] && self.lanes[lane].is_some();
        let takes_part = |&lane: &usize| is_there(lane) && live.get(lane) == Some(&true) && Some(lane) != resting;
        (0..self.healthy.len()).filter(takes_part).collect()
    }

    /// Tells of each healthy lane that is asked for no more blocks, once; who was not started has left before.
    fn tell_who_left(&mut self, live: &[bool]) -> anyhow::Result<()> {
        let (contest, comparison, launch) = (self.contest, self.comparison, self.launch);
        for lane in (0..self.healthy.len()).filter(|lane| live.get(*lane) != Some(&true)) {
            let is_control = self.named().clone_lane() == Some(lane);
            let takes_part = self.healthy[lane] && self.lanes[lane].is_some();
            if takes_part && !is_control && !self.left.contains(&lane) {
                self.left.push(lane);
                self.run.listener.hear(&Event::Dropped { contest, comparison, launch, lane })?;
            }
        }
        Ok(())
    }

    /// The lanes of a round of the race, in an order by chance.
    fn race_order(&mut self, live: &[bool]) -> Vec<usize> {
        let lanes: Vec<usize> =
            (0..self.healthy.len()).filter(|lane| self.healthy[*lane] && live.get(*lane) == Some(&true)).collect();
        shuffled(lanes.len(), &mut self.dice).into_iter().map(|place| lanes[place]).collect()
    }

    /// Whole squares, or, where that would take more than a part of the time, an order and its mirror.
    fn rounds(&mut self, taking_part: &[usize]) -> Vec<Vec<usize>> {
        let named = |order: Vec<usize>| order.into_iter().map(|place| taking_part[place]).collect::<Vec<usize>>();
        if self.fresh {
            return self.rounds_of_launches(taking_part).into_iter().map(named).collect();
        }
        if self.named().trials.is_some() {
            // A block is one trial of each, so that what it told is known trial by trial.
            return vec![named(shuffled(taking_part.len(), &mut self.dice))];
        }
        // Two lanes have as many rounds as three: a square of two is too short for quartiles.
        let squares = if taking_part.len() == 2 { 3 } else { 1 };
        let rounds: Vec<Vec<usize>> = (0..squares).flat_map(|_| square(taking_part.len(), &mut self.dice)).collect();
        // A sample that is a process is dear: what launches differ by is better known by more of them.
        let is_cheap = self.round_s(taking_part) * rounds.len() as f64 <= self.budget_s / 64.0;
        if is_cheap && !self.are_processes(taking_part) {
            return rounds.into_iter().map(named).collect();
        }
        let order = shuffled(taking_part.len(), &mut self.dice);
        let mirror = order.iter().rev().copied().collect();
        vec![named(order), named(mirror)]
    }

    /// Whether each of their samples is a process that measures by itself.
    fn are_processes(&self, lanes: &[usize]) -> bool {
        let kind = |lane: &usize| self.lanes[*lane].as_ref().and_then(Lane::kind);
        lanes.iter().all(|lane| kind(lane).is_some_and(CallKind::sizes_itself))
    }

    /// Where every run is a launch of its own, many small blocks tell more than few large ones, as long
    /// as everybody comes first and last alike: a whole square only where it costs next to nothing, and
    /// one round, in an order by chance, where two would leave too few blocks.
    fn rounds_of_launches(&mut self, taking_part: &[usize]) -> Vec<Vec<usize>> {
        let round_s = self.round_s(taking_part);
        let square = square(taking_part.len(), &mut self.dice);
        let order = shuffled(taking_part.len(), &mut self.dice);
        let mirror = order.iter().rev().copied().collect();
        if round_s * square.len() as f64 <= self.budget_s / 1000.0 {
            square
        } else if round_s * 2.0 <= self.budget_s / 24.0 {
            vec![order, mirror]
        } else {
            vec![order]
        }
    }

    /// Seconds of a sample of each.
    fn round_s(&self, taking_part: &[usize]) -> f64 {
        let lane_ns =
            |&lane: &usize| self.lanes[lane].as_ref().map_or(0.0, |it| it.per_call_ns * self.calls[lane] as f64);
        taking_part.iter().map(lane_ns).sum::<f64>() / 1e9
    }
}
