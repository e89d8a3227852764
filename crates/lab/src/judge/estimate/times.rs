//! Samples of one lane in, what a call took out: percentiles, where they gather, and cycles.

use std::collections::BTreeMap;

use paragone_stats::density::density;
use paragone_stats::quantile::{quantile, sorted};

use crate::judge::estimate::block_value::level;
use crate::model::{Block, Heap, Percentiles, Readings, Row, Sample, tally};

/// Every sample of a lane, in the order of measuring.
pub(crate) fn samples<'a>(blocks: &[&'a Block], lane: usize) -> Vec<&'a Sample> {
    blocks.iter().filter_map(|block| block.lanes.get(lane)).flatten().collect()
}

/// Nanoseconds a call, of each sample of a lane in a block.
pub(crate) fn times(block: &Block, lane: usize) -> impl Iterator<Item = f64> {
    block.lanes.get(lane).into_iter().flatten().map(Sample::per_call)
}

/// By launch, the level of a lane in each block that it has a part in.
pub(crate) fn levels(blocks: &[&Block], lane: usize) -> BTreeMap<u32, Vec<f64>> {
    let mut launches: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for block in blocks {
        if let Some(level) = level(times(block, lane).collect()) {
            launches.entry(block.launch).or_default().push(level);
        }
    }
    launches
}

/// What a lane's driver measured beside the time.
pub(crate) fn readings(blocks: &[&Block], lane: usize) -> Readings {
    let mut all = Readings::new();
    for of_block in blocks.iter().filter_map(|block| block.readings.get(lane)) {
        tally(&mut all, of_block.iter().map(|(name, value)| (name.as_str(), *value)));
    }
    all
}

/// Nanoseconds a call. `None` without samples.
pub(crate) fn percentiles(samples: &[&Sample]) -> Option<Percentiles> {
    percentiles_of(samples.iter().map(|sample| sample.per_call()).collect())
}

/// Of times that are of one call already.
pub(crate) fn percentiles_of(times: Vec<f64>) -> Option<Percentiles> {
    let times = sorted(times);
    let at = |share: f64| quantile(&times, share);
    Some(Percentiles {
        samples: times.len(),
        p0: at(0.0)?,
        p25: at(0.25)?,
        p50: at(0.5)?,
        p75: at(0.75)?,
        p90: at(0.9)?,
        p99: at(0.99)?,
        p100: at(1.0)?,
    })
}

/// Places of a heap: enough for the eye to tell two summits.
const PLACES: usize = 40;

/// Where the times gather. `None` for too few samples, or where all are the same.
pub(crate) fn heap(samples: &[&Sample]) -> Option<Heap> {
    let logarithms = samples.iter().map(|sample| sample.per_call().ln()).filter(|log| log.is_finite());
    let found = density(&sorted(logarithms.collect()), PLACES)?;
    Some(Heap { low_ns: found.low.exp(), high_ns: found.high.exp(), heights: found.heights })
}

/// Cycles of a clock per unit of size; none for size 0, which has no unit.
pub(crate) fn cycles(ns: f64, hz: Option<f64>, size: u64) -> Option<f64> {
    (size > 0).then_some(ns * hz? / 1e9 / size as f64)
}

/// Times that stand to each other as the ratios say, from that of the first.
pub(crate) fn show_times<'a>(rows: impl Iterator<Item = &'a mut Row>) {
    let mut rows = rows.peekable();
    let Some(first_ns) = rows.peek().and_then(|row| row.times).map(|times| times.p50) else { return };
    for row in rows {
        row.time_ns = row.times.and(row.to_best).map(|(ratio, ..)| first_ns * ratio);
        let shift = row.shift();
        for cycles in [&mut row.tsc_cycles, &mut row.core_cycles] {
            *cycles = cycles.map(|cycles| cycles * shift);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::flat_block;

    #[test]
    fn percentiles_are_of_one_call() {
        let blocks = [flat_block(0, 0, &[1000, 2000], 4), flat_block(0, 1, &[3000, 2000], 4)];
        let blocks: Vec<&Block> = blocks.iter().collect();
        let found = percentiles(&samples(&blocks, 0)).unwrap();
        assert_eq!((found.samples, found.p0, found.p50, found.p100), (8, 10.0, 20.0, 30.0));
        assert_eq!(percentiles(&samples(&blocks, 5)), None);
    }

    #[test]
    fn cycles_are_per_unit() {
        assert_eq!(cycles(1000.0, Some(2e9), 100), Some(20.0));
        assert_eq!(cycles(1000.0, Some(2e9), 0), None);
        assert_eq!(cycles(1000.0, None, 100), None);
    }
}
