//! Before a comparison is timed: every lane prepared with its inputs, samples sized, calls warmed up.
//!
//! Who fails here is never timed. It times nothing that is kept, and asks for no answer: a process that has given some
//! is not the one that would be there without.

use std::path::PathBuf;

use crate::measure::cells::per_call_ns;
use crate::measure::check::expected::Expected;
use crate::measure::lane::CellResult;
use crate::measure::preparation::calibrate::LONGEST_TURN_NS;
use crate::measure::preparation::{calibrate, warm_up, watch};
use crate::measure::state::OpenLaunch;
use crate::model::{CallKind, Event};
use crate::plan::shuffled;

/// Files and right answers of one cell's inputs.
struct Key {
    files: Vec<PathBuf>,
    answers: Vec<Vec<u8>>,
}

/// Makes every lane of a launch ready; nobody is healthy where its server is gone.
pub(crate) fn ready(running: &mut OpenLaunch<'_, '_>, expected: &Expected) -> anyhow::Result<()> {
    running.calls = vec![0; running.lanes.len()];
    let mut keys = match keys(running, expected)? {
        Ok(keys) => keys,
        Err(fault) => {
            for lane in (0..running.lanes.len()).filter(|lane| running.lanes[*lane].is_some()).collect::<Vec<usize>>() {
                running.fail(lane, fault.clone())?;
            }
            running.healthy.fill(false);
            return Ok(());
        }
    };
    let order = shuffled(keys[0].files.len(), &mut running.dice);
    rotate(&mut keys, &order);
    prepare(running, &keys)?;
    if running.named().trials.is_some() {
        // A trial is one call, whatever it takes, and every one begins anew: nothing is warmed up or sized.
        let takes_part = |lane: usize| running.healthy[lane] && running.lanes[lane].is_some();
        running.calls = (0..running.lanes.len()).map(|lane| u64::from(takes_part(lane))).collect();
    } else {
        running.calls = sized(running, &mut keys)?;
    }
    running.answers = keys.into_iter().map(|key| key.answers).collect();
    let (contest, comparison, launch) = (running.contest, running.comparison, running.launch);
    running.run.listener.hear(&Event::Calibrated { contest, comparison, launch, calls: running.calls.clone() })
}

/// Warms everybody up; gives the calls of a sample by lane.
fn sized(running: &mut OpenLaunch<'_, '_>, keys: &mut [Key]) -> anyhow::Result<Vec<u64>> {
    let all = keys[0].files.len();
    let times = warmed_up(running, all as u64)?;
    let inputs = affordable_inputs(&times, all).min(running.past().inputs.unwrap_or(all));
    running.past().inputs = Some(inputs);
    if inputs < all {
        rotate(keys, &(0..inputs).collect::<Vec<usize>>());
        prepare(running, keys)?;
    }
    let alike: Vec<usize> = std::iter::once(0).chain(running.named().clone_lane()).collect();
    let mut calls = calibrate::calls(&times, &alike, running.least_ns);
    // Each sample takes in every input, or two lanes would be compared on different ones.
    calls.iter_mut().filter(|calls| **calls > 0).for_each(|calls| *calls = (*calls).max(inputs as u64));
    Ok(calls)
}

/// Files and right answers by lane.
fn keys(running: &mut OpenLaunch<'_, '_>, expected: &Expected) -> CellResult<Vec<Key>> {
    let (named, comparison) = (running.named(), running.comparison);
    running.run.look_at_server(running.contest);
    // Answers stay what they are from launch to launch; where an input is found need not.
    let key = |lane: usize| {
        let files = running.run.inputs(running.contest, named.cell(lane, comparison).size)?;
        Ok(files.map(|files| Key { answers: expected.of(named, lane, comparison, files.len()), files }))
    };
    (0..named.lanes.len()).map(key).collect()
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
fn warmed_up(running: &mut OpenLaunch<'_, '_>, inputs: u64) -> anyhow::Result<Vec<Option<f64>>> {
    let (contest, comparison, launch) = (running.contest, running.comparison, running.launch);
    let mut times = vec![None; running.lanes.len()];
    let allowance_s = running.run.allowance_s(contest);
    // Of all that there are: how long somebody may take must not change once another has left.
    let compiling = running.run.entries[contest].lanes.iter().flatten().filter(|lane| lane.compiles).count();
    for number in shuffled(times.len(), &mut running.dice) {
        let run = &*running.run;
        let wanted = running.healthy[number] && !run.is_long_over();
        let Some(lane) = running.lanes[number].as_mut().filter(|_| wanted) else { continue };
        // Each of its samples is a process of its own, and the size of one is known from earlier launches.
        let sizes_itself = lane.kind().is_some_and(CallKind::sizes_itself);
        let known = || per_call_ns(run, (contest, comparison, number));
        if let Some(known_ns) = sizes_itself.then(known).flatten() {
            lane.per_call_ns = known_ns;
            times[number] = Some(known_ns);
            continue;
        }
        let budget_ns = warm_up::budget_ns(allowance_s, run.plan.design(contest), compiling, lane.entrant.compiles);
        let is_over = || run.is_long_over();
        let orders = watch::WarmUpOrders { least_ns: running.least_ns, inputs, budget_ns, is_over: &is_over };
        match run.inputs.after(warm_up::warm_up(lane, &orders, &mut running.meter)) {
            Ok(warm_up) => {
                times[number] = Some(lane.per_call_ns);
                if !running.fresh {
                    let told = Event::WarmedUp { contest, comparison, lane: number, launch, warm_up };
                    running.run.listener.hear(&told)?;
                }
            }
            Err(fault) => running.fail(number, fault)?,
        }
    }
    Ok(times)
}

/// Prepares every lane with its inputs.
fn prepare(running: &mut OpenLaunch<'_, '_>, keys: &[Key]) -> anyhow::Result<()> {
    let named = running.named();
    for (number, key) in keys.iter().enumerate() {
        let Some(lane) = running.lanes[number].as_mut().filter(|_| running.healthy[number]) else { continue };
        let prepared = lane.prepare(&named.benchmark, &key.files, &named.params(number, running.comparison));
        if let Err(fault) = running.run.inputs.after(prepared) {
            running.fail(number, fault)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
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
