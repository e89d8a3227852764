//! The pass over all cells, once they have been timed: who is counted, in which order, and until when.

use std::path::Path;

use crate::measure::cells::{cells, cpu_per_call_ns, per_call_ns};
use crate::measure::resources::abreast;
use crate::measure::resources::cell::{Instruments, ROOT};
use crate::measure::resources::subject::TimedCell;
use crate::measure::state::RunInProgress;
use crate::meter;
use crate::model::{Event, Resources};

/// The kernel's tick tells time of the program from time of the kernel only after a while. Cells are made to go on for that
/// long, for this share of what the run has taken, or at least some time.
const FOR_TICKS: f64 = 0.05;
const LEAST_FOR_TICKS_S: f64 = 1.0;

/// Counts every cell that has a time and has not been counted, as far as the run's time allows.
pub(in crate::measure) fn count(run: &mut RunInProgress<'_>, instruments: &Instruments) -> anyhow::Result<()> {
    let _held = meter::HeldAside::open(Path::new(ROOT));
    let mut spare_ns = (run.clock.spent_s() * FOR_TICKS).max(LEAST_FOR_TICKS_S) * 1e9;
    let mut left_out = 0;
    let mut cells = cells(run, |comparison_past| &comparison_past.counted);
    let sizes = |contest: usize| run.plan.contests[contest].comparisons.len();
    cells.sort_by_key(|&(contest, comparison, _)| turn(comparison, sizes(contest)));
    for places in cells.chunks(abreast::abreast(run.around)) {
        if run.interrupted() {
            return Ok(());
        }
        if run.clock.left_of(run.plan.total_s) == 0.0 {
            left_out += places.len();
            continue;
        }
        let mut subjects = Vec::new();
        for place in places {
            subjects.extend(timed(run, *place)?);
        }
        let alone: Vec<Resources> = subjects.iter().map(|subject| subject.count_alone(&mut spare_ns)).collect();
        let beside = abreast::count(&subjects, &alone, instruments);
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

/// A cell with all that it takes to call it; `None` where it cannot be called, which is told.
fn timed<'a>(run: &mut RunInProgress<'a>, place: (usize, usize, usize)) -> anyhow::Result<Option<TimedCell<'a>>> {
    let (contest, comparison, lane) = place;
    let (named, entry) = (&run.plan.contests[contest], &run.entries[contest]);
    let Ok(entrant) = &entry.lanes[lane] else { return Ok(None) };
    let cell = named.cell(lane, comparison);
    run.servers.look(contest);
    let inputs = match run.inputs(contest, cell.size)? {
        Ok(inputs) => inputs,
        Err(fault) => {
            let text = format!("{}/{}: what it takes was not counted: {fault}", named.suite, named.benchmark);
            run.listener.hear(&Event::Notice { text })?;
            return Ok(None);
        }
    };
    Ok(per_call_ns(run, place).map(|per_call_ns| TimedCell {
        place,
        entrant,
        fixed: &entry.fixed,
        benchmark: &named.benchmark,
        params: cell.params,
        inputs,
        per_call_ns,
        cpu_ns: cpu_per_call_ns(run, place),
        around: run.around,
        mode: run.plan.mode,
    }))
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

    #[test]
    fn the_ends_of_a_ladder_come_first() {
        for (sizes, order) in [(1, vec![0]), (2, vec![1, 0]), (5, vec![4, 0, 3, 2, 1])] {
            let mut turns: Vec<usize> = (0..sizes).collect();
            turns.sort_by_key(|&size| turn(size, sizes));
            assert_eq!(turns, order);
        }
    }
}
