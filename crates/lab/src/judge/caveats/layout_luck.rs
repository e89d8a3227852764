//! Launches of the same program differ by more than the noise within each: what a launch happens to get, such as where
//! its code and its memory lie, is part of its time. Blocks in, out whose launches these are: a ratio moves with either
//! of its two lanes, and the doubt belongs to the one that moved.

use std::collections::BTreeMap;

use paragone_stats::quantile::{median, quantile, sorted};
use paragone_stats::student;

use crate::judge::estimate::times::levels;
use crate::model::{Block, Caveat, Design};

/// Fewer launches, or blocks in each, tell too little of a spread.
const LEAST_LAUNCHES: usize = 5;
const LEAST_BLOCKS: usize = 8;

/// How much wider launches have to be spread than the blocks within them. Of five launches of eight blocks, noise
/// alone spreads the medians so wide less than once in a thousand times (simulated).
const CLEARLY: f64 = 1.5;

/// From the distance of its quartiles to the deviation of a normal distribution.
const QUARTILES: f64 = 1.349;

/// Of two lanes that have moved apart nobody can say which one it was.
const WITNESSES: usize = 3;

/// Launches that differ, and by how much: they and the blocks within them, as logarithms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Luck {
    apart: f64,
    within: f64,
}

/// Who moved, and whom nobody can tell from the reference in that.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MovedLanes {
    pub(crate) lanes: BTreeMap<usize, Luck>,
    pub(crate) unknown: BTreeMap<usize, Luck>,
}

impl Luck {
    /// With no name, on the row of the implementation whose launches these are; with the reference's, on all rows, as it
    /// is in every ratio; with both, on all rows, as it is one of the two.
    pub(crate) fn caveat(self, implementation: Option<&str>, reference: Option<&str>) -> Caveat {
        Caveat::LayoutLuck {
            implementation: implementation.map(str::to_owned),
            reference: reference.map(str::to_owned),
            apart: self.apart.exp_m1(),
            within: self.within.exp_m1(),
        }
    }
}

/// `pairs`: by contender, the values of its blocks beside the reference in each launch, as logarithms of ratios;
/// `margin` is a share.
pub(crate) fn layout_luck(
    design: Design,
    blocks: &[&Block],
    reference: usize,
    pairs: &[(usize, Vec<Vec<f64>>)],
    margin: f64,
) -> MovedLanes {
    let mut moved = MovedLanes::default();
    let found: Vec<(usize, Luck)> =
        pairs.iter().filter_map(|(lane, launches)| Some((*lane, differ(design, launches, margin)?))).collect();
    if found.is_empty() {
        return moved;
    }
    let levels = beside_all_others(blocks);
    for (lane, of_pair) in found {
        let own = |lane: usize| {
            let levels = sorted(levels.get(&lane).filter(|levels| levels.len() >= LEAST_LAUNCHES)?.clone());
            let apart = levels.last()? - levels.first()?;
            Some((student::deviation(&levels)?, Luck { apart, ..of_pair }))
        };
        let (Some(one), Some(other)) = (own(lane), own(reference)) else {
            moved.unknown.insert(lane, of_pair);
            continue;
        };
        let clearly = |(spread, luck): &(f64, Luck)| *spread > CLEARLY * luck.within && luck.apart > margin.ln_1p();
        if clearly(&one) || one.0 >= other.0 {
            moved.lanes.insert(lane, one.1);
        }
        if clearly(&other) || other.0 > one.0 {
            let known = moved.lanes.entry(reference).or_insert(other.1);
            known.apart = known.apart.max(other.1.apart);
        }
    }
    moved
}

/// Whether the launches of a pair differ clearly.
fn differ(design: Design, launches: &[Vec<f64>], margin: f64) -> Option<Luck> {
    let whole: Vec<&Vec<f64>> = launches.iter().filter(|blocks| blocks.len() >= LEAST_BLOCKS).collect();
    if design != Design::Launches || whole.len() < LEAST_LAUNCHES {
        return None;
    }
    let levels = sorted(whole.iter().filter_map(|blocks| median(blocks)).collect());
    let within = deviation(&whole)?;
    let apart = levels.last()? - levels.first()?;
    (student::deviation(&levels)? > CLEARLY * within && apart > margin.ln_1p()).then_some(Luck { apart, within })
}

/// By lane, how far it was from its own middle in each launch, less what the lanes of that launch have in common: a
/// machine that was slower then moves all of them, and whoever moved alone stands out.
fn beside_all_others(blocks: &[&Block]) -> BTreeMap<usize, Vec<f64>> {
    let mut by_launch: BTreeMap<u32, Vec<(usize, f64)>> = BTreeMap::new();
    for lane in 0..blocks.iter().map(|block| block.lanes.len()).max().unwrap_or(0) {
        let mut launches = levels(blocks, lane);
        launches.values_mut().for_each(|blocks| blocks.retain(|level| level.is_finite()));
        let whole = launches.into_iter().filter(|(_, blocks)| blocks.len() >= LEAST_BLOCKS);
        let levels: Vec<(u32, f64)> = whole.filter_map(|(launch, blocks)| Some((launch, median(&blocks)?))).collect();
        let middle = median(&levels.iter().map(|(_, level)| *level).collect::<Vec<_>>()).unwrap_or_default();
        for (launch, level) in levels {
            by_launch.entry(launch).or_default().push((lane, level - middle));
        }
    }
    let mut beside: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for lanes in by_launch.values().filter(|lanes| lanes.len() >= WITNESSES) {
        let common = median(&lanes.iter().map(|(_, level)| *level).collect::<Vec<_>>()).unwrap_or_default();
        for (lane, level) in lanes {
            beside.entry(*lane).or_default().push(level - common);
        }
    }
    beside
}

