//! What was measured, as it came from the drivers: samples, and what else they told, kept as sums, since a full run is
//! millions of samples.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One timed batch of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    pub calls: u64,
    pub wall_ns: u64,
    /// CPU time of the driver's process.
    pub cpu_ns: u64,
}

impl Sample {
    /// Wall nanoseconds of one call.
    pub fn per_call(&self) -> f64 {
        self.wall_ns as f64 / self.calls as f64
    }
}

/// A balanced set of rounds of one comparison: what the store commits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Indices into the plan.
    pub contest: usize,
    pub comparison: usize,
    /// Counted from 0, over the contest.
    pub launch: u32,
    /// Counted from 0, over the comparison in this launch.
    pub index: u32,
    /// Nanoseconds since the run began, when the block's first sample was asked for.
    pub began_ns: u64,
    /// By lane, in the order of rounds: all of one length; empty where the lane had left.
    pub lanes: Vec<Vec<Sample>>,
    /// By lane, what its driver measured beside the time; empty where no driver told anything.
    pub readings: Vec<Readings>,
    /// A single round of the race, in an order by chance: it shows who is far behind, and is no balanced block.
    pub race: bool,
}

impl Block {
    /// Rounds in this block.
    pub fn rounds(&self) -> usize {
        self.lanes.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether a lane took part.
    pub fn has_part(&self, lane: usize) -> bool {
        self.lanes.get(lane).is_some_and(|samples| !samples.is_empty())
    }

    /// Wall nanoseconds a call of a lane, over all of its samples; `None` where it has none.
    pub fn per_call(&self, lane: usize) -> Option<f64> {
        let samples = self.lanes.get(lane).filter(|samples| !samples.is_empty())?;
        let sum = |part: fn(&Sample) -> u64| samples.iter().map(|sample| part(sample) as f64).sum::<f64>();
        Some(sum(|sample| sample.wall_ns) / sum(|sample| sample.calls))
    }

    /// Wall nanoseconds inside timed sections; of a damaged file as many as there can be at most.
    pub fn timed_ns(&self) -> u64 {
        self.lanes.iter().flatten().fold(0, |sum, sample| sum.saturating_add(sample.wall_ns))
    }
}

/// Of one lane, by the reading's name.
pub type Readings = BTreeMap<String, Tally>;

/// Bytes that an implementation printed while a block of it was taken: Paragone itself tells it, once for each
/// such block.
pub const PRINTED: &str = "printed";

/// One reading over several samples. A driver tells a reading with each of its samples, or with some.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Samples that told it.
    pub samples: u64,
    pub sum: f64,
    pub least: f64,
    pub most: f64,
}

impl Tally {
    pub fn of(value: f64) -> Tally {
        Tally { samples: 1, sum: value, least: value, most: value }
    }

    pub fn add(&mut self, other: &Tally) {
        self.samples += other.samples;
        self.sum += other.sum;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }

    pub fn mean(&self) -> f64 {
        self.sum / self.samples.max(1) as f64
    }
}

/// Adds what one sample told, or what a whole block did.
pub fn tally<'a>(readings: &mut Readings, told: impl IntoIterator<Item = (&'a str, Tally)>) {
    for (name, new) in told {
        match readings.get_mut(name) {
            Some(tally) => tally.add(&new),
            None => drop(readings.insert(name.to_owned(), new)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_nobody_measured_are_added_up_too() {
        let of = |wall_ns| Sample { calls: 1, wall_ns, cpu_ns: 0 };
        let lanes = vec![vec![of(2), of(3)], vec![of(u64::MAX)]];
        let mut block = Block {
            contest: 0,
            comparison: 0,
            launch: 0,
            index: 0,
            began_ns: 0,
            lanes,
            readings: Vec::new(),
            race: false,
        };
        assert_eq!(block.timed_ns(), u64::MAX);
        block.lanes.pop();
        assert_eq!(block.timed_ns(), 5);
    }

    #[test]
    fn sums_and_extremes_are_kept_by_name() {
        let mut readings = Readings::new();
        tally(&mut readings, [("gc", Tally::of(1.0)), ("peak", Tally::of(9.0))]);
        tally(&mut readings, [("gc", Tally::of(3.0))]);
        assert_eq!(readings["gc"], Tally { samples: 2, sum: 4.0, least: 1.0, most: 3.0 });
        assert_eq!((readings["gc"].mean(), readings["peak"].mean()), (2.0, 9.0));
    }
}
