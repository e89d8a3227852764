//! The blocks of a comparison in, how one lane's time went over them out: in stretches of time, and launch by launch.
//!
//! Stretches are of one length of time, not of as many blocks each: who slows down has fewer.

use std::collections::BTreeMap;

use paragone_stats::quantile::median;

use crate::judge::estimate::times::times;
use crate::model::{Block, Event, LaunchTime, Run, Stretch};

/// As many as a line of a report can show.
const STRETCHES: usize = 24;

pub(crate) fn over_time(blocks: &[&Block], lane: usize) -> Vec<Stretch> {
    let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else { return Vec::new() };
    let length = (last.began_ns.saturating_sub(first.began_ns)) as f64 / STRETCHES as f64;
    let mut stretches = vec![Vec::new(); STRETCHES];
    for block in blocks {
        let place = (block.began_ns.saturating_sub(first.began_ns) as f64 / length.max(1.0)) as usize;
        stretches[place.min(STRETCHES - 1)].extend(times(block, lane));
    }
    let stretch = |(index, times): (usize, &Vec<f64>)| {
        let at_s = (index as f64 + 0.5) * length * 1e-9;
        median(times).map(|per_call_ns| Stretch { at_s, per_call_ns })
    };
    stretches.iter().enumerate().filter_map(stretch).collect()
}

/// A lane's time in each launch that came to its end, in their order, with the layout that its program had there.
pub(crate) fn by_launch(run: &Run, contest: usize, blocks: &[&Block], lane: usize) -> Vec<LaunchTime> {
    // Of runs in which nobody asked for layouts a launch may be anything, such as one start of a command.
    if run.plan.layouts.is_none() || run.plan.contests[contest].trials.is_some() {
        return Vec::new();
    }
    let mut launches: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for block in blocks {
        launches.entry(block.launch).or_default().extend(times(block, lane));
    }
    let seed = |launch: u32| {
        let mut began = run.events.iter().rev().filter_map(|event| match event {
            Event::LaunchBegan(began) if (began.contest, began.launch) == (contest, launch) => Some(began),
            _ => None,
        });
        began.next()?.lanes.get(lane)?.as_ref()?.layout.as_ref()?.seed()
    };
    let time =
        |(launch, times): (u32, Vec<f64>)| Some(LaunchTime { launch, seed: seed(launch), time_ns: median(&times)? });
    launches.into_iter().filter_map(time).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::flat_block;

    #[test]
    fn a_lane_that_slows_down_shows_it() {
        let block = |second: u32| {
            let time = if second < 120 { 100_000 } else { 150_000 };
            Block { began_ns: u64::from(second) * 1_000_000_000, ..flat_block(0, second, &[time, 200_000], 2) }
        };
        let blocks: Vec<Block> = (0..240).map(block).collect();
        let blocks: Vec<&Block> = blocks.iter().collect();
        let found = over_time(&blocks, 0);
        assert_eq!(found.len(), STRETCHES);
        assert_eq!((found[0].per_call_ns, found[23].per_call_ns), (1000.0, 1500.0));
        assert!((found[0].at_s - 239.0 / 48.0).abs() < 1e-9, "{:?}", found[0]);
        assert!(over_time(&blocks, 1).iter().all(|stretch| stretch.per_call_ns == 2000.0));
        assert_eq!((over_time(&[], 0), over_time(&blocks[..1], 0).len()), (Vec::new(), 1));
    }
}
