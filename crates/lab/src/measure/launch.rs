//! One launch: fresh processes for one comparison, of those who still take part in it, and their end.
//!
//! A process is never asked for anything but its own cell before its samples: what it did before is part of how fast
//! it is.

use std::time::Instant;

use crate::measure::comparison;
use crate::measure::expected::Expected;
use crate::measure::lane::Lane;
use crate::measure::lane::Meter;
use crate::measure::layouts::laid_out;
use crate::measure::run::Stage;
use crate::model::Event;
use crate::model::Fault;
use crate::model::LaneStart;
use crate::model::Launch;
use crate::model::Mode;
use crate::model::Role;
use crate::plan::Dice;
use crate::plan::shuffled;

/// The lanes of a launch and what they share.
pub(super) struct Running<'a> {
    pub(super) contest: usize,
    pub(super) comparison: usize,
    pub(super) launch: u32,
    pub(super) began: Instant,
    /// By lane; `None` for those without a process.
    pub(super) lanes: Vec<Option<Lane<'a>>>,
    /// Least length of a sample.
    pub(super) least_ns: u64,
    /// Whether every run is a launch of its own.
    pub(super) fresh: bool,
    pub(super) dice: Dice,
    pub(super) meter: Meter,
}

/// Environment of up to a page moves the stack by up to a page, which is what alignment depends on.
const PADDING: usize = 4096;

pub(super) fn carry_out(
    stage: &mut Stage<'_>,
    (contest, comparison): (usize, usize),
    expected: &Expected,
) -> anyhow::Result<()> {
    let launch = stage.past.chapters[contest].next_launch;
    stage.past.chapters[contest].next_launch += 1;
    let lanes = stage.entries[contest].lanes.len();
    let mut running = Running {
        contest,
        comparison,
        launch,
        began: Instant::now(),
        lanes: (0..lanes).map(|_| None).collect(),
        least_ns: stage.plan.sample_ns.max(stage.past.chapters[contest].stories[comparison].least_ns),
        fresh: stage.plan.mode == Mode::Fresh,
        dice: stage.dice.fork(contest as u64).fork(u64::from(launch)),
        meter: Meter::default(),
    };
    start(stage, &mut running)?;
    stage.past.chapters[contest].stories[comparison].least_ns = running.least_ns;
    if !stage.interrupted() {
        comparison::measure(stage, &mut running, expected)?;
    }
    end(stage, &mut running)
}

/// Who is to have a process: those who have not failed and whose verdict does not stand yet, and whomever they are
/// held against.
fn taking_part(stage: &Stage<'_>, (contest, comparison): (usize, usize)) -> Vec<bool> {
    let lanes = &stage.plan.contests[contest].lanes;
    let decide = stage.decide.as_ref();
    let live = decide.map_or_else(|| vec![true; lanes.len()], |it| it.live(contest, comparison, lanes.len()));
    let healthy = |lane: usize| !stage.has_failed(contest, comparison, lane);
    let reference = (0..lanes.len()).find(|&lane| healthy(lane) && lanes[lane].role != Role::Clone);
    let is_wanted = |lane: usize| match lanes[lane].role {
        // It is there for the baseline alone.
        Role::Clone => reference.is_some_and(|reference| lanes[reference].role == Role::Baseline),
        Role::Baseline | Role::Contender => live.get(lane) != Some(&false) || reference == Some(lane),
    };
    (0..lanes.len()).map(|lane| healthy(lane) && is_wanted(lane)).collect()
}

/// Starts everybody who takes part, in a new order.
fn start<'a>(stage: &mut Stage<'a>, running: &mut Running<'a>) -> anyhow::Result<()> {
    let (contest, launch) = (running.contest, running.launch);
    let (entries, around) = (stage.entries, stage.around);
    let entry = &entries[contest];
    // Started with the launch, so that who serves nobody fails before anybody is asked.
    let size = stage.plan.contests[contest].comparisons[running.comparison].size;
    let served = stage.inputs(contest, size)?;
    let wanted = taking_part(stage, (contest, running.comparison));
    let mut starts = vec![None; entry.lanes.len()];
    for index in shuffled(entry.lanes.len(), &mut running.dice) {
        if !wanted[index] || stage.interrupted() {
            continue;
        }
        let padding = running.dice.below(PADDING);
        let begun = match (&entry.lanes[index], &served) {
            (Err(fault), _) | (_, Err(fault)) => Err(fault.clone()),
            (Ok(entrant), Ok(_)) => {
                let laid_out = laid_out(stage, (contest, running.comparison), index, entrant);
                let mut lane = Lane::new(entrant, &entry.fixed, around, padding).laid_out(laid_out);
                stage.inputs.after(lane.start(&mut running.meter)).map(|start| (lane, start))
            }
        };
        match begun {
            Ok((lane, start)) => {
                running.lanes[index] = Some(lane);
                greeted(stage, running, index, &start)?;
                starts[index] = Some(start);
            }
            Err(fault) => stage.fail((contest, None), index, launch, fault)?,
        }
    }
    stage.listener.hear(&Event::LaunchBegan(Launch { contest, launch, lanes: starts }))
}

/// What a process's greeting says for its launch.
fn greeted(stage: &mut Stage<'_>, running: &mut Running<'_>, index: usize, start: &LaneStart) -> anyhow::Result<()> {
    let named = &stage.plan.contests[running.contest].lanes[index];
    // A thousand steps of the clock at least, or the steps would show.
    running.least_ns = running.least_ns.max(start.resolution_ns.saturating_mul(1000));
    // Answers and times are the implementation's all the same, but a reader should know.
    if running.launch == 0 && named.role != Role::Clone && start.language != named.implementation.language {
        let (id, said) = (&named.implementation, &start.language);
        let text = format!("{id}: its driver calls its language `{said}`; is it the program that was meant?");
        stage.listener.hear(&Event::Notice { text })?;
    }
    Ok(())
}

fn end(stage: &mut Stage<'_>, running: &mut Running<'_>) -> anyhow::Result<()> {
    let (contest, launch) = (running.contest, running.launch);
    // All are told before any is waited for: some runtimes take a third of a second to end, and sleep meanwhile.
    running.lanes.iter_mut().flatten().for_each(Lane::leave);
    stage.servers.end(contest);
    for (index, lane) in running.lanes.iter_mut().enumerate() {
        let (bytes, tail) = lane.as_mut().map_or((0, String::new()), Lane::end);
        if bytes > 0 {
            stage.listener.hear(&Event::Printed { contest, lane: index, launch, bytes, tail })?;
        }
    }
    stage.inputs.are_back()?;
    if stage.interrupted() {
        // No end of launch: what it held is half a launch.
        return Ok(());
    }
    let (measuring_ns, timed_ns) = (running.meter.measuring_ns(), running.meter.timed_ns);
    stage.listener.hear(&Event::LaunchEnded { contest, launch, measuring_ns, timed_ns })
}

/// Marks a lane as failed in the launch's comparison, and tells it.
pub(super) fn fail(stage: &mut Stage<'_>, running: &Running<'_>, lane: usize, fault: Fault) -> anyhow::Result<()> {
    stage.fail((running.contest, Some(running.comparison)), lane, running.launch, fault)
}
