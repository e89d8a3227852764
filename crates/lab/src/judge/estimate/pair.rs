//! Two lanes of a comparison: blocks in, the ratio of their times with its interval out.
//!
//! Which of its values the estimate and the interval are made of is the design's affair. Nothing here knows a margin or
//! a verdict.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use paragone_stats::{autocorrelation, blocked_ranks, quantile, sign};

use crate::judge::estimate::block_value::{Rounds, fastest, typical, undisturbed};
use crate::model::{Block, Interval, Sample};

/// Above this autocorrelation of neighbouring blocks, blocks are joined two by two.
const CORRELATED: f64 = 0.2;

/// Joining goes no further than to this many values: fewer would not carry an interval.
const LEAST_VALUES: usize = 8;

/// Everything measured of two lanes in the same rounds.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// Blocks by launch, in order.
    launches: BTreeMap<u32, Vec<Rounds>>,
    /// Blocks that make a launch whole, where launches are counted.
    per_launch: usize,
    /// No trial of either differs from another of it: what they differ by is known, and no estimate.
    pub(crate) exact: bool,
    /// Estimate and interval are both made of these, and joining blocks takes time.
    unrelated: OnceCell<(Vec<f64>, usize)>,
}

impl Pair {
    /// The blocks in which both lanes took part. What making a call costs is part of its time, on both sides: that is
    /// what a user pays, and the ratio is that of the times that are shown.
    pub(crate) fn new<'a>(
        blocks: impl IntoIterator<Item = &'a Block>,
        base: usize,
        other: usize,
        per_launch: usize,
    ) -> Pair {
        Pair::of_rounds(blocks, per_launch, false, |block| rounds_of(block, base, other))
    }

    /// The blocks of which `rounds` knows something of both lanes; `exact`: no trial of either differs from another of it.
    pub(crate) fn of_rounds<'a>(
        blocks: impl IntoIterator<Item = &'a Block>,
        per_launch: usize,
        exact: bool,
        rounds: impl Fn(&Block) -> Option<Rounds>,
    ) -> Pair {
        let mut launches: BTreeMap<u32, Vec<Rounds>> = BTreeMap::new();
        for block in blocks {
            if let Some(rounds) = rounds(block) {
                launches.entry(block.launch).or_default().push(rounds);
            }
        }
        Pair { launches, per_launch, exact, unrelated: OnceCell::new() }
    }

    pub(crate) fn blocks(&self) -> usize {
        self.launches.values().map(Vec::len).sum()
    }

    pub(crate) fn rounds(&self) -> usize {
        self.every_block().map(|rounds| rounds.base.len()).sum()
    }

    /// Launches in which both took part, whole or not.
    pub(crate) fn every_launch(&self) -> usize {
        self.launches.len()
    }

    /// The value of each block, in the order of measuring.
    pub(crate) fn block_values(&self) -> Vec<f64> {
        values(self.every_block())
    }

    /// The logarithms of all times, by block.
    pub(crate) fn logarithms(&self) -> Vec<blocked_ranks::Block> {
        let logarithms = |times: &[f64]| times.iter().map(|time| time.ln()).collect();
        let of_block =
            |rounds: &Rounds| blocked_ranks::Block { base: logarithms(&rounds.base), other: logarithms(&rounds.other) };
        self.every_block().map(of_block).collect()
    }

    /// The pair's samples as if they had been taken in one block: so few trials tell more together than two by two.
    pub(crate) fn of_all_blocks(&self) -> blocked_ranks::Block {
        let mut all = blocked_ranks::Block::default();
        for block in self.logarithms() {
            all.base.extend(block.base);
            all.other.extend(block.other);
        }
        all
    }

    /// The value of each block, in the order of measuring, by launch.
    pub(crate) fn launch_series(&self) -> Vec<Vec<f64>> {
        self.launches.values().map(|blocks| values(blocks.iter())).collect()
    }

    /// The median of the block values of each whole launch.
    pub(crate) fn launch_values(&self) -> Vec<f64> {
        let whole = self.launches.values().filter(|blocks| blocks.len() >= self.per_launch);
        whole.filter_map(|blocks| quantile::median(&values(blocks.iter()))).collect()
    }

    /// The median over blocks of the ratio of their fastest samples, and where it lies at 95 %.
    pub(crate) fn floor(&self) -> (Option<f64>, Interval) {
        self.median_of(fastest)
    }

    /// The ratio of their medians, and where it lies.
    pub(crate) fn typical(&self) -> (Option<f64>, Interval) {
        self.median_of(typical)
    }

    fn median_of(&self, value: fn(&Rounds) -> Option<f64>) -> (Option<f64>, Interval) {
        let values = quantile::sorted(self.every_block().filter_map(value).collect());
        (quantile::median(&values), or_everything(sign::interval(&values, 0.05)))
    }

    fn every_block(&self) -> impl Iterator<Item = &Rounds> {
        self.launches.values().flatten()
    }

    /// Block values, of longer blocks where neighbouring ones are correlated, and how many blocks had to be joined into
    /// one value for that.
    pub(crate) fn unrelated(&self) -> &(Vec<f64>, usize) {
        self.unrelated.get_or_init(|| self.joined_values())
    }

    fn joined_values(&self) -> (Vec<f64>, usize) {
        let mut blocks: Vec<Rounds> = self.every_block().cloned().collect();
        let mut joined = 1;
        loop {
            let values = values(blocks.iter());
            let correlated = autocorrelation::lag_1(&values).is_some_and(|found| found > CORRELATED);
            if !correlated || blocks.len() < 2 * LEAST_VALUES {
                return (values, joined);
            }
            blocks = blocks.chunks_exact(2).map(|two| join(&two[0], &two[1])).collect();
            joined *= 2;
        }
    }
}