/// Of blocks around the median of their launch, by quartiles: a few that were disturbed do not count.
fn deviation(launches: &[&Vec<f64>]) -> Option<f64> {
    let mut distances = Vec::new();
    for blocks in launches {
        let level = median(blocks)?;
        distances.extend(blocks.iter().map(|value| value - level));
    }
    let distances = sorted(distances);
    Some((quantile(&distances, 0.75)? - quantile(&distances, 0.25)?) / QUARTILES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::Random;
    use crate::model::Sample;
    use crate::words::caveat_text;

    fn launches(count: usize, blocks: usize, luck: f64, seed: u64) -> Vec<Vec<f64>> {
        let mut random = Random::new(seed);
        let launch = |random: &mut Random| {
            let level = luck * random.normal();
            (0..blocks).map(|_| level + 0.005 * random.normal()).collect()
        };
        (0..count).map(|_| launch(&mut random)).collect()
    }

    /// Eight launches of sixteen blocks on a machine that changes its speed by itself, with lanes whose launches differ
    /// by so much; the first is compared with all others, and with the A/A control, which is the last.
    fn measured(luck: &[f64], seed: u64) -> Vec<Block> {
        let mut random = Random::new(seed);
        let mut all = Vec::new();
        for launch in 0..8 {
            let levels: Vec<f64> = luck.iter().map(|luck| luck * random.normal()).collect();
            for index in 0..16 {
                let machine = 0.05 * random.normal();
                let sample = |(lane, level): (usize, &f64)| {
                    let wall_ns = 1e9 * (1.0 + lane as f64) * (level + machine + 0.005 * random.normal()).exp();
                    vec![Sample { calls: 1000, wall_ns: wall_ns as u64, cpu_ns: wall_ns as u64 }; 4]
                };
                let lanes = levels.iter().enumerate().map(sample).collect();
                let (readings, race) = (Vec::new(), false);
                all.push(Block { contest: 0, comparison: 0, launch, index, began_ns: 0, lanes, readings, race });
            }
        }
        all
    }

    fn found(blocks: &[Block]) -> MovedLanes {
        let value =
            |block: &Block, lane: usize| block.lanes[lane][0].per_call().ln() - block.lanes[0][0].per_call().ln();
        let series = |lane: usize| {
            let of = |launch: u32| {
                blocks.iter().filter(|block| block.launch == launch).map(|block| value(block, lane)).collect()
            };
            (lane, (0..8).map(of).collect())
        };
        // The A/A control has no row.
        let last = blocks[0].lanes.len() - 1;
        let pairs: Vec<(usize, Vec<Vec<f64>>)> = (1..last.max(2)).map(series).collect();
        layout_luck(Design::Launches, &blocks.iter().collect::<Vec<_>>(), 0, &pairs, 0.01)
    }

    fn named(luck: &[f64], seed: u64) -> Vec<usize> {
        let moved = found(&measured(luck, seed));
        assert!(moved.unknown.is_empty(), "{moved:?}");
        moved.lanes.into_keys().collect()
    }

    #[test]
    fn who_moved_is_named_and_nobody_else() {
        for seed in 0..100 {
            assert_eq!(named(&[0.0, 0.04, 0.0], seed), [1], "one contender, seed {seed}");
            assert_eq!(named(&[0.04, 0.0, 0.0], seed), [0], "the baseline, seed {seed}");
            assert_eq!(named(&[0.0, 0.0, 0.04, 0.0, 0.0], seed), [2], "one of three, seed {seed}");
            assert_eq!(named(&[0.04, 0.0, 0.0, 0.0, 0.0], seed), [0], "the baseline of three, seed {seed}");
            assert_eq!(named(&[0.0; 5], seed), [0; 0], "nobody, seed {seed}");
        }
    }

    #[test]
    fn of_two_lanes_nobody_knows_which_it_was() {
        let moved = found(&measured(&[0.0, 0.04], 1));
        assert!(moved.lanes.is_empty() && moved.unknown.contains_key(&1), "{moved:?}");
        let text = caveat_text(&moved.unknown[&1].caveat(Some("c.fast"), Some("c.base")));
        assert!(
            text.starts_with("Launches of c.fast or of c.base (which of the two cannot be told) differ by"),
            "{text}"
        );
    }

    #[test]
    fn launches_at_levels_of_their_own_are_seen() {
        let luck = differ(Design::Launches, &launches(8, 16, 0.03, 1), 0.01).unwrap();
        assert!(caveat_text(&luck.caveat(None, None)).starts_with("Its launches differ by up to "), "{luck:?}");
        let text = caveat_text(&luck.caveat(None, Some("c.base")));
        assert!(text.starts_with("Launches of c.base, with which the others are compared, differ by up to "), "{text}");
    }

    #[test]
    fn noise_alone_and_what_is_within_the_margin_is_not() {
        for (count, blocks) in [(5, 8), (5, 16), (21, 16)] {
            for seed in 0..200 {
                let found = differ(Design::Launches, &launches(count, blocks, 0.0, seed), 0.001);
                assert_eq!(found, None, "{count} launches of {blocks} blocks, seed {seed}");
            }
        }
        assert_eq!(differ(Design::Launches, &launches(8, 16, 0.03, 1), 0.5), None);
    }

    #[test]
    fn few_launches_or_one_of_each_run_tell_nothing() {
        assert_eq!(differ(Design::Launches, &launches(4, 16, 0.03, 1), 0.01), None);
        assert_eq!(differ(Design::Launches, &launches(8, 7, 0.03, 1), 0.01), None);
        assert_eq!(differ(Design::Blocks, &launches(8, 16, 0.03, 1), 0.01), None);
        assert_eq!(differ(Design::Runs, &launches(8, 16, 0.03, 1), 0.01), None);
    }
}
