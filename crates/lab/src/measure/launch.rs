//! One launch: fresh processes for one comparison, of those who still take part in it, and their end.
//!
//! A process is never asked for anything but its own cell before its samples: what it did before is part of how fast
//! it is.

use std::time::Instant;

use crate::measure::check::expected::Expected;
use crate::measure::comparison;
use crate::measure::lane::{Lane, TimeMeter};
use crate::measure::layout::layouts::laid_out;
use crate::measure::state::{OpenLaunch, RunInProgress};
use crate::model::{Design, Event, LaneStart, Launch, Role};
use crate::plan::shuffled;

/// Environment of up to a page moves the stack by up to a page, which is what alignment depends on.
const PADDING: usize = 4096;

pub(super) fn carry_out(
    run: &mut RunInProgress<'_>,
    (contest, comparison): (usize, usize),
    expected: &Expected,
) -> anyhow::Result<()> {
    let launch = run.past.contests[contest].next_launch;
    run.past.contests[contest].next_launch += 1;
    let lanes = run.entries[contest].lanes.len();
    let mut running = OpenLaunch {
        contest,
        comparison,
        launch,
        began: Instant::now(),
        budget_s: 0.0,
        lanes: (0..lanes).map(|_| None).collect(),
        healthy: (0..lanes).map(|lane| !run.has_failed(contest, comparison, lane)).collect(),
        calls: Vec::new(),
        answers: Vec::new(),
        left: Vec::new(),
        varied: Vec::new(),
        blocks: 0,
        least_ns: run.plan.sample_ns.max(run.past.at(contest, comparison).least_ns),
        fresh: run.plan.design(contest) == Design::Runs,
        dice: run.dice.fork(contest as u64).fork(u64::from(launch)),
        meter: TimeMeter::default(),
        run,
    };
    start(&mut running)?;
    running.past().least_ns = running.least_ns;
    if !running.run.interrupted() {
        comparison::measure(&mut running, expected)?;
    }
    end(&mut running)
}

/// Who is to have a process: those who have not failed and whose verdict does not stand yet, and whomever they are
/// held against.
fn taking_part(running: &OpenLaunch<'_, '_>) -> Vec<bool> {
    let lanes = &running.named().lanes;
    let decide = running.run.decide.as_ref();
    let live = decide.map(|it| it.live(running.contest, running.comparison, lanes.len())).unwrap_or_default();
    let reference = (0..lanes.len()).find(|&lane| running.healthy[lane] && lanes[lane].role != Role::Clone);
    let is_wanted = |lane: usize| match lanes[lane].role {
        // It is there for the baseline alone.
        Role::Clone => reference.is_some_and(|reference| lanes[reference].role == Role::Baseline),
        Role::Baseline | Role::Contender => live.get(lane) != Some(&false) || reference == Some(lane),
    };
    (0..lanes.len()).map(|lane| running.healthy[lane] && is_wanted(lane)).collect()
}

/// Starts everybody who takes part, in a new order.
fn start(running: &mut OpenLaunch<'_, '_>) -> anyhow::Result<()> {
    let (contest, launch) = (running.contest, running.launch);
    let (entry, around) = (&running.run.entries[contest], running.run.around);
    // Started with the launch, so that who serves nobody fails before anybody is asked.
    let size = running.named().comparisons[running.comparison].size;
    let served = running.run.inputs(contest, size)?;
    let wanted = taking_part(running);
    let mut starts = vec![None; entry.lanes.len()];
    for index in shuffled(entry.lanes.len(), &mut running.dice) {
        if !wanted[index] || running.run.interrupted() {
            continue;
        }
        let padding = running.dice.below(PADDING);
        let begun = match (&entry.lanes[index], &served) {
            (Err(fault), _) | (_, Err(fault)) => Err(fault.clone()),
            (Ok(entrant), Ok(_)) => {
                let mut lane = Lane::new(entrant, &entry.fixed, around);
                lane.padding = padding;
                lane.laid_out = laid_out(running, index, entrant);
                running.run.inputs.after(lane.start(&mut running.meter)).map(|start| (lane, start))
            }
        };
        match begun {
            Ok((lane, start)) => {
                running.lanes[index] = Some(lane);
                greeted(running, index, &start)?;
                starts[index] = Some(start);
            }
            Err(fault) => {
                running.healthy[index] = false;
                running.run.fail((contest, None), index, launch, fault)?;
            }
        }
    }
    running.run.listener.hear(&Event::LaunchBegan(Launch { contest, launch, lanes: starts }))
}

/// What a process's greeting says for its launch.
fn greeted(running: &mut OpenLaunch<'_, '_>, index: usize, start: &LaneStart) -> anyhow::Result<()> {
    let named = &running.named().lanes[index];
    // A thousand steps of the clock at least, or the steps would show.
    running.least_ns = running.least_ns.max(start.resolution_ns.saturating_mul(1000));
    // Answers and times are the implementation's all the same, but a reader should know.
    if running.launch == 0 && named.role != Role::Clone && start.language != named.implementation.language {
        let (id, said) = (&named.implementation, &start.language);
        let text = format!("{id}: its driver calls its language `{said}`; is it the program that was meant?");
        running.run.listener.hear(&Event::Notice { text })?;
    }
    Ok(())
}

fn end(running: &mut OpenLaunch<'_, '_>) -> anyhow::Result<()> {
    let OpenLaunch { run, contest, launch, lanes, meter, .. } = running;
    let (contest, launch) = (*contest, *launch);
    // All are told before any is waited for: some runtimes take a third of a second to end, and sleep meanwhile.
    lanes.iter_mut().flatten().for_each(Lane::leave);
    run.end_server(contest);
    for (index, lane) in lanes.iter_mut().enumerate() {
        lane.as_mut().map_or(Ok(()), |lane| run.close(contest, index, launch, lane))?;
    }
    run.inputs.are_back()?;
    if run.interrupted() {
        // No end of launch: what it held is half a launch.
        return Ok(());
    }
    let (measuring_ns, timed_ns) = (meter.measuring_ns(), meter.timed_ns);
    run.listener.hear(&Event::LaunchEnded { contest, launch, measuring_ns, timed_ns })
}
