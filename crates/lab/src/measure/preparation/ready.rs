//! Before a comparison is timed: every lane prepared with its inputs, samples sized, calls warmed up.
//!
//! Who fails here is never timed. It times nothing that is kept, and asks for no answer: a process that has given some
//! is not the one that would be there without.

use crate::driver::CellTask;
use crate::measure::cells::per_call_ns;
use crate::measure::check::expected::{Expected, Key};
use crate::measure::lane::CellResult;
use crate::measure::preparation::calibrate::LONGEST_TURN_NS;
use crate::measure::preparation::{calibrate, warm_up, watch};
use crate::measure::running::OpenLaunch;
use crate::measure::state::RunInProgress;
use crate::model::{CallKind, Event};
use crate::plan::shuffled;

/// Lanes that are prepared, and how to ask them.
pub(crate) struct ReadyLanes {
    /// By lane, whether it has not failed; who was not started because his verdict stands has not.
    pub(crate) healthy: Vec<bool>,
    /// Calls of a sample by lane, before jitter; 0 for those without a process.
    pub(crate) calls: Vec<u64>,
    /// Right answers by lane and input, in the order in which the inputs are rotated.
    pub(crate) answers: Vec<Vec<Vec<u8>>>,
}

/// Makes every lane of a launch ready; nobody is healthy where its server is gone.
pub(crate) fn ready(
    run: &mut RunInProgress<'_>,
    running: &mut OpenLaunch<'_>,
    expected: &Expected,
) -> anyhow::Result<ReadyLanes> {
    let (contest, comparison, launch) = (running.contest, running.comparison, running.launch);
    let mut healthy: Vec<bool> =
        (0..running.lanes.len()).map(|lane| !run.has_failed(contest, comparison, lane)).collect();
    let mut keys = match keys(run, running, expected)? {
        Ok(keys) => keys,
        Err(fault) => {
            for lane in (0..running.lanes.len()).filter(|lane| running.lanes[*lane].is_some()) {
                running.fail(run, lane, fault.clone())?;
            }
            return Ok(ReadyLanes {
                healthy: vec![false; healthy.len()],
                calls: vec![0; healthy.len()],
                answers: Vec::new(),
            });
        }
    };
    let order = shuffled(keys[0].files.len(), &mut running.dice);
    rotate(&mut keys, &order);
    prepare(run, running, &keys, &mut healthy)?;
    let calls = if run.plan.contests[contest].trials.is_some() {
        // A trial is one call, whatever it takes, and every one begins anew: nothing is warmed up or sized.
        let takes_part = |lane: usize| healthy[lane] && running.lanes[lane].is_some();
        (0..healthy.len()).map(|lane| u64::from(takes_part(lane))).collect()
    } else {
        sized(run, running, &mut keys, &mut healthy)?
    };
    run.listener.hear(&Event::Calibrated { contest, comparison, launch, calls: calls.clone() })?;
    Ok(ReadyLanes { healthy, calls, answers: keys.into_iter().map(|key| key.answers).collect() })
}

/// Warms everybody up; gives the calls of a sample by lane.
fn sized(
    run: &mut RunInProgress<'_>,
    running: &mut OpenLaunch<'_>,
    keys: &mut [Key],
    healthy: &mut [bool],
) -> anyhow::Result<Vec<u64>> {
    let all = keys[0].files.len();
    let times = warmed_up(run, running, all as u64, healthy)?;
    let comparison_past = &mut run.past.contests[running.contest].comparisons[running.comparison];
    let inputs = affordable_inputs(&times, all).min(comparison_past.inputs.unwrap_or(all));
    comparison_past.inputs = Some(inputs);
    if inputs < all {
        rotate(keys, &(0..inputs).collect::<Vec<usize>>());
        prepare(run, running, keys, healthy)?;
    }
    let contest = &run.plan.contests[running.contest];
    let alike: Vec<usize> = std::iter::once(0).chain(contest.clone_lane()).collect();
    let mut calls = calibrate::calls(&times, &alike, running.least_ns);
    // Each sample takes in every input, or two lanes would be compared on different ones.
    calls.iter_mut().filter(|calls| **calls > 0).for_each(|calls| *calls = (*calls).max(inputs as u64));
    Ok(calls)
}

/// Files and right answers by lane.
fn keys(run: &mut RunInProgress<'_>, running: &OpenLaunch<'_>, expected: &Expected) -> CellResult<Vec<Key>> {
    run.servers.look(running.contest);
    let contest = &run.plan.contests[running.contest];
    let mut keys = Vec::new();
    for lane in 0..contest.lanes.len() {
        // Answers stay what they are from launch to launch; where an input is found need not.
        let files = match run.inputs(running.contest, contest.cell(lane, running.comparison).size)? {
            Ok(files) => files,
            Err(fault) => return Ok(Err(fault)),
        };
        keys.push(Key { answers: expected.of(contest, lane, running.comparison, files.len()), files });
    }
    Ok(Ok(keys))
}

