//! Before a comparison is timed: right answers known, every lane prepared and checked, samples sized.
//!
//! Who fails here is never timed. It times nothing that is kept.

use std::path::PathBuf;

use crate::driver::Task;
use crate::measure::calibrate;
use crate::measure::comparison::input_name;
use crate::measure::expected::Expected;
use crate::measure::expected::Key;
use crate::measure::launch;
use crate::measure::launch::Running;
use crate::measure::run::Stage;
use crate::measure::verify;
use crate::measure::warm_up;
use crate::model::Answers;
use crate::model::Event;
use crate::model::Fault;
use crate::model::Params;
use crate::model::StopReason;
use crate::model::When;
use crate::plan::shuffled;

/// Lanes that are prepared, and how to ask them.
pub(super) struct Ready {
    pub(super) healthy: Vec<bool>,
    /// Calls of a sample by lane, before jitter.
    pub(super) calls: Vec<u64>,
    /// Right answers by lane and input, in the order in which the inputs are rotated.
    pub(super) answers: Vec<Vec<Vec<u8>>>,
}

/// The longest that a sample may become so that it takes in every rotated input, nanoseconds.
pub(super) const LONGEST_TURN_NS: f64 = 2e7;

/// Makes every lane of a comparison ready. `None` where the comparison ends here: nobody knows the
/// right answers, or answers were all that was wanted.
pub(super) fn ready(
    stage: &mut Stage<'_>,
    running: &mut Running<'_>,
    index: usize,
    expected: &mut Expected,
) -> anyhow::Result<Option<Ready>> {
    let mut keys = match keys(stage, running, index, expected)? {
        Ok(keys) => keys,
        Err(fault) => return nobody_knows(stage, running, index, &fault).map(|()| None),
    };
    let order = shuffled(keys[0].files.len(), &mut running.dice);
    rotate(&mut keys, &order);
    let mut healthy = verified(stage, running, index, &mut keys)?;
    if stage.decide.is_none() {
        stage.stop_comparison(running.contest, index, running.launch, StopReason::Certain)?;
        return Ok(None);
    }
    if stage.plan.contests[running.contest].trials.is_some() {
        return one_call_each(stage, running, index, keys, healthy).map(Some);
    }
    let times = warmed_up(stage, running, index, keys[0].files.len() as u64, &mut healthy)?;
    let inputs = affordable_inputs(&times, keys[0].files.len());
    if inputs < keys[0].files.len() {
        rotate(&mut keys, &(0..inputs).collect::<Vec<usize>>());
        prepared_again(stage, running, index, &keys, &mut healthy)?;
    }
    let contest = &stage.plan.contests[running.contest];
    let alike: Vec<usize> = std::iter::once(0).chain(contest.clone_lane()).collect();
    let mut calls = calibrate::calls(&times, &alike, running.least_ns);
    // Each sample takes in every input, or two lanes would be compared on different ones.
    calls.iter_mut().filter(|calls| **calls > 0).for_each(|calls| *calls = (*calls).max(inputs as u64));
    let (contest, launch) = (running.contest, running.launch);
    stage.listener.hear(&Event::Calibrated { contest, comparison: index, launch, calls: calls.clone() })?;
    Ok(Some(Ready { healthy, calls, answers: keys.into_iter().map(|key| key.answers).collect() }))
}

