//! One comparison in one launch: blocks of those who are ready, for as long as they are asked for.

use crate::measure::block;
use crate::measure::block::Taken;
use crate::measure::check::expected::Expected;
use crate::measure::check::verify::input_name;
use crate::measure::check::worked::Worked;
use crate::measure::check::{audit, unasked, untold, verify};
use crate::measure::lane::Lane;
use crate::measure::preparation::ready::{ReadyLanes, ready};
use crate::measure::running::OpenLaunch;
use crate::measure::state::RunInProgress;
use crate::model::{Answers, Block, CallKind, Event, Mode, Next, Phase, Progress, StopReason, When};
use crate::plan::{shuffled, square};

/// The share of a launch's timed sections that asking for answers again may take.
const ASKED_AGAIN: f64 = 0.1;

pub(super) fn measure(
    run: &mut RunInProgress<'_>,
    running: &mut OpenLaunch<'_>,
    expected: &Expected,
) -> anyhow::Result<()> {
    let ReadyLanes { healthy, calls, answers } = ready(run, running, expected)?;
    let (contest, comparison, launch) = (running.contest, Some(running.comparison), running.launch);
    let ns = running.began.elapsed().as_nanos() as u64;
    run.listener.hear(&Event::Spent { contest, comparison, launch, on: Phase::Preparation, ns })?;
    let mut turn = ComparisonTurn {
        budget_s: run.allowance_s(contest),
        // Who was not started has left before.
        left: (0..healthy.len()).filter(|lane| running.lanes[*lane].is_none()).collect(),
        healthy,
        calls,
        answers,
        varied: Vec::new(),
        least_blocks: run.plan.contests[contest].trials.as_ref().map(|trials| trials.least),
    };
    turn.blocks(run, running)
}

/// Of the launches after a comparison's first, one in so many has its lanes audited: nobody knows which. Short launches
/// are shorter than an audit.
const AUDITED: usize = 4;
const AUDITED_IF_SHORT: usize = 16;

/// Who takes so many times as long as the best has not made anybody leave.
const NEAR: f64 = 4.0;

/// A comparison's part of a launch.
struct ComparisonTurn {
    budget_s: f64,
    healthy: Vec<bool>,
    /// Lanes whose verdict stands, so that they take no further part.
    left: Vec<usize>,
    calls: Vec<u64>,
    answers: Vec<Vec<Vec<u8>>>,
    /// Lanes of which it was told that their answers vary.
    varied: Vec<usize>,
    /// Where blocks are trials, how many are made however long they take.
    least_blocks: Option<u32>,
}

impl ComparisonTurn {
    fn blocks(&mut self, run: &mut RunInProgress<'_>, running: &mut OpenLaunch<'_>) -> anyhow::Result<()> {
        let (contest, launch, comparison) = (running.contest, running.launch, running.comparison);
        let spent_before = run.past.contests[contest].comparisons[comparison].spent_s;
        running.lanes.iter_mut().flatten().for_each(|lane| lane.worked = Worked::default());
        let mut number = 0;
        let reason = loop {
            let spent_s = spent_before + running.began.elapsed().as_secs_f64();
            let next = if run.interrupted() {
                Next::Stop(StopReason::Interrupted)
            } else if run.left_s() == 0.0 {
                Next::Stop(StopReason::Total)
            } else {
                self.ask(run, running, spent_s)?
            };
            match next {
                Next::Race { live } => {
                    let order = self.race_order(running, &live);
                    // Somebody who had left is wanted again: it gets a process in the next launch.
                    if order.iter().any(|lane| running.lanes[*lane].is_none()) {
                        break None;
                    }
                    if order.is_empty() {
                        break Some(StopReason::NobodyLeft);
                    }
                    if self.block(run, running, vec![order], number, true)? {
                        number += 1;
                    }
                }
                Next::Blocks { count, ref live } | Next::Control { count, ref live } => {
                    let is_control = matches!(next, Next::Control { .. });
                    if !is_control {
                        self.tell_who_left(run, running, live)?;
                    }
                    if self.taking_part(run, running, live, number).len() < 1 + usize::from(is_control) {
                        break Some(StopReason::NobodyLeft);
                    }
                    number = self.balanced(run, running, (count, live), number, spent_before)?;
                }
                Next::Relaunch => break None,
                Next::Stop(reason) => break Some(reason),
            }
        };
        let healthy = self.healthy.clone();
        self.look_who_works(run, running)?;
        self.check_again(run, running)?;
        let spent_s = spent_before + running.began.elapsed().as_secs_f64();
        // Whoever turns out to have no time, and would have been among the first, has had its part in what was decided:
        // the others are measured without it.
        let lost = self.has_lost_a_leader(running, &healthy);
        let goes_on = lost && spent_s < self.budget_s / 2.0 && run.left_s() > 0.0;
        match reason {
            None => {}
            Some(reason @ StopReason::Interrupted) => {
                run.listener.hear(&Event::Stopped { contest, comparison, launch, reason })?;
            }
            Some(StopReason::Certain | StopReason::Rounds) if goes_on => {}
            Some(reason) => run.stop_comparison(contest, comparison, launch, reason)?,
        }
        run.past.at(contest, comparison).spent_s += running.began.elapsed().as_secs_f64();
        Ok(())
    }

