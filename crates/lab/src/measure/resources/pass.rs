//! The pass over all cells, once they have been timed: who is counted, in which order, and until when.
//!
//! What is the same whoever else is at work is counted of several cells at once, a core each.

use std::panic::resume_unwind;
use std::path::Path;
use std::thread;

use crate::driver::Surroundings;
use crate::measure::cells::{Place, TimedCell, cells};
use crate::measure::resources::cell::{Instruments, ROOT};
use crate::measure::state::RunInProgress;
use crate::meter;
use crate::model::{Amount, Event, Resources};

/// The kernel's tick tells time of the program from time of the kernel only after a while. Cells are made to go on for that
/// long, for this share of what the run has taken, or at least some time.
const FOR_TICKS: f64 = 0.05;
const LEAST_FOR_TICKS_S: f64 = 1.0;

/// Counts every cell that has a time and has not been counted, as far as the run's time allows.
pub(in crate::measure) fn count(run: &mut RunInProgress<'_>, instruments: &Instruments) -> anyhow::Result<()> {
    let _held = meter::held_aside(Path::new(ROOT));
    let mut spare_ns = (run.clock.spent_s() * FOR_TICKS).max(LEAST_FOR_TICKS_S) * 1e9;
    let mut left_out = 0;
    let mut cells = cells(run, |comparison_past| &comparison_past.counted);
    let sizes = |contest: usize| run.plan.contests[contest].comparisons.len();
    cells.sort_by_key(|&(contest, comparison, _)| turn(comparison, sizes(contest)));
    for places in cells.chunks(abreast(run.around)) {
        if run.interrupted() {
            return Ok(());
        }
        if run.clock.left_of(run.plan.total_s) == 0.0 {
            left_out += places.len();
            continue;
        }
        let subjects = places.iter().filter_map(|place| timed(run, *place).transpose());
        let subjects: Vec<TimedCell<'_>> = subjects.collect::<anyhow::Result<_>>()?;
        let alone: Vec<Resources> = subjects.iter().map(|subject| subject.count_alone(&mut spare_ns)).collect();
        let beside = count_abreast(&subjects, &alone, instruments);
        for (subject, (mut resources, more)) in subjects.iter().zip(alone.into_iter().zip(beside)) {
            resources.extend(more);
            let (contest, comparison, lane) = subject.place;
            run.listener.hear(&Event::Counted { contest, comparison, lane, resources })?;
        }
    }
    if left_out > 0 {
        let text = format!(
            "what they take of the machine was not counted for {left_out} cells: the run's time was up; give it more with --total"
        );
        run.listener.hear(&Event::Notice { text })?;
    }
    Ok(())
}

/// A cell with its inputs; `None` where it cannot be called, which is told.
fn timed<'a>(run: &mut RunInProgress<'a>, place: Place) -> anyhow::Result<Option<TimedCell<'a>>> {
    let Some(cell) = TimedCell::of(run, place) else { return Ok(None) };
    let named = &run.plan.contests[place.0];
    match cell.with_inputs(run)? {
        Ok(cell) => Ok(Some(cell)),
        Err(fault) => {
            let text = format!("{}/{}: what it takes was not counted: {fault}", named.suite, named.benchmark);
            run.listener.hear(&Event::Notice { text })?;
            Ok(None)
        }
    }
}

/// Each is a process with its inputs.
const MOST: usize = 4;

/// How many cells are counted at once: as many as there are cores that drivers may be kept on.
fn abreast(around: &Surroundings) -> usize {
    around.core.map_or(1, |_| around.cores.len().clamp(1, MOST))
}

/// Counts so many cells or fewer, of which the kernel has counted what is in `alone`.
fn count_abreast(subjects: &[TimedCell<'_>], alone: &[Resources], instruments: &Instruments) -> Vec<Resources> {
    let memory = subjects.first().map_or(0, |subject| subject.around.memory);
    if subjects.len() < 2 || !fit(alone, memory) {
        return subjects.iter().map(|subject| subject.count_beside(instruments)).collect();
    }
    thread::scope(|scope| {
        let cores = &subjects[0].around.cores;
        let begun = subjects.iter().zip(cores).map(|(subject, core)| {
            scope.spawn(|| {
                let around = Surroundings { core: Some(*core), ..subject.around.clone() };
                TimedCell { around: &around, ..subject.clone() }.count_beside(instruments)
            })
        });
        // All have to begin before one is waited for.
        let begun: Vec<_> = begun.collect();
        begun.into_iter().map(|counted| counted.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

/// Whether all together need no more memory than one may have.
fn fit(alone: &[Resources], memory: u64) -> bool {
    let peak = |resources: &Resources| resources.get("peak-memory").and_then(Amount::known);
    alone.iter().map(peak).sum::<Option<f64>>().is_some_and(|together| together <= memory as f64)
}

/// When a size is counted, where time may not be enough for all: the largest of each contest first, which takes
/// the most, then the smallest, then those between.
fn turn(comparison: usize, comparisons: usize) -> usize {
    match comparison {
        last if last + 1 == comparisons => 0,
        0 => 1,
        between => comparisons - between,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Unknown;

    #[test]
    fn the_ends_of_a_ladder_come_first() {
        for (sizes, order) in [(1, vec![0]), (2, vec![1, 0]), (5, vec![4, 0, 3, 2, 1])] {
            let mut turns: Vec<usize> = (0..sizes).collect();
            turns.sort_by_key(|&size| turn(size, sizes));
            assert_eq!(turns, order);
        }
    }

    fn peaks(peaks: &[Amount]) -> Vec<Resources> {
        peaks.iter().map(|peak| Resources::from([("peak-memory".to_owned(), peak.clone())])).collect()
    }

    #[test]
    fn cells_share_the_memory_that_one_may_have() {
        let both = peaks(&[Amount::Known(30.0), Amount::Known(50.0)]);
        assert!(fit(&both, 80));
        assert!(!fit(&both, 79));
        let unknown = Amount::Unknown(Unknown::because("nobody counts"));
        assert!(!fit(&peaks(&[Amount::Known(1.0), unknown]), 80));
        assert!(!fit(&[Resources::default()], 80));
    }
}