/// A trial is one call, whatever it takes, and every one begins anew: there is nothing to warm up or to size.
fn one_call_each(
    stage: &mut Stage<'_>,
    running: &Running<'_>,
    index: usize,
    keys: Vec<Key>,
    healthy: Vec<bool>,
) -> anyhow::Result<Ready> {
    let calls: Vec<u64> = healthy.iter().map(|healthy| u64::from(*healthy)).collect();
    let (contest, launch) = (running.contest, running.launch);
    stage.listener.hear(&Event::Calibrated { contest, comparison: index, launch, calls: calls.clone() })?;
    Ok(Ready { healthy, calls, answers: keys.into_iter().map(|key| key.answers).collect() })
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

/// Nobody gave an answer, so nobody can be held to one: it costs every lane this comparison.
fn nobody_knows(stage: &mut Stage<'_>, running: &Running<'_>, index: usize, fault: &Fault) -> anyhow::Result<()> {
    for lane in 0..running.lanes.len() {
        let failed = stage.past.chapters[running.contest].stories[index].failed.contains(&lane);
        if !failed && running.lanes[lane].is_some() {
            let text = format!("nobody gave an answer to compare with: {fault}");
            let fault = match fault {
                Fault::Server { .. } => fault.clone(),
                _ => Fault::Refused { request: "answer 0".to_owned(), text },
            };
            launch::fail(stage, running, index, lane, fault)?;
        }
    }
    stage.stop_comparison(running.contest, index, running.launch, StopReason::NobodyLeft)
}

/// Files and right answers by lane; the reference is asked about every size that a lane has.
fn keys(
    stage: &mut Stage<'_>,
    running: &mut Running<'_>,
    index: usize,
    expected: &mut Expected,
) -> anyhow::Result<Result<Vec<Key>, Fault>> {
    stage.servers.look(running.contest);
    let contest = &stage.plan.contests[running.contest];
    let mut keys = Vec::new();
    for lane in 0..contest.lanes.len() {
        let params = &contest.params(lane, index);
        let size = contest.cell(lane, index).size;
        let files = match stage.inputs(running.contest, size)? {
            Ok(files) => files,
            Err(fault) => return Ok(Err(fault)),
        };
        if contest.answers != Answers::Reference {
            let answer = if let Answers::Given(bytes) = &contest.answers { bytes.clone() } else { Vec::new() };
            keys.push(Key { answers: vec![answer; files.len()], files });
            continue;
        }
        if expected.get(params, size).is_none() {
            // Another value of a lane's own parameter may do where this one does not.
            let is_variant = contest.lanes[lane].variant.is_some();
            let failed = stage.past.chapters[running.contest].stories[index].failed.contains(&lane);
            let unknown = Key { answers: vec![Vec::new(); files.len()], files: files.clone() };
            if is_variant && (failed || running.lanes[lane].is_none()) {
                keys.push(unknown);
                continue;
            }
            if let Err(fault) = ask_anyone(stage, running, index, expected, (&unknown.files, size, params))? {
                if !is_variant {
                    return Ok(Err(stage.blamed(running.contest, fault)));
                }
                launch::fail(stage, running, index, lane, fault)?;
                keys.push(unknown);
                continue;
            }
        }
        // Answers stay what they are from launch to launch; where an input is found need not.
        keys.push(Key { files, answers: expected.get(params, size).map(<[_]>::to_vec).unwrap_or_default() });
    }
    Ok(Ok(keys))
}

/// The referee first; where it fails, the first lane that answers stands in, and this is said.
fn ask_anyone(
    stage: &mut Stage<'_>,
    running: &mut Running<'_>,
    index: usize,
    expected: &mut Expected,
    (files, size, params): (&[PathBuf], u64, &Params),
) -> anyhow::Result<Result<(), Fault>> {
    let contest = &stage.plan.contests[running.contest];
    let task = Task { benchmark: &contest.benchmark, implementation: "", inputs: files, params };
    let mut first = None;
    if let Some(referee) = &mut running.referee {
        match expected.ask(referee, task, params, size) {
            Ok(()) => return Ok(Ok(())),
            Err(fault) => first = Some(fault),
        }
    }
    let failed = stage.past.chapters[running.contest].stories[index].failed.clone();
    for (number, lane) in running.lanes.iter_mut().enumerate() {
        let Some(lane) = lane.as_mut().filter(|_| !failed.contains(&number)) else { continue };
        if let Err(fault) = expected.ask(lane, task, params, size) {
            first.get_or_insert(fault);
            continue;
        }
        let (who, why) = (&contest.lanes[number].implementation, first.map(|fault| fault.to_string()));
        let why = why.unwrap_or_else(|| "there is none".to_owned());
        let text = format!(
            "{}/{} at size {size}: the reference gave no answer ({why}), so all are held against {who}",
            contest.suite, contest.benchmark
        );
        stage.listener.hear(&Event::Notice { text })?;
        return Ok(Ok(()));
    }
    Ok(Err(first.unwrap_or_else(|| Fault::Start { text: "nobody is left to give an answer".to_owned() })))
}

/// Prepares each lane and checks its answers; where they are only told, they become what is expected of
/// the lane from then on.
fn verified(
    stage: &mut Stage<'_>,
    running: &mut Running<'_>,
    index: usize,
    keys: &mut [Key],
) -> anyhow::Result<Vec<bool>> {
    let lenient = stage.plan.contests[running.contest].answers == Answers::Told;
    let contest = &stage.plan.contests[running.contest];
    let mut healthy = vec![false; contest.lanes.len()];
    for number in shuffled(contest.lanes.len(), &mut running.dice) {
        let failed = stage.past.chapters[running.contest].stories[index].failed.contains(&number);
        let Some(lane) = running.lanes[number].as_mut().filter(|_| !failed && !stage.interrupted()) else { continue };
        let key = &mut keys[number];
        let params = &contest.params(number, index);
        let task = Task { benchmark: &contest.benchmark, implementation: "", inputs: &key.files, params };
        let mut check = || {
            lane.prepare(task)?;
            for (input, right) in key.answers.iter_mut().enumerate() {
                let got = lane.answer(input as u32)?;
                if lenient {
                    *right = got;
                    continue;
                }
                verify::same(right, &got, When::Asked, || input_name(contest, number, index))?;
            }
            Ok(())
        };
        match check() {
            Ok(()) => {
                healthy[number] = true;
                let (contest, checked) = (running.contest, key.answers.len());
                let (comparison, lane, launch) = (Some(index), number, running.launch);
                stage.listener.hear(&Event::Verified { contest, comparison, lane, launch, checked })?;
            }
            Err(fault) => launch::fail(stage, running, index, number, fault)?,
        }
    }
    if lenient {
        tell_apart(stage, running, index, keys, &healthy)?;
    }
    Ok(healthy)
}

/// Tells whose answers differ from those of the first lane that gave any.
fn tell_apart(
    stage: &mut Stage<'_>,
    running: &Running<'_>,
    index: usize,
    keys: &[Key],
    healthy: &[bool],
) -> anyhow::Result<()> {
    let Some(first) = healthy.iter().position(|healthy| *healthy) else { return Ok(()) };
    let contest = &stage.plan.contests[running.contest];
    let whose = contest.lanes[first].implementation.clone();
    for (lane, key) in keys.iter().enumerate().filter(|(lane, _)| healthy[*lane]) {
        let pairs = keys[first].answers.iter().zip(&key.answers);
        let Some((right, got)) = pairs.into_iter().find(|(right, got)| right != got) else { continue };
        let place = right.iter().zip(got).take_while(|(one, other)| one == other).count();
        let text = format!(
            "It prints something else than {whose}: {} and {} bytes, different from byte {place} on.",
            got.len(),
            right.len()
        );
        let (contest, comparison, launch) = (running.contest, index, running.launch);
        stage.listener.hear(&Event::Differed { contest, comparison, lane, launch, text })?;
    }
    Ok(())
}

/// Warms every healthy lane up, and tells how that went; gives what one of its calls takes.
fn warmed_up(
    stage: &mut Stage<'_>,
    running: &mut Running<'_>,
    index: usize,
    inputs: u64,
    healthy: &mut [bool],
) -> anyhow::Result<Vec<Option<f64>>> {
    let mut times = vec![None; healthy.len()];
    let allowance_s = stage.allowance_s(running.contest);
    let compiling = running.lanes.iter().flatten().filter(|lane| lane.compiles()).count();
    for number in shuffled(healthy.len(), &mut running.dice) {
        let wanted = healthy[number] && !stage.interrupted();
        let Some(lane) = running.lanes[number].as_mut().filter(|_| wanted) else { continue };
        let budget_ns = warm_up::budget_ns(allowance_s, stage.plan.mode, compiling, lane.compiles());
        let orders = warm_up::Orders { least_ns: running.least_ns, inputs, budget_ns, stop: stage.stop };
        match warm_up::warm_up(lane, &orders, &mut running.meter) {
            Ok(warm_up) => {
                times[number] = Some(lane.per_call_ns);
                let (contest, comparison, launch) = (running.contest, index, running.launch);
                if !running.fresh {
                    stage.listener.hear(&Event::WarmedUp { contest, comparison, lane: number, launch, warm_up })?;
                }
            }
            Err(fault) => {
                healthy[number] = false;
                launch::fail(stage, running, index, number, fault)?;
            }
        }
    }
    Ok(times)
}

/// Prepares the healthy lanes with fewer inputs.
fn prepared_again(
    stage: &mut Stage<'_>,
    running: &mut Running<'_>,
    index: usize,
    keys: &[Key],
    healthy: &mut [bool],
) -> anyhow::Result<()> {
    let contest = &stage.plan.contests[running.contest];
    for number in 0..healthy.len() {
        let Some(lane) = running.lanes[number].as_mut().filter(|_| healthy[number]) else { continue };
        let (inputs, params) = (&keys[number].files, &contest.params(number, index));
        let task = Task { benchmark: &contest.benchmark, implementation: "", inputs, params };
        if let Err(fault) = lane.prepare(task) {
            healthy[number] = false;
            launch::fail(stage, running, index, number, fault)?;
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
