//! Cells that had a time in the earlier of two runs and have none in the later, in sentences: one for each
//! implementation of a benchmark and each reason.

use crate::model::names::at_most;
use crate::model::{ComparedRuns, MissingCell};
use crate::words::quantity::point;
use crate::words::verdict;

/// So many sizes are named.
const NAMED: usize = 4;

pub(super) fn missing_lines(found: &ComparedRuns) -> Vec<String> {
    let mut groups: Vec<(&MissingCell, Vec<String>)> = Vec::new();
    for cell in &found.missing {
        let at = point(cell.size, &cell.unit, &cell.params);
        match groups.iter_mut().find(|(first, _)| is_alike(first, cell)) {
            Some((_, places)) => places.push(at),
            None => groups.push((cell, vec![at])),
        }
    }
    groups.iter().map(|(cell, places)| sentence(found, cell, places)).collect()
}

fn is_alike(one: &MissingCell, other: &MissingCell) -> bool {
    let of = |cell: &MissingCell| (cell.from, cell.to);
    of(one) == of(other)
        && (&one.suite, &one.benchmark, &one.implementation) == (&other.suite, &other.benchmark, &other.implementation)
        && one.verdict == other.verdict
}

fn sentence(found: &ComparedRuns, cell: &MissingCell, places: &[String]) -> String {
    let id = |index: usize| found.runs.get(index).map_or("", |run| &run.id);
    let why = match &cell.verdict {
        Some(verdict) => format!("has none in {}: {}", id(cell.to), verdict::verdict(verdict)),
        None => format!("was not measured there in {}", id(cell.to)),
    };
    format!(
        "{}/{}: {} has a time in {} at {}, and {why}",
        cell.suite,
        cell.benchmark,
        cell.implementation,
        id(cell.from),
        at_most(places, NAMED)
    )
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
