//! What a driver's runtime did around the calls that count: from events and readings to numbers.

use std::collections::BTreeSet;

use paragone_stats::quantile::median;

use crate::model::{Block, Course, Event, LaneStart, Run, Runtime, WarmUp, Warming};

/// Readings that a driver with a collector tells with each sample: how many collections, and how many
/// bytes were allocated.
const COLLECTIONS: &str = "gc";
const ALLOCATED: &str = "allocated";

/// The warm-ups of a lane in the launches that count; in all, where none does yet.
pub(crate) fn warm_ups<'a>(run: &'a Run, place: (usize, usize), lane: usize, blocks: &[&Block]) -> Vec<&'a WarmUp> {
    let launches: BTreeSet<u32> = blocks.iter().map(|block| block.launch).collect();
    let warm_up = |event: &'a Event| match event {
        Event::WarmedUp { launch, warm_up, .. } if launches.is_empty() || launches.contains(launch) => Some(warm_up),
        _ => None,
    };
    run.events_of(place, lane).filter_map(warm_up).collect()
}

/// `starts`: of the lane, by launch; `blocks`: those that count.
pub(crate) fn runtime(starts: &[&LaneStart], warm_ups: &[&WarmUp], blocks: &[&Block], lane: usize) -> Runtime {
    let of =
        |value: fn(&LaneStart) -> Option<f64>| median(&starts.iter().filter_map(|it| value(it)).collect::<Vec<_>>());
    Runtime {
        start_ns: of(|start| Some(start.start_ns as f64)),
        round_trip_ns: of(|start| start.round_trip_ns),
        warm_up: warming(warm_ups),
        collections: per_call(blocks, lane, COLLECTIONS),
        allocated_bytes: per_call(blocks, lane, ALLOCATED),
    }
}

fn warming(warm_ups: &[&WarmUp]) -> Option<Warming> {
    let count = |course: Course| warm_ups.iter().filter(|warm_up| warm_up.course == course).count();
    let over = |value: fn(&WarmUp) -> f64| median(&warm_ups.iter().map(|warm_up| value(warm_up)).collect::<Vec<_>>());
    Some(Warming {
        launches: warm_ups.len(),
        flat: count(Course::Flat),
        warmed: count(Course::Warmed),
        slowed: count(Course::Slowed),
        never_settled: count(Course::NeverSettled),
        unwatched: count(Course::Unwatched),
        calls: over(|warm_up| warm_up.calls as f64)?,
        wall_ns: over(|warm_up| warm_up.wall_ns as f64)?,
    })
}

/// A reading that counts, over all calls of the blocks in which it was told; a sample that does not
/// tell it had none.
fn per_call(blocks: &[&Block], lane: usize, name: &str) -> Option<f64> {
    let told = |block: &&&Block| block.readings.get(lane).is_some_and(|readings| readings.contains_key(name));
    blocks.iter().find(told)?;
    let (mut sum, mut calls) = (0.0, 0.0);
    for block in blocks {
        sum += block.readings.get(lane).and_then(|readings| readings.get(name)).map_or(0.0, |tally| tally.sum);
        calls += block.lanes.get(lane).into_iter().flatten().map(|sample| sample.calls as f64).sum::<f64>();
    }
    (calls > 0.0).then(|| sum / calls)
}

/// What each launch told of a lane when it began.
pub(crate) fn lane_starts(run: &Run, contest: usize, lane: usize) -> impl DoubleEndedIterator<Item = &LaneStart> {
    run.events.iter().filter_map(move |event| match event {
        Event::LaunchBegan(launch) if launch.contest == contest => launch.lanes.get(lane)?.as_ref(),
        _ => None,
    })
}

/// What the latest of them told.
pub(crate) fn last_start(run: &Run, contest: usize, lane: usize) -> Option<&LaneStart> {
    lane_starts(run, contest, lane).next_back()
}

/// The cost of an empty call over launches, nanoseconds.
pub(crate) fn empty_call(run: &Run, contest: usize, lane: usize) -> Option<f64> {
    median(&lane_starts(run, contest, lane).map(|start| start.empty_call_ns).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, flat_block, plan, run_of};
    use crate::model::{Mode, Readings, Tally};

    fn warm_up(course: Course, calls: u64) -> WarmUp {
        WarmUp { course, compiles: true, calls, wall_ns: calls * 10, slowed: 0.0, samples: Vec::new() }
    }

    #[test]
    fn only_launches_that_count_are_told_of() {
        let told = |launch: u32, lane: usize, course| Event::WarmedUp {
            contest: 0,
            comparison: 0,
            lane,
            launch,
            warm_up: warm_up(course, 100),
        };
        let events = vec![told(0, 1, Course::NeverSettled), told(1, 1, Course::Warmed), told(1, 0, Course::Flat)];
        let run = run_of(plan(Mode::Quick, contest(1)), Vec::new(), events);
        let block = flat_block(1, 0, &[1000; 3], 4);
        let found =
            |blocks: &[&Block]| warm_ups(&run, (0, 0), 1, blocks).iter().map(|one| one.course).collect::<Vec<_>>();
        assert_eq!(found(&[&block]), [Course::Warmed]);
        assert_eq!(found(&[]), [Course::NeverSettled, Course::Warmed]);
    }

    #[test]
    fn launches_are_counted_by_their_course() {
        let all = [warm_up(Course::Warmed, 100), warm_up(Course::Warmed, 300), warm_up(Course::Slowed, 200)];
        let found = warming(&all.iter().collect::<Vec<_>>()).unwrap();
        assert_eq!((found.launches, found.warmed, found.slowed, found.flat), (3, 2, 1, 0));
        assert_eq!((found.calls, found.wall_ns), (200.0, 2000.0));
        assert_eq!(warming(&[]), None);
    }

    #[test]
    fn readings_are_taken_over_all_calls() {
        let mut blocks = [flat_block(0, 0, &[1000, 2000], 4), flat_block(0, 1, &[1000, 2000], 4)];
        let tally = Tally { samples: 2, sum: 6.0, least: 1.0, most: 5.0 };
        blocks[1].readings = vec![Readings::new(), Readings::from([("gc".to_owned(), tally)])];
        let blocks: Vec<&Block> = blocks.iter().collect();
        // Eight samples of a hundred calls.
        assert_eq!(per_call(&blocks, 1, "gc"), Some(6.0 / 800.0));
        assert_eq!((per_call(&blocks, 0, "gc"), per_call(&blocks, 1, "allocated")), (None, None));
    }
}
