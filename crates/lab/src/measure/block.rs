//! One block: a balanced set of rounds, one driver at work at a time.

use crate::measure::check::verify;
use crate::measure::given::inputs::Inputs;
use crate::measure::lane::{Lane, TimeMeter};
use crate::model::{Fault, PRINTED, Readings, Sample, Tally, When, tally};
use crate::plan::{Dice, jitter};

/// What a block is made with.
pub(super) struct BlockOrders<'a> {
    /// Rounds, each an order of lanes.
    pub(super) rounds: Vec<Vec<usize>>,
    /// Calls of a sample, by lane, before jitter.
    pub(super) calls: &'a [u64],
    /// Right answers by lane and input, compared with that of the last timed call.
    pub(super) expected: &'a [Vec<Vec<u8>>],
    /// What the input is called in a fault.
    pub(super) input: &'a dyn Fn(usize) -> String,
    /// Whether another answer than the right one is only told.
    pub(super) lenient: bool,
    /// What is looked at after each sample.
    pub(super) inputs: &'a Inputs,
    /// The reading that every sample has to come with.
    pub(super) decides: Option<&'a str>,
    /// Whether somebody has stopped it, or the run's time is over.
    pub(super) is_over: &'a dyn Fn() -> bool,
}

/// What came of a block.
#[derive(Debug)]
pub(super) struct Taken {
    /// By lane.
    pub(super) lanes: Vec<Vec<Sample>>,
    /// By lane; empty where no driver told anything.
    pub(super) readings: Vec<Readings>,
    /// Lanes that gave another answer than before, where that is only told.
    pub(super) varied: Vec<usize>,
    /// Lanes that failed in it.
    pub(super) faults: Vec<(usize, Fault)>,
}

/// Takes one sample of each lane in each round; a lane that fails is left out of the rest. `None`:
/// stopped on the way.
pub(super) fn take(
    orders: &BlockOrders<'_>,
    lanes: &mut [Option<Lane<'_>>],
    dice: &mut Dice,
    meter: &mut TimeMeter,
) -> Option<Taken> {
    let mut samples: Vec<Vec<Sample>> = vec![Vec::new(); lanes.len()];
    let mut readings: Vec<Readings> = vec![Readings::new(); lanes.len()];
    let mut faults = Vec::new();
    let mut varied = Vec::new();
    let printed_before: Vec<u64> = lanes.iter_mut().map(printed).collect();
    // The driver cannot know in which round it will be asked what its last call gave.
    let checked: Vec<usize> = lanes.iter().map(|_| dice.below(orders.rounds.len())).collect();
    for (number, round) in orders.rounds.iter().enumerate() {
        let factor = jitter(dice);
        for &index in round {
            if (orders.is_over)() {
                return None;
            }
            let Some(lane) = lanes[index].as_mut().filter(|_| !faults.iter().any(|(failed, _)| *failed == index))
            else {
                continue;
            };
            let inputs = orders.expected[index].len() as u64;
            let calls = jittered(orders.calls[index], factor, inputs);
            let mut sample = lane.time_and_read(calls, lane.per_call_ns * calls as f64, meter);
            if let Some(name) = orders.decides {
                sample = sample.and_then(|(sample, told)| has_amount(&told, name).map(|()| (sample, told)));
            }
            if checked[index] == number {
                sample = sample.and_then(|sample| {
                    let input = ((calls - 1) % inputs) as usize;
                    let last = lane.last()?;
                    let same =
                        verify::same(&orders.expected[index][input], &last, When::Timed, || (orders.input)(index));
                    if orders.lenient && same.is_err() {
                        varied.push(index);
                        return Ok(sample);
                    }
                    same.map(|()| sample)
                });
            }
            match orders.inputs.after(sample) {
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
