//! One block: a balanced set of rounds, one driver at work at a time.

use crate::measure::check::verify;
use crate::measure::lane::Lane;
use crate::measure::state::OpenLaunch;
use crate::model::{Answers, Block, Event, Fault, PRINTED, Readings, Sample, Tally, When, tally};
use crate::plan::jitter;

/// What came of a block.
struct Taken {
    /// By lane.
    lanes: Vec<Vec<Sample>>,
    /// By lane; empty where no driver told anything.
    readings: Vec<Readings>,
    /// Lanes that gave another answer than before, where that is only told.
    varied: Vec<usize>,
    /// Lanes that failed in it.
    faults: Vec<(usize, Fault)>,
}

/// One block of these rounds, each an order of lanes; false when it was cut short.
pub(super) fn make(running: &mut OpenLaunch<'_, '_>, rounds: &[Vec<usize>], race: bool) -> anyhow::Result<bool> {
    let began_ns = running.run.clock.now_ns();
    running.run.notice_sleep(began_ns)?;
    let taken = take(running, rounds);
    running.run.notice_sleep(began_ns)?;
    let Some(Taken { lanes, readings, varied, faults }) = taken else { return Ok(false) };
    for (lane, fault) in faults {
        running.fail(lane, fault)?;
    }
    let (contest, comparison, launch) = (running.contest, running.comparison, running.launch);
    for lane in varied {
        if !running.varied.contains(&lane) {
            running.varied.push(lane);
            let text = "It does not print the same each time.".to_owned();
            running.run.listener.hear(&Event::Differed { contest, comparison, lane, launch, text })?;
        }
    }
    let block = Block { contest, comparison, launch, index: running.blocks, began_ns, lanes, readings, race };
    running.run.listener.hear(&Event::Block(block.clone()))?;
    running.past().blocks.push(block);
    running.blocks += 1;
    running.run.look_around()?;
    Ok(true)
}

/// Takes one sample of each lane in each round; a lane that fails is left out of the rest. `None`:
/// stopped on the way.
fn take(running: &mut OpenLaunch<'_, '_>, rounds: &[Vec<usize>]) -> Option<Taken> {
    let (named, comparison) = (running.named(), running.comparison);
    let OpenLaunch { run, lanes, calls, answers, dice, meter, .. } = running;
    let mut samples: Vec<Vec<Sample>> = vec![Vec::new(); lanes.len()];
    let mut readings: Vec<Readings> = vec![Readings::new(); lanes.len()];
    let mut faults = Vec::new();
    let mut varied = Vec::new();
    let printed_before: Vec<u64> = lanes.iter_mut().map(printed).collect();
    // The driver cannot know in which round it will be asked what its last call gave.
    let checked: Vec<usize> = lanes.iter().map(|_| dice.below(rounds.len())).collect();
    for (number, round) in rounds.iter().enumerate() {
        let factor = jitter(dice);
        for &index in round {
            if run.is_long_over() {
                return None;
            }
            let Some(lane) = lanes[index].as_mut().filter(|_| !faults.iter().any(|(failed, _)| *failed == index))
            else {
                continue;
            };
            let expected = &answers[index];
            let inputs = expected.len() as u64;
            let calls = jittered(calls[index], factor, inputs);
            let mut sample = lane.time_and_read(calls, lane.per_call_ns * calls as f64, meter);
            if let Some(trials) = &named.trials {
                sample = sample.and_then(|(sample, told)| has_amount(&told, &trials.decides).map(|()| (sample, told)));
            }
            if checked[index] == number {
                sample = sample.and_then(|sample| {
                    let right = &expected[((calls - 1) % inputs) as usize];
                    let input = || verify::input_name(named, index, comparison);
                    let same = verify::same(right, &lane.last()?, When::Timed, input);
                    if named.answers == Answers::Told && same.is_err() {
                        varied.push(index);
                        return Ok(sample);
                    }
                    same.map(|()| sample)
                });
            }
            match run.inputs.after(sample) {
                Ok((sample, told)) => {
                    samples[index].push(sample);
                    tally(&mut readings[index], told.iter().map(|(name, value)| (name.as_str(), Tally::of(*value))));
                }
                Err(fault) => faults.push((index, fault)),
            }
        }
    }
    for ((lane, before), readings) in lanes.iter_mut().zip(printed_before).zip(&mut readings) {
        let bytes = printed(lane).saturating_sub(before);
        if bytes > 0 {
            tally(readings, [(PRINTED, Tally::of(bytes as f64))]);
        }
    }
    for (failed, _) in &faults {
        samples[*failed].clear();
        readings[*failed].clear();
    }
    if readings.iter().all(Readings::is_empty) {
        readings.clear();
    }
    Some(Taken { lanes: samples, readings, varied, faults })
}

/// A ratio is made of what decides, so it has to be there and above 0.
fn has_amount(told: &[(String, f64)], name: &str) -> Result<(), Fault> {
    let text = match told.iter().find(|(of, _)| of == name) {
        Some((_, value)) if *value > 0.0 && value.is_finite() => return Ok(()),
        Some((_, value)) => format!("told `reading {name} {value}`, which decides and has to be above 0"),
        None => format!("told no `reading {name}`, which decides this benchmark"),
    };
    Err(Fault::Refused { request: "time 1".to_owned(), text })
}

fn printed(lane: &mut Option<Lane<'_>>) -> u64 {
    lane.as_mut().map_or(0, Lane::printed)
}

/// Calls with jitter: whole turns of the rotated inputs where there is one at all, so that no lane is
/// given more of some inputs than another.
fn jittered(calls: u64, factor: f64, inputs: u64) -> u64 {
    let wanted = calls as f64 * factor;
    let step = if calls >= inputs { inputs } else { 1 };
    ((wanted / step as f64).round() as u64).max(1) * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_decides_has_to_be_told() {
        let told = [("depth".to_owned(), 40.0), ("lost".to_owned(), 0.0)];
        assert_eq!(has_amount(&told, "depth"), Ok(()));
        let fault = |name: &str| has_amount(&told, name).unwrap_err().to_string();
        assert!(fault("lost").contains("`reading lost 0`"), "{}", fault("lost"));
        assert!(fault("rate").contains("no `reading rate`"), "{}", fault("rate"));
    }

    #[test]
    fn jitter_keeps_whole_turns_of_the_inputs() {
        assert_eq!(jittered(100, 1.17, 1), 117);
        assert_eq!(jittered(100, 1.17, 10), 120);
        assert_eq!(jittered(4, 0.8, 4), 4);
        assert_eq!(jittered(4, 1.2, 4), 4);
        assert_eq!(jittered(9, 0.8, 4), 8);
        assert_eq!(jittered(3, 0.8, 10), 2);
        assert_eq!(jittered(1, 0.8, 1), 1);
    }
}
