//! `compare --fail-if-slower`: compared runs in, whether anything became slower out.
//!
//! A check that had nothing to look at has not passed.

use crate::cli::exit::Exit;
use crate::model::names::{at_most, listed};
use crate::model::{CellChange, ComparedCode, ComparedRuns, Verdict};

/// So many are named.
const NAMED: usize = 4;

/// How the command ends, and what to say of it.
pub(super) fn answer(found: &ComparedRuns) -> (Exit, Option<String>) {
    let unknown = |why: String| (Exit::Failed, Some(format!("whether anything became slower is not known: {why}")));
    let cells: Vec<&CellChange> = found.changes.iter().flat_map(|changes| &changes.cells).collect();
    // Whatever became of cells whose code is the same, it was no change of theirs.
    let asked: Vec<&CellChange> = cells.into_iter().filter(|cell| cell.code != ComparedCode::Same).collect();
    if asked.iter().any(|cell| matches!(cell.verdict, Verdict::Slower { .. })) {
        return (Exit::Found, None);
    }
    let failing = found.missing.iter().filter_map(|cell| Some((cell, cell.verdict.as_ref()?)));
    let mut names: Vec<String> = failing
        .map(|(cell, verdict)| {
            let now = match verdict {
                Verdict::Wrong { .. } => "answers wrongly",
                Verdict::Implausible { short, .. } => short,
                _ => "fails",
            };
            let run = found.runs.get(cell.to).map_or("", |run| &run.id);
            format!("{}/{}/{} {now} in {run}", cell.suite, cell.benchmark, cell.implementation)
        })
        .collect();
    names.dedup();
    if !names.is_empty() {
        return (Exit::Found, Some(format!("{}, with a time in an earlier run", at_most(&names, NAMED))));
    }
    let alone: Vec<&str> = (0..found.runs.len())
        .filter(|index| !found.changes.iter().any(|changes| [changes.from, changes.to].contains(index)))
        .map(|index| found.runs[index].id.as_str())
        .collect();
    if !alone.is_empty() {
        return unknown(format!(
            "no cell of {} has a time in another of these runs of the same machine; what was imported, and what trials \
             decide, is not compared",
            listed(&alone)
        ));
    }
    if !asked.is_empty() && asked.iter().all(|cell| cell.judged.low.is_infinite() && cell.judged.high.is_infinite()) {
        return unknown("too few launches of whose code may have changed: measure without `--quick`".to_owned());
    }
    (Exit::Done, None)
}
