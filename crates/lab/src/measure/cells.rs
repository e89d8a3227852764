//! Cells that have been timed, for the passes that come after: which of them are left, and what a call took.

use std::collections::BTreeSet;

use paragone_stats::quantile::median;

use crate::measure::past::ComparisonPast;
use crate::measure::state::RunInProgress;
use crate::model::{Role, Sample};

/// Compilers get so long before anything is looked at.
const WARM_UP_NS: f64 = 3e7;

/// Contest, comparison and lane of every cell that has a time and is not in `done`; size by size, so that rows of one
/// table have all been looked at, or none.
pub(super) fn cells(run: &RunInProgress<'_>, done: fn(&ComparisonPast) -> &[usize]) -> Vec<(usize, usize, usize)> {
    let mut cells = Vec::new();
    let contests = run.plan.contests.iter().enumerate();
    // Sizes between those of the plan are there for their ratios alone.
    for (contest, named) in contests.filter(|(_, named)| named.between.is_none()) {
        // A trial is no call that could be made once more and subtracted.
        if named.trials.is_some() {
            continue;
        }
        let contest_past = &run.past.contests[contest];
        for (comparison, comparison_past) in contest_past.comparisons.iter().enumerate() {
            // Lanes may have the same implementation at the same size, under another stretch or as a clone.
            let mut seen = BTreeSet::new();
            for (lane, it) in named.lanes.iter().enumerate() {
                let failed = contest_past.failed.contains(&lane) || comparison_past.failed.contains(&lane);
                // Every run of a whole command is a process, and was looked at while it was timed.
                let done = done(comparison_past).contains(&lane)
                    || it.implementation.call_kind().is_a_process_a_call()
                    || it.role == Role::Clone;
                let cell = (it.implementation.to_string(), named.cell(lane, comparison).size);
                if !failed && !done && seen.insert(cell) {
                    cells.push((contest, comparison, lane));
                }
            }
        }
    }
    cells
}

/// The fastest that was seen of a call; `None` where none was.
pub(super) fn per_call_ns(run: &RunInProgress<'_>, place: (usize, usize, usize)) -> Option<f64> {
    samples(run, place).map(Sample::per_call).min_by(f64::total_cmp)
}

/// Processor time of a call, as the driver's own clock told it of the timed samples: the median; `None` where it has no
/// such clock.
pub(super) fn cpu_per_call_ns(run: &RunInProgress<'_>, place: (usize, usize, usize)) -> Option<f64> {
    let time = |sample: &Sample| (sample.cpu_ns > 0).then(|| sample.cpu_ns as f64 / sample.calls as f64);
    median(&samples(run, place).map(time).collect::<Option<Vec<f64>>>()?)
}

fn samples<'a>(
    run: &'a RunInProgress<'_>,
    (contest, comparison, lane): (usize, usize, usize),
) -> impl Iterator<Item = &'a Sample> {
    let blocks = &run.past.contests[contest].comparisons[comparison].blocks;
    blocks.iter().filter_map(move |block| block.lanes.get(lane)).flatten()
}

/// Calls that a process makes first, which do what is done once; at least one.
pub(super) fn first_calls(compiles: bool, per_call_ns: f64) -> u64 {
    let calls = if compiles { (WARM_UP_NS / per_call_ns.max(1.0)) as u64 } else { 1 };
    calls.max(1)
}
