//! A lane's blocks to its time in each launch, with the layout that its program had there.

use std::collections::BTreeMap;

use paragone_stats::quantile::median;

use crate::model::{Block, Event, LaunchTime, Run};

/// In the order of launches; of launches that came to their end.
pub(crate) fn by_launch(run: &Run, contest: usize, blocks: &[&Block], lane: usize) -> Vec<LaunchTime> {
    // Of runs in which nobody asked for layouts a launch may be anything, such as one start of a command.
    if run.plan.layouts.is_none() || run.plan.contests[contest].trials.is_some() {
        return Vec::new();
    }
    let mut times: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for block in blocks {
        let samples = block.lanes.get(lane).into_iter().flatten();
        times.entry(block.launch).or_default().extend(samples.map(|sample| sample.per_call()));
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
    times.into_iter().filter_map(time).collect()
}