    /// So many blocks of the lanes marked, or fewer where time is up; how many blocks the launch has then.
    fn balanced(
        &mut self,
        run: &mut RunInProgress<'_>,
        running: &mut OpenLaunch<'_>,
        (count, live): (u32, &[bool]),
        mut number: u32,
        spent_before: f64,
    ) -> anyhow::Result<u32> {
        for _ in 0..count {
            let taking_part = self.taking_part(run, running, live, number);
            // A machine that has become slower must not stretch the budget.
            let spent_s = spent_before + running.began.elapsed().as_secs_f64();
            let owed = number < self.least_blocks.unwrap_or(1);
            let time_is_up = run.left_s() == 0.0 || (!owed && spent_s >= self.budget_s);
            if taking_part.is_empty() {
                break;
            }
            let rounds = self.rounds(running, &taking_part);
            if time_is_up || !self.block(run, running, rounds, number, false)? {
                break;
            }
            number += 1;
        }
        Ok(number)
    }

    /// Whether somebody who was healthy before has failed since, and is not far behind all others.
    fn has_lost_a_leader(&self, running: &OpenLaunch<'_>, before: &[bool]) -> bool {
        let time = |lane: &usize| running.lanes[*lane].as_ref().map_or(f64::INFINITY, |it| it.per_call_ns);
        let all = || 0..self.healthy.len();
        let best = all().filter(|lane| self.healthy[*lane]).map(|lane| time(&lane)).fold(f64::INFINITY, f64::min);
        all().filter(|lane| before[*lane] && !self.healthy[*lane]).any(|lane| time(&lane) < best * NEAR)
    }

    /// Whether somebody has worked while others were timed, or longer than it told.
    fn look_who_works(&mut self, run: &mut RunInProgress<'_>, running: &mut OpenLaunch<'_>) -> anyhow::Result<()> {
        let unasked = unasked::look(&running.lanes);
        for (lane, unasked) in unasked.into_iter().enumerate() {
            let Some(it) = running.lanes[lane].as_mut().filter(|_| self.healthy[lane]) else { continue };
            let is_looked_into = run.is_audited(running.contest, lane) && !run.is_long_over();
            let checked = unasked.map_or(Ok(()), Err).and_then(|()| match is_looked_into {
                true => untold::look(it, &mut running.meter, &|| run.is_long_over()),
                false => Ok(()),
            });
            if let Err(fault) = checked {
                self.healthy[lane] = false;
                running.fail(run, lane, fault)?;
            }
        }
        Ok(())
    }