/// Puts the inputs of every lane in one order, or leaves out those that the order does not name. A new
/// order in each launch lets each input be the last once, which is the one whose answer is asked for.
fn rotate(keys: &mut [Key], order: &[usize]) {
    for key in keys {
        key.files = order.iter().map(|&input| key.files[input].clone()).collect();
        key.answers = order.iter().map(|&input| key.answers[input].clone()).collect();
    }
}

/// As many of the rotated inputs as the slowest lane can take in within one sample, at least one.
fn affordable_inputs(times: &[Option<f64>], inputs: usize) -> usize {
    let slowest = times.iter().flatten().copied().fold(0.0, f64::max);
    ((LONGEST_TURN_NS / slowest.max(1e-3)) as usize).clamp(1, inputs.max(1)).min(inputs)
}

/// Warms every healthy lane up, and tells how that went; gives what one of its calls takes.
fn warmed_up(
    run: &mut RunInProgress<'_>,
    running: &mut OpenLaunch<'_>,
    inputs: u64,
    healthy: &mut [bool],
) -> anyhow::Result<Vec<Option<f64>>> {
    let mut times = vec![None; healthy.len()];
    let allowance_s = run.allowance_s(running.contest);
    // Of all that there are: how long somebody may take must not change once another has left.
    let compiling = run.entries[running.contest].lanes.iter().flatten().filter(|lane| lane.compiles).count();
    for number in shuffled(healthy.len(), &mut running.dice) {
        let wanted = healthy[number] && !run.is_long_over();
        let Some(lane) = running.lanes[number].as_mut().filter(|_| wanted) else { continue };
        // Each of its samples is a process of its own, and the size of one is known from earlier launches.
        let sizes_itself = lane.kind().is_some_and(CallKind::sizes_itself);
        let known = || per_call_ns(run, (running.contest, running.comparison, number));
        if let Some(known_ns) = sizes_itself.then(known).flatten() {
            lane.per_call_ns = known_ns;
            times[number] = Some(known_ns);
            continue;
        }
        let budget_ns = warm_up::budget_ns(allowance_s, run.plan.design(running.contest), compiling, lane.compiles());
        let is_over = || run.is_long_over();
        let orders = watch::WarmUpOrders { least_ns: running.least_ns, inputs, budget_ns, is_over: &is_over };
        match run.inputs.after(warm_up::warm_up(lane, &orders, &mut running.meter)) {
            Ok(warm_up) => {
                times[number] = Some(lane.per_call_ns);
                let (contest, comparison, launch) = (running.contest, running.comparison, running.launch);
                if !running.fresh {
                    run.listener.hear(&Event::WarmedUp { contest, comparison, lane: number, launch, warm_up })?;
                }
            }
            Err(fault) => {
                healthy[number] = false;
                running.fail(run, number, fault)?;
            }
        }
    }
    Ok(times)
}

/// Prepares every lane with its inputs.
fn prepare(
    run: &mut RunInProgress<'_>,
    running: &mut OpenLaunch<'_>,
    keys: &[Key],
    healthy: &mut [bool],
) -> anyhow::Result<()> {
    let contest = &run.plan.contests[running.contest];
    for number in 0..healthy.len() {
        let Some(lane) = running.lanes[number].as_mut().filter(|_| healthy[number]) else { continue };
        let (inputs, params) = (&keys[number].files, &contest.params(number, running.comparison));
        let task = CellTask { benchmark: &contest.benchmark, implementation: "", inputs, params };
        if let Err(fault) = run.inputs.after(lane.prepare(task)) {
            healthy[number] = false;
            running.fail(run, number, fault)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn the_slowest_lane_says_how_many_inputs_are_rotated() {
        assert_eq!(affordable_inputs(&[Some(100.0), None], 16), 16);
        assert_eq!(affordable_inputs(&[Some(100.0), Some(5e6)], 16), 4);
        assert_eq!(affordable_inputs(&[Some(1e9)], 16), 1);
        assert_eq!(affordable_inputs(&[Some(1e9)], 0), 0);
    }

    #[test]
    fn inputs_and_answers_keep_together() {
        let key = Key { files: vec!["a".into(), "b".into(), "c".into()], answers: vec![vec![1], vec![2], vec![3]] };
        let mut keys = [key];
        rotate(&mut keys, &[2, 0]);
        assert_eq!(keys[0].files, [PathBuf::from("c"), PathBuf::from("a")]);
        assert_eq!(keys[0].answers, [vec![3], vec![1]]);
    }
}
