//! One implementation made in several ways: a table of builds against sizes, nothing where each has one build.
//!
//! A ratio is that of two ratios to the comparison's best; the ranking has the intervals.

use std::collections::BTreeMap;

use crate::model::natural::by_name;
use crate::model::{ComparisonFinding, ContestFinding, ImplementationId, Row};

use crate::report::text::{Column, Grid, GridEntry, Ink, Tone};
use crate::words::point;

/// Sizes that stand beside each other on a line; of more, these many from the first to the last.
const COLUMNS: usize = 5;

pub(crate) fn builds(contest: &ContestFinding, ink: &Ink) -> String {
    let shown = spread(&contest.comparisons);
    let mut groups: BTreeMap<(&str, &str), Vec<&ImplementationId>> = BTreeMap::new();
    for row in contest.comparisons.iter().flat_map(|comparison| &comparison.rows).filter(|row| !is_empty(row)) {
        let id = &row.implementation;
        let group = groups.entry((&id.language, &id.name)).or_default();
        if id.build.is_some() && !group.contains(&id) {
            group.push(id);
        }
    }
    let mut columns = vec![Column::LEFT];
    columns.resize(shown.len() + 1, Column::RIGHT);
    let mut grid = Grid::new(&columns, 0);
    for ((language, name), mut ids) in groups {
        if ids.len() < 2 {
            continue;
        }
        ids.sort_by(|one, other| by_name(one, other));
        let sizes = shown.iter().map(|it| point(it.size, &contest.unit, &it.params));
        grid.titled(format!("builds of {language}.{name}"), sizes);
        for id in &ids {
            let cells = shown.iter().map(|comparison| cell(comparison, id, &ids));
            grid.row([GridEntry::plain(id.build.clone().unwrap_or_default())].into_iter().chain(cells).collect());
        }
    }
    grid.render(ink)
}

/// Whether nothing was found out, neither a time nor a fault.
fn is_empty(row: &Row) -> bool {
    row.to_best.is_none() && row.verdict.fault().is_none()
}

/// How many times the time of the fastest build this one takes, or why it has none.
fn cell(comparison: &ComparisonFinding, id: &ImplementationId, all: &[&ImplementationId]) -> GridEntry {
    let ratio = |row: &Row| row.to_best.map(|(ratio, ..)| ratio);
    let best = all.iter().filter_map(|id| ratio(comparison.row(id)?)).fold(f64::INFINITY, f64::min);
    let Some(row) = comparison.row(id) else { return GridEntry::plain("") };
    match ratio(row).map(|ratio| ratio / best) {
        Some(times) => GridEntry::new(if times > 1.0 { Tone::Plain } else { Tone::Strong }, format!("{times:.2}x")),
        None if row.verdict.fault().is_some() => GridEntry::new(Tone::Bad, row.verdict.word()),
        None => GridEntry::plain(""),
    }
}

/// The first, the last, and some in between at even distances in the list.
fn spread(comparisons: &[ComparisonFinding]) -> Vec<&ComparisonFinding> {
    let last = comparisons.len().saturating_sub(1);
    let count = comparisons.len().min(COLUMNS);
    let place = |index: usize| if count < 2 { 0 } else { (index * last + (count - 1) / 2) / (count - 1) };
    (0..count).map(|index| &comparisons[place(index)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Verdict;
    use crate::report::specimen::made_up;

    #[test]
    fn builds_of_one_implementation_stand_against_sizes() {
        let mut contest = made_up::ladder(&[64, 1024, 65536]);
        assert_eq!(builds(&contest, &Ink::PLAIN), "");
        let nobody = ["c.ref@o3", "c.ref@o2"].map(|name| made_up::without_time(name, Verdict::Baseline));
        let untimed = made_up::contest("", vec![made_up::at(64, nobody.to_vec())]);
        assert_eq!(builds(&untimed, &Ink::PLAIN), "");
        for comparison in &mut contest.comparisons {
            let wrong = Verdict::Wrong { text: "wrong answer".into() };
            comparison.rows.push(made_up::row("c.ref@native", Verdict::Baseline, 400.0, 4.0));
            comparison.rows.push(made_up::row("c.ref@o3", Verdict::Baseline, 200.0, 2.0));
            comparison.rows.push(made_up::without_time("c.ref@o2", wrong));
            comparison.rows.push(made_up::row("c.other@o3", Verdict::Baseline, 100.0, 1.0));
        }
        insta::assert_snapshot!(builds(&contest, &Ink { unicode: true, ..Ink::PLAIN }), @r"
        builds of c.ref   64 B  1 KiB  64 KiB
        ─────────────────────────────────────
        native           2.00x  2.00x   2.00x
        o2               wrong  wrong   wrong
        o3               1.00x  1.00x   1.00x
        ");
    }

    #[test]
    fn many_sizes_are_thinned_evenly() {
        let sizes: Vec<u64> = (0..101).collect();
        let contest = made_up::ladder(&sizes);
        let shown: Vec<u64> = spread(&contest.comparisons).iter().map(|comparison| comparison.size).collect();
        assert_eq!(shown, [0, 25, 50, 75, 100]);
        assert_eq!(spread(&contest.comparisons[..3]).len(), 3);
        assert!(spread(&[]).is_empty());
    }
}