    /// After a launch's last sample, where that costs next to nothing, everybody is asked for all answers once more, and
    /// audited in some launches: a process whose state went bad under its calls must not pass, and the last call of a block tells of
    /// one input.
    fn check_again(&mut self, run: &mut RunInProgress<'_>, running: &mut OpenLaunch<'_>) -> anyhow::Result<()> {
        let named = &run.plan.contests[running.contest];
        let is_whole_run = running.fresh || named.trials.is_some() || named.answers == Answers::Told;
        let mut launches = run.past.contests[running.contest].comparisons[running.comparison].blocks.iter();
        let is_first = launches.all(|block| block.launch == running.launch);
        let one_in = if run.plan.mode == Mode::Quick { AUDITED_IF_SHORT } else { AUDITED };
        let is_audited = is_first || running.dice.below(one_in) == 0;
        for lane in (0..self.healthy.len()).filter(|_| !is_whole_run) {
            let blocks = &run.past.contests[running.contest].comparisons[running.comparison].blocks;
            let own = blocks.iter().filter(|block| block.launch == running.launch).map(|block| &block.lanes[lane]);
            let timed_ns = own.flatten().map(|sample| sample.wall_ns as f64).sum::<f64>();
            let is_over = || run.is_long_over();
            let wanted = self.healthy[lane] && !is_over();
            let long_ns = run.audit_ns(running.contest);
            let Some(it) = running.lanes[lane].as_mut().filter(|_| wanted) else { continue };
            if it.per_call_ns * self.answers[lane].len() as f64 > timed_ns * ASKED_AGAIN {
                continue;
            }
            let input = || input_name(named, lane, running.comparison);
            let orders =
                audit::AuditOrders { expected: &self.answers[lane], input: &input, long_ns, is_over: &is_over };
            let mut answers = self.answers[lane].iter().enumerate().take_while(|_| !is_over());
            let again = answers.try_for_each(|(number, right)| {
                let got = it.answer_of(number, self.answers[lane].len())?;
                verify::same(right, &got, When::Asked, input)
            });
            let checked = again.and_then(|()| match is_audited && run.is_audited(running.contest, lane) {
                true => audit::audit(it, &orders, &mut running.dice).map(|_| ()),
                false => Ok(()),
            });
            if let Err(fault) = run.inputs.after(checked) {
                self.healthy[lane] = false;
                running.fail(run, lane, fault)?;
            }
        }
        Ok(())
    }

