//! Cells that had a time in the earlier of two runs and have none in the later, in sentences: one for each
//! implementation of a benchmark and each reason.

use crate::model::names::at_most;
use crate::model::{ComparedRuns, MissingCell};
use crate::words::{alike, point, verdict};

/// So many sizes are named.
const NAMED: usize = 4;

pub(super) fn missing_lines(found: &ComparedRuns) -> Vec<String> {
    let id = |run: &usize| found.runs.get(*run).map_or("", |run| &run.id);
    let cells = found.missing.iter().map(|cell| {
        let MissingCell { suite, benchmark, implementation, from, to, verdict, .. } = cell;
        ((suite, benchmark, implementation, from, to, verdict), point(cell.size, &cell.unit, &cell.params))
    });
    let mut lines = Vec::new();
    for ((suite, benchmark, implementation, from, to, verdict), places) in alike(cells) {
        let why = match verdict {
            Some(verdict) => format!("has none in {}: {}", id(to), verdict::verdict(verdict)),
            None => format!("was not measured there in {}", id(to)),
        };
        let (from, places) = (id(from), at_most(&places, NAMED));
        lines.push(format!("{suite}/{benchmark}: {implementation} has a time in {from} at {places}, and {why}"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Verdict;
    use crate::report::specimen::compare_specimen;

    #[test]
    fn sizes_with_one_reason_stand_in_one_sentence() {
        let died = Some(Verdict::Failed { text: "died: signal 11".into() });
        let cell = |size, verdict: &Option<Verdict>| compare_specimen::missing_cell("c.b", size, verdict.clone());
        let mut found = compare_specimen::moved();
        found.missing = vec![cell(64, &died), cell(128, &died), cell(1024, &None)];
        let expected = [
            "s/b: c.b has a time in 0a at 64 B and 128 B, and has none in 0b: failed: died: signal 11",
            "s/b: c.b has a time in 0a at 1 KiB, and was not measured there in 0b",
        ];
        assert_eq!(missing_lines(&found), expected);
    }
}
