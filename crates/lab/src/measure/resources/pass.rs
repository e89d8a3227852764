//! The pass over all cells, once they have been timed: who is counted, in which order, and until when.

use std::path::Path;

use crate::driver::Task;
use crate::measure::cells::cells;
use crate::measure::cells::cpu_per_call_ns;
use crate::measure::cells::per_call_ns;
use crate::measure::resources::cell::Instruments;
use crate::measure::resources::cell::ROOT;
use crate::measure::resources::cell::Subject;
use crate::measure::run::Stage;
use crate::meter;
use crate::model::Event;

/// The kernel's tick tells time of the program from time of the kernel only after a while. Cells are made to go on for that
/// long, for this share of what the run has taken, or at least some time.
const FOR_TICKS: f64 = 0.05;
const LEAST_FOR_TICKS_S: f64 = 1.0;

/// Counts every cell that has a time and has not been counted, as far as the run's time allows.
pub(in crate::measure) fn count(stage: &mut Stage<'_>, instruments: &Instruments) -> anyhow::Result<()> {
    let _held = meter::Held::open(Path::new(ROOT));
    let mut spare_ns = (stage.spent_s() * FOR_TICKS).max(LEAST_FOR_TICKS_S) * 1e9;
    let mut left_out = 0;
    let mut cells = cells(stage, |story| &story.counted);
    let sizes = |contest: usize| stage.plan.contests[contest].comparisons.len();
    cells.sort_by_key(|&(contest, comparison, _)| turn(comparison, sizes(contest)));
    for (contest, comparison, lane) in cells {
        if stage.interrupted() {
            return Ok(());
        }
        if stage.left_of(stage.plan.total_s) == 0.0 {
            left_out += 1;
            continue;
        }
        let resources = {
            let (plan, entries) = (stage.plan, stage.entries);
            let (named, entry) = (&plan.contests[contest], &entries[contest]);
            let Ok(entrant) = &entry.lanes[lane] else { continue };
            let cell = named.cell(lane, comparison);
            let inputs = match stage.inputs(contest, cell.size)? {
                Ok(inputs) => inputs,
                Err(fault) => {
                    let text = format!("{}/{}: what it takes was not counted: {fault}", named.suite, named.benchmark);
                    stage.listener.hear(&Event::Notice { text })?;
                    continue;
                }
            };
            let (benchmark, implementation, params) = (&named.benchmark, &entrant.name, &cell.params);
            let task = Task { benchmark, implementation, inputs: &inputs, params };
            let Some(per_call_ns) = per_call_ns(stage, (contest, comparison, lane)) else { continue };
            let (fixed, around) = (&entry.fixed, stage.around);
            let cpu_ns = cpu_per_call_ns(stage, (contest, comparison, lane));
            Subject { entrant, fixed, task, per_call_ns, cpu_ns, around, mode: plan.mode }
                .count(instruments, &mut spare_ns)
        };
        stage.listener.hear(&Event::Counted { contest, comparison, lane, resources })?;
    }
    if left_out > 0 {
        let text = format!(
            "what they take of the machine was not counted for {left_out} cells: the run's time was up; give it more with --total"
        );
        stage.listener.hear(&Event::Notice { text })?;
    }
    Ok(())
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
