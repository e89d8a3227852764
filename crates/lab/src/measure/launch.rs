//! One launch of a contest: fresh processes, every open comparison in a new order, and the end.

use crate::measure::comparison;
use crate::measure::expected;
use crate::measure::expected::Expected;
use crate::measure::expected::Key;
use crate::measure::lane::Lane;
use crate::measure::lane::Meter;
use crate::measure::run::Stage;
use crate::model::COMMAND;
use crate::model::Event;
use crate::model::Fault;
use crate::model::Launch;
use crate::model::Mode;
use crate::model::Role;
use crate::plan::Dice;
use crate::plan::shuffled;

/// The lanes of a launch and what they share.
pub(super) struct Running<'a> {
    pub(super) contest: usize,
    pub(super) launch: u32,
    /// By lane; `None` for those without a process.
    pub(super) lanes: Vec<Option<Lane<'a>>>,
    /// By lane; 0 for those without a process.
    pub(super) empty_call_ns: Vec<f64>,
    /// Least length of a sample.
    pub(super) least_ns: u64,
    /// Whether every run is a launch of its own.
    pub(super) fresh: bool,
    pub(super) referee: Option<Lane<'a>>,
    pub(super) dice: Dice,
    pub(super) meter: Meter,
}

/// Environment of up to a page moves the stack by up to a page, which is what alignment depends on.
const PADDING: usize = 4096;

pub(super) fn carry_out(stage: &mut Stage<'_>, contest: usize, expected: &mut Expected) -> anyhow::Result<()> {
    let launch = stage.past.chapters[contest].next_launch;
    stage.past.chapters[contest].next_launch += 1;
    let dice = stage.dice.fork(contest as u64).fork(u64::from(launch));
    let entries = stage.entries;
    let entry = &entries[contest];
    let referee = expected::referee(&stage.plan.contests[contest], entry, stage.around);
    let lanes = entry.lanes.iter().map(|_| None).collect();
    let empty_call_ns = vec![0.0; entry.lanes.len()];
    let mut running = Running {
        contest,
        launch,
        lanes,
        empty_call_ns,
        least_ns: stage.plan.sample_ns,
        fresh: stage.plan.mode == Mode::Fresh,
        referee,
        dice,
        meter: Meter::default(),
    };

    start(stage, &mut running)?;
    let plan = stage.plan;
    let comparisons = plan.contests[contest].comparisons.len();
    for index in shuffled(comparisons, &mut running.dice) {
        let open = stage.past.chapters[contest].stories[index].stopped.is_none();
        if open && !stage.interrupted() && stage.left_s() > 0.0 {
            comparison::measure(stage, &mut running, index, expected)?;
        }
    }
    end(stage, &mut running)
}

/// Starts every lane in a new order, and puts the known answers to them in the contest's first launch.
fn start<'a>(stage: &mut Stage<'a>, running: &mut Running<'a>) -> anyhow::Result<()> {
    let (contest, launch) = (running.contest, running.launch);
    let (entries, around, plan) = (stage.entries, stage.around, stage.plan);
    let entry = &entries[contest];
    // Right answers do not change from launch to launch, nor do the programs.
    let known = if launch == 0 { expected::known(entry, stage.inputs)? } else { Key::default() };
    // Started with the launch even where nothing is known, so that who serves nobody fails before anybody is asked.
    let served = stage.handed(contest, known.files)?.map(|files| Key { files, answers: known.answers });
    let mut starts = vec![None; entry.lanes.len()];
    for index in shuffled(entry.lanes.len(), &mut running.dice) {
        if stage.past.chapters[contest].failed.contains(&index) || stage.interrupted() {
            continue;
        }
        let padding = running.dice.below(PADDING);
        let begun = match (&entry.lanes[index], &served) {
            (Err(fault), _) | (_, Err(fault)) => Err(fault.clone()),
            (Ok(entrant), Ok(known)) => {
                let mut lane = Lane::new(entrant, &entry.fixed, around, padding);
                expected::check_known(&mut lane, &plan.contests[contest], index, entry, known)
                    .and_then(|checked| Ok((checked, lane.start(&mut running.meter)?)))
                    .map(|(checked, start)| (lane, checked, start))
            }
        };
        match begun {
            Ok((lane, checked, start)) => {
                if checked > 0 {
                    stage.listener.hear(&Event::Verified {
                        contest,
                        comparison: None,
                        lane: index,
                        launch,
                        checked,
                    })?;
                }
                running.lanes[index] = Some(lane);
                let named = &plan.contests[contest].lanes[index];
                // The start of a process is part of what a command is asked for, and never subtracted.
                let is_command = named.implementation.language == COMMAND;
                running.empty_call_ns[index] = if is_command { 0.0 } else { start.empty_call_ns };
                // A thousand steps of the clock at least, or the steps would show.
                running.least_ns = running.least_ns.max(start.resolution_ns.saturating_mul(1000));
                // Answers and times are the implementation's all the same, but a reader should know.
                if launch == 0 && named.role != Role::Clone && start.language != named.implementation.language {
                    let (id, said) = (&named.implementation, &start.language);
                    let text =
                        format!("{id}: its driver calls its language `{said}`; is it the program that was meant?");
                    stage.listener.hear(&Event::Notice { text })?;
                }
                starts[index] = Some(start);
            }
            Err(fault) => {
                let fault = stage.blamed(contest, fault);
                stage.past.chapters[contest].failed.push(index);
                stage.listener.hear(&Event::Failed { contest, comparison: None, lane: index, launch, fault })?;
            }
        }
    }
    stage.listener.hear(&Event::LaunchBegan(Launch { contest, launch, lanes: starts }))
}

fn end(stage: &mut Stage<'_>, running: &mut Running<'_>) -> anyhow::Result<()> {
    let (contest, launch) = (running.contest, running.launch);
    // All are told before any is waited for: some runtimes take a third of a second to end, and sleep meanwhile.
    running.lanes.iter_mut().flatten().chain(&mut running.referee).for_each(Lane::leave);
    if let Some(mut referee) = running.referee.take() {
        referee.end();
    }
    stage.servers.end(contest);
    for (index, lane) in running.lanes.iter_mut().enumerate() {
        let (bytes, tail) = lane.as_mut().map_or((0, String::new()), Lane::end);
        if bytes > 0 {
            stage.listener.hear(&Event::Printed { contest, lane: index, launch, bytes, tail })?;
        }
    }
    if stage.interrupted() {
        // No end of launch: what it held of unfinished comparisons is half a launch.
        return Ok(());
    }
    let (measuring_ns, timed_ns) = (running.meter.measuring_ns(), running.meter.timed_ns);
    stage.listener.hear(&Event::LaunchEnded { contest, launch, measuring_ns, timed_ns })
}

/// Marks a lane as failed in one comparison, and tells it.
pub(super) fn fail(
    stage: &mut Stage<'_>,
    running: &Running<'_>,
    comparison: usize,
    lane: usize,
    fault: Fault,
) -> anyhow::Result<()> {
    let (contest, launch) = (running.contest, running.launch);
    let fault = stage.blamed(contest, fault);
    stage.past.chapters[contest].stories[comparison].failed.push(lane);
    stage.listener.hear(&Event::Failed { contest, comparison: Some(comparison), lane, launch, fault })
}