/// From end to end; everything, where the ends are not known.
pub(crate) fn or_everything(ends: Option<paragone_stats::Interval>) -> Interval {
    ends.map_or(Interval::EVERYTHING, |ends| Interval { low: ends.low, high: ends.high })
}

fn values<'a>(blocks: impl Iterator<Item = &'a Rounds>) -> Vec<f64> {
    blocks.filter_map(undisturbed).collect()
}

fn join(one: &Rounds, next: &Rounds) -> Rounds {
    Rounds { base: [&one.base[..], &next.base].concat(), other: [&one.other[..], &next.other].concat() }
}

/// The rounds of two lanes in a block; `None` where one of them took no part, or a time is 0.
fn rounds_of(block: &Block, base: usize, other: usize) -> Option<Rounds> {
    let (base_samples, other_samples) = (block.lanes.get(base)?, block.lanes.get(other)?);
    let times = base_samples.iter().zip(other_samples).map(|(one, two)| Some((time_of_call(one)?, time_of_call(two)?)));
    let (base, other) = times.collect::<Option<(Vec<f64>, Vec<f64>)>>()?;
    (!base.is_empty()).then_some(Rounds { base, other })
}

fn time_of_call(sample: &Sample) -> Option<f64> {
    Some(sample.per_call()).filter(|time| time.is_finite() && *time > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::design::rules;
    use crate::model::Design;

    fn block(launch: u32, index: u32, lanes: &[&[(u64, u64)]]) -> Block {
        let samples = |lane: &&[(u64, u64)]| {
            lane.iter().map(|&(calls, wall_ns)| Sample { calls, wall_ns, cpu_ns: wall_ns }).collect()
        };
        let lanes = lanes.iter().map(samples).collect();
        Block { contest: 0, comparison: 0, launch, index, began_ns: 0, lanes, readings: Vec::new(), race: false }
    }

    fn times_ten(launch: u32, ratios: &[f64]) -> Vec<Block> {
        let with = |(index, ratio): (usize, &f64)| {
            block(launch, index as u32, &[&[(10, 1_000_000)], &[(10, (1_000_000.0 * ratio) as u64)]])
        };
        ratios.iter().enumerate().map(with).collect()
    }

    #[test]
    fn of_one_launch_the_median_of_blocks_is_taken() {
        let blocks = times_ten(0, &[1.1, 1.2, 1.3, 1.2, 1.25, 1.15, 9.0]);
        let (pair, of_blocks) = (Pair::new(&blocks, 0, 1, 1), rules(Design::Blocks));
        assert!((of_blocks.ratio(&pair).unwrap() - 1.2f64.ln()).abs() < 1e-6);
        let interval = of_blocks.interval(&pair, 0.05);
        assert!((interval.low - 1.1f64.ln()).abs() < 1e-6 && (interval.high - 9f64.ln()).abs() < 1e-6);
        assert_eq!(of_blocks.interval(&pair, 0.001), Interval::EVERYTHING);
    }

    #[test]
    fn of_several_the_mean_of_whole_launches_is_taken() {
        let mut blocks = times_ten(0, &[1.1, 1.1, 5.0]);
        blocks.extend(times_ten(1, &[1.3, 1.3, 1.3]));
        blocks.extend(times_ten(2, &[7.0]));
        let (pair, of_launches) = (Pair::new(&blocks, 0, 1, 3), rules(Design::Launches));
        assert_eq!(of_launches.units_of_pair(&pair), 2);
        let expected = (1.1f64.ln() + 1.3f64.ln()) / 2.0;
        assert!((of_launches.ratio(&pair).unwrap() - expected).abs() < 1e-6);
        // Half the distance of two values, times 12.706.
        let half = (1.3f64.ln() - 1.1f64.ln()) / 2.0 * 12.706;
        assert!((of_launches.interval(&pair, 0.05).half_width() - half).abs() < 1e-3);
    }

    #[test]
    fn the_ratio_is_that_of_the_times_that_are_shown_in_every_speed_class() {
        let ratio = |blocks: &[Block]| rules(Design::Blocks).ratio(&Pair::new(blocks, 0, 1, 1)).unwrap().exp();
        assert!((ratio(&[block(0, 0, &[&[(10, 1000)], &[(10, 2000)]])]) - 2.0).abs() < 1e-12);
        assert!((ratio(&[block(0, 0, &[&[(10, 1000)], &[(40, 8000)]])]) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn blocks_without_one_of_the_lanes_do_not_count() {
        let mut blocks = times_ten(0, &[1.0, 1.0]);
        blocks[1].lanes[1].clear();
        assert_eq!(Pair::new(&blocks, 0, 1, 1).blocks(), 1);
        assert_eq!(Pair::new(&blocks, 0, 7, 1).blocks(), 0);
    }

    #[test]
    fn blocks_that_resemble_their_neighbours_are_joined() {
        let slow: Vec<f64> = (0..64).map(|index| if index / 4 % 2 == 0 { 1.0 } else { 1.1 }).collect();
        let fast: Vec<f64> = (0..64).map(|index| if index % 2 == 0 { 1.0 } else { 1.1 }).collect();
        assert!(Pair::new(&times_ten(0, &slow), 0, 1, 1).unrelated().1 > 1);
        assert_eq!(Pair::new(&times_ten(0, &fast), 0, 1, 1).unrelated().1, 1);
    }
}
