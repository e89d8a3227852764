//! The pass over all cells, once they have been timed: who is counted, in which order, and until when.

use std::collections::BTreeSet;

use crate::driver::Task;
use crate::measure::resources::cell::Instruments;
use crate::measure::resources::cell::Subject;
use crate::measure::run::Stage;
use crate::model::COMMAND;
use crate::model::Event;
use crate::model::Role;

/// Counts every cell that has a time and has not been counted, as far as the run's time allows.
pub(in crate::measure) fn count(stage: &mut Stage<'_>, instruments: &Instruments) -> anyhow::Result<()> {
    let mut left_out = 0;
    for (contest, comparison, lane) in cells(stage) {
        if stage.interrupted() {
            return Ok(());
        }
        if stage.left_of(stage.plan.total_s) == 0.0 {
            left_out += 1;
            continue;
        }
        let resources = {
            let (named, entry) = (&stage.plan.contests[contest], &stage.entries[contest]);
            let Ok(entrant) = &entry.lanes[lane] else { continue };
            let cell = named.cell(lane, comparison);
            let inputs = &stage.inputs.files(&entry.input, cell.size)?;
            let task =
                Task { benchmark: &named.benchmark, implementation: &entrant.name, inputs, params: &cell.params };
            let Some(per_call_ns) = per_call_ns(stage, contest, comparison, lane) else { continue };
            let (fixed, around) = (&entry.fixed, stage.around);
            Subject { entrant, fixed, task, per_call_ns, around }.count(instruments)
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

/// Size by size, so that rows of one table have been counted together, or not.
fn cells(stage: &Stage<'_>) -> Vec<(usize, usize, usize)> {
    let mut cells = Vec::new();
    for (contest, named) in stage.plan.contests.iter().enumerate() {
        let chapter = &stage.past.chapters[contest];
        for comparison in 0..named.comparisons.len() {
            // Lanes may have the same implementation at the same size, under another stretch or as a clone.
            let mut seen = BTreeSet::new();
            for (lane, it) in named.lanes.iter().enumerate() {
                let failed = chapter.failed.contains(&lane) || chapter.stories[comparison].failed.contains(&lane);
                // Whole commands were counted while they were timed: every run of theirs is a process.
                let counted = chapter.stories[comparison].counted.contains(&lane)
                    || it.implementation.language == COMMAND
                    || it.role == Role::Clone;
                let cell = (it.implementation.to_string(), named.cell(lane, comparison).size);
                if !failed && !counted && seen.insert(cell) {
                    cells.push((contest, comparison, lane));
                }
            }
        }
    }
    cells
}

/// The fastest that was seen of a call.
fn per_call_ns(stage: &Stage<'_>, contest: usize, comparison: usize, lane: usize) -> Option<f64> {
    let blocks = &stage.past.chapters[contest].stories[comparison].blocks;
    let samples = blocks.iter().filter_map(|block| block.lanes.get(lane)).flatten();
    samples.map(|sample| sample.per_call()).min_by(f64::total_cmp)
}
