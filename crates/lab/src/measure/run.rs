//! A whole run: contest after contest, or all in turn where versions are compared; of each first its answers and then
//! launch after launch, until every comparison has stopped.

use std::collections::{BTreeMap, btree_map};
use std::sync::atomic::AtomicBool;

use crate::driver::{Server, Surroundings};
use crate::environment::Gauges;
use crate::measure::check::expected::Expected;
use crate::measure::check::{rotated, verification};
use crate::measure::given::inputs::Inputs;
use crate::measure::lane::ContestPrograms;
use crate::measure::layout::beside_layouts;
use crate::measure::lookout::Lookout;
use crate::measure::past::RunPast;
use crate::measure::resources::Instruments;
use crate::measure::run_clock::RunClock;
use crate::measure::state::RunInProgress;
use crate::measure::{launch, resources};
use crate::model::{Decide, Listener, Plan, StopReason};
use crate::plan::{Dice, shuffled};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Complete,
    Interrupted,
}

/// What is to be done, by whom, and who hears of it.
pub struct RunTask<'a> {
    pub plan: &'a Plan,
    /// By contest.
    pub entries: &'a [ContestPrograms],
    pub around: &'a Surroundings,
    pub inputs: &'a Inputs,
    /// Hears every event as it happens.
    pub listener: &'a mut dyn Listener,
    /// Ends the run in good order when it becomes true.
    pub stop: &'a AtomicBool,
    /// Seconds of the run after which nothing is timed any more.
    pub until_s: f64,
    /// What to count with once all has been timed, where the plan wants that.
    pub instruments: Option<&'a Instruments>,
    /// What tells the machine's state between blocks; nobody asks where answers are all that is wanted.
    pub gauges: Option<Gauges>,
}

/// Carries a plan out, or what an earlier part of the run has left of it.
pub fn carry_out<'a>(task: RunTask<'a>, past: RunPast, decide: &'a mut dyn Decide) -> anyhow::Result<Ended> {
    every_contest(task, past, Some(decide))
}

/// Checks every answer that the plan's run would check, and times nothing.
pub fn check_answers(task: RunTask<'_>) -> anyhow::Result<Ended> {
    let past = RunPast::none(task.plan);
    every_contest(task, past, None)
}

fn every_contest<'a>(task: RunTask<'a>, past: RunPast, decide: Option<&'a mut dyn Decide>) -> anyhow::Result<Ended> {
    let RunTask { plan, entries, around, inputs, listener, stop, until_s, instruments, gauges } = task;
    let mut run = RunInProgress {
        plan,
        entries,
        around,
        inputs,
        decide,
        listener,
        stop,
        dice: Dice::new(plan.seed),
        clock: RunClock::new(&past, until_s),
        lookout: gauges.map(Lookout::new),
        servers: BTreeMap::new(),
        past,
    };
    run.look_well()?;
    let mut ended = contests(&mut run)?;
    run.look_well()?;
    if let (Some(instruments), Ended::Complete) = (instruments, ended) {
        rotated::compare(&mut run)?;
        beside_layouts::compare(&mut run)?;
        resources::count(&mut run, instruments)?;
        std::mem::take(&mut run.servers).into_values().for_each(Server::end);
        if run.interrupted() {
            ended = Ended::Interrupted;
        }
    }
    Ok(ended)
}

fn contests(run: &mut RunInProgress<'_>) -> anyhow::Result<Ended> {
    let all: Vec<usize> = (0..run.plan.contests.len()).collect();
    let are_revised = run.plan.contests.iter().any(|contest| contest.revised.is_some());
    for together in all.chunks(if are_revised { all.len() } else { 1 }) {
        if in_turn(run, together)? == Ended::Interrupted {
            return Ok(Ended::Interrupted);
        }
    }
    Ok(Ended::Complete)
}

/// A launch of every open comparison of these contests, then the next: of a question that is asked of all of them
/// together, what is soon decided anywhere leaves its time to what is in doubt, wherever that stands.
fn in_turn(run: &mut RunInProgress<'_>, together: &[usize]) -> anyhow::Result<Ended> {
    // Right answers do not change from launch to launch, nor do the programs.
    let mut expected: BTreeMap<usize, Expected> = BTreeMap::new();
    while !run.is_over() && together.iter().any(|contest| !run.open(*contest).is_empty()) {
        for &contest in together {
            if run.is_over() || run.open(contest).is_empty() {
                continue;
            }
            let known = match expected.entry(contest) {
                btree_map::Entry::Occupied(known) => known.into_mut(),
                btree_map::Entry::Vacant(none) => none.insert(verification::verify(run, contest)?),
            };
            round(run, contest, known)?;
        }
    }
    if run.interrupted() {
        return Ok(Ended::Interrupted);
    }
    together.iter().try_for_each(|contest| run.stop_open(*contest, StopReason::Total))?;
    Ok(Ended::Complete)
}

/// What the order within a round is drawn by, beside the number of its first launch.
const ROUND: u64 = 1 << 32;

/// A launch for each open comparison of a contest, in a new order.
fn round(run: &mut RunInProgress<'_>, contest: usize, expected: &Expected) -> anyhow::Result<()> {
    let first = run.past.contests[contest].next_launch;
    let mut dice = run.dice.fork(contest as u64).fork(ROUND + u64::from(first));
    let open = run.open(contest);
    for place in shuffled(open.len(), &mut dice) {
        if run.is_over() {
            break;
        }
        launch::carry_out(run, (contest, open[place]), expected)?;
    }
    Ok(())
}