    fn ask(&mut self, run: &mut RunInProgress<'_>, running: &OpenLaunch<'_>, spent_s: f64) -> anyhow::Result<Next> {
        let (contest, comparison, launch) = (running.contest, running.comparison, running.launch);
        let blocks = &run.past.contests[contest].comparisons[comparison].blocks;
        let Some(decide) = run.decide.as_mut() else { return Ok(Next::Stop(StopReason::Certain)) };
        let (next, verdicts) = decide.next(&Progress {
            plan: run.plan,
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
            run.listener.hear(&Event::Looked { contest, comparison, launch, blocks, verdicts })?;
        }
        Ok(next)
    }

    /// Who is in the block of that number. Where every run is a launch of its own, the noise is within the
    /// blocks themselves, and the A/A control is there to tell of a fault: every other block is enough for that.
    fn taking_part(&self, run: &RunInProgress<'_>, running: &OpenLaunch<'_>, live: &[bool], number: u32) -> Vec<usize> {
        let contest = &run.plan.contests[running.contest];
        let rests = running.fresh && number % 2 == 1 && contest.contenders().any(|lane| live.get(lane) == Some(&true));
        let resting = contest.clone_lane().filter(|_| rests);
        let is_there = |lane: usize| self.healthy[lane] && running.lanes[lane].is_some();
        let takes_part = |&lane: &usize| is_there(lane) && live.get(lane) == Some(&true) && Some(lane) != resting;
        (0..self.healthy.len()).filter(takes_part).collect()
    }

    /// Tells of each healthy lane that is asked for no more blocks, once.
    fn tell_who_left(
        &mut self,
        run: &mut RunInProgress<'_>,
        running: &OpenLaunch<'_>,
        live: &[bool],
    ) -> anyhow::Result<()> {
        let (contest, comparison, launch) = (running.contest, running.comparison, running.launch);
        for lane in 0..self.healthy.len() {
            let is_control = run.plan.contests[contest].clone_lane() == Some(lane);
            if self.healthy[lane] && !is_control && live.get(lane) != Some(&true) && !self.left.contains(&lane) {
                self.left.push(lane);
                run.listener.hear(&Event::Dropped { contest, comparison, launch, lane })?;
            }
        }
        Ok(())
    }

    /// The lanes of a round of the race, in an order by chance.
    fn race_order(&self, running: &mut OpenLaunch<'_>, live: &[bool]) -> Vec<usize> {
        let lanes: Vec<usize> =
            (0..self.healthy.len()).filter(|lane| self.healthy[*lane] && live.get(*lane) == Some(&true)).collect();
        shuffled(lanes.len(), &mut running.dice).into_iter().map(|place| lanes[place]).collect()
    }

    /// One block; false when it was cut short.
    fn block(
        &mut self,
        run: &mut RunInProgress<'_>,
        running: &mut OpenLaunch<'_>,
        rounds: Vec<Vec<usize>>,
        number: u32,
        race: bool,
    ) -> anyhow::Result<bool> {
        let began_ns = run.clock.now_ns();
        run.notice_sleep(began_ns)?;
        let contest = &run.plan.contests[running.contest];
        let name = |lane: usize| input_name(contest, lane, running.comparison);
        let is_over = || run.is_long_over();
        let orders = block::BlockOrders {
            rounds,
            calls: &self.calls,
            expected: &self.answers,
            input: &name,
            lenient: contest.answers == Answers::Told,
            inputs: run.inputs,
            decides: contest.trials.as_ref().map(|trials| trials.decides.as_str()),
            is_over: &is_over,
        };
        let outcome = block::take(&orders, &mut running.lanes, &mut running.dice, &mut running.meter);
        run.notice_sleep(began_ns)?;
        let Some(Taken { lanes, readings, varied, faults }) = outcome else { return Ok(false) };
        for (lane, fault) in faults {
            self.healthy[lane] = false;
            running.fail(run, lane, fault)?;
        }
        for lane in varied {
            if !self.varied.contains(&lane) {
                self.varied.push(lane);
                let text = "It does not print the same each time.".to_owned();
                let (contest, comparison, launch) = (running.contest, running.comparison, running.launch);
                run.listener.hear(&Event::Differed { contest, comparison, lane, launch, text })?;
            }
        }
        let block = Block {
            contest: running.contest,
            comparison: running.comparison,
            launch: running.launch,
            index: number,
            began_ns,
            lanes,
            readings,
            race,
        };
        run.listener.hear(&Event::Block(block.clone()))?;
        run.past.contests[running.contest].comparisons[running.comparison].blocks.push(block);
        run.look_around()?;
        Ok(true)
    }

    /// Whole squares, or, where that would take more than a part of the time, an order and its mirror.
    fn rounds(&self, running: &mut OpenLaunch<'_>, taking_part: &[usize]) -> Vec<Vec<usize>> {
        let named = |order: Vec<usize>| order.into_iter().map(|place| taking_part[place]).collect::<Vec<usize>>();
        if running.fresh {
            return self.rounds_of_launches(running, taking_part);
        }
        if self.least_blocks.is_some() {
            // A block is one trial of each, so that what it told is known trial by trial.
            return vec![named(shuffled(taking_part.len(), &mut running.dice))];
        }
        // Two lanes have as many rounds as three: a square of two is too short for quartiles.
        let squares = if taking_part.len() == 2 { 3 } else { 1 };
        let rounds: Vec<Vec<usize>> = (0..squares).flat_map(|_| square(taking_part.len(), &mut running.dice)).collect();
        // A sample that is a process is dear: what launches differ by is better known by more of them.
        let is_cheap = self.round_s(running, taking_part) * rounds.len() as f64 <= self.budget_s / 64.0;
        if is_cheap && !self.are_processes(running, taking_part) {
            return rounds.into_iter().map(named).collect();
        }
        let order = shuffled(taking_part.len(), &mut running.dice);
        let mirror = order.iter().rev().copied().collect();
        vec![named(order), named(mirror)]
    }

    /// Whether each of their samples is a process that measures by itself.
    fn are_processes(&self, running: &OpenLaunch<'_>, lanes: &[usize]) -> bool {
        let kind = |lane: &usize| running.lanes[*lane].as_ref().and_then(Lane::kind);
        lanes.iter().all(|lane| kind(lane).is_some_and(CallKind::sizes_itself))
    }

    /// Where every run is a launch of its own, many small blocks tell more than few large ones, as long
    /// as everybody comes first and last alike: a whole square only where it costs next to nothing, and
    /// one round, in an order by chance, where two would leave too few blocks.
    fn rounds_of_launches(&self, running: &mut OpenLaunch<'_>, taking_part: &[usize]) -> Vec<Vec<usize>> {
        let round_s = self.round_s(running, taking_part);
        let square = square(taking_part.len(), &mut running.dice);
        let order = shuffled(taking_part.len(), &mut running.dice);
        let mirror = order.iter().rev().copied().collect();
        let rounds = if round_s * square.len() as f64 <= self.budget_s / 1000.0 {
            square
        } else if round_s * 2.0 <= self.budget_s / 24.0 {
            vec![order, mirror]
        } else {
            vec![order]
        };
        rounds.into_iter().map(|order| order.into_iter().map(|place| taking_part[place]).collect()).collect()
    }

    /// Seconds of a sample of each.
    fn round_s(&self, running: &OpenLaunch<'_>, taking_part: &[usize]) -> f64 {
        let lane_ns =
            |&lane: &usize| running.lanes[lane].as_ref().map_or(0.0, |it| it.per_call_ns * self.calls[lane] as f64);
        taking_part.iter().map(lane_ns).sum::<f64>() / 1e9
    }
}
