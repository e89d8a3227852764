//! What runtimes did around the calls that were timed: what a call costs before any work is done, what
//! was allocated, what was collected.

use std::collections::BTreeSet;

use crate::model::{ComparisonFinding, ContestFinding, ImplementationId, Row, unit};

use crate::model::names::listed;
use crate::report::text::{Ink, Tone};
use crate::words::{alike, count, wrap, wrap_pieces};

/// Above this share of a call, what a call costs is worth a word among drivers of one language too.
const MUCH: f64 = 0.01;

/// What an empty call costs by language, where languages differ or it matters: below all tables.
pub(crate) fn empty_calls(contest: &ContestFinding, ink: &Ink) -> String {
    let Some(said) = costs(contest, ink) else { return String::new() };
    // Right below the last of several tables it would be taken for its own.
    let between = if contest.comparisons.len() > 1 { "\n" } else { "" };
    between.to_owned() + &ink.lines(Tone::Quiet, &said)
}

fn costs(contest: &ContestFinding, ink: &Ink) -> Option<String> {
    let rows = || contest.comparisons.iter().flat_map(|comparison| &comparison.rows);
    let told = rows().filter(|row| row.empty_call_ns.is_some());
    let languages: BTreeSet<&str> = told.map(|row| row.implementation.language.as_str()).collect();
    let greatest = |rows: &mut dyn Iterator<Item = f64>| rows.reduce(f64::max);
    if languages.len() < 2 && greatest(&mut rows().filter_map(share)).is_none_or(|share| share <= MUCH) {
        return None;
    }
    let piece = |language: &&str| {
        let its = || rows().filter(|row| row.implementation.language == *language);
        let most = its().filter(|row| share(row).is_some_and(|share| share > MUCH));
        // Cost, share and call are of one row, so that a reader finds the one in the others.
        if let Some(row) = most.max_by(|one, other| share(one).unwrap_or(0.0).total_cmp(&share(other).unwrap_or(0.0))) {
            return Some(format!("{language} {}", beside_a_call(row)?));
        }
        let cost = unit::time(greatest(&mut its().filter_map(|row| row.empty_call_ns))?);
        Some(format!("{language} {cost}"))
    };
    let mut pieces: Vec<String> = languages.iter().filter_map(piece).collect();
    pieces.first_mut()?.insert_str(0, "an empty call costs: ");
    Some(wrap_pieces("  ", &pieces, ", ", ink.width))
}

/// `150 ns (83 % of a call of 181 ns)`.
fn beside_a_call(row: &Row) -> Option<String> {
    let (cost, call) = (unit::time(row.empty_call_ns?), unit::time(row.times?.p50));
    let share = share(row)?;
    if share >= 1.0 {
        return Some(format!("{cost} (not told apart from a call of {call})"));
    }
    Some(format!("{cost} ({} of a call of {call})", unit::percent(share)))
}

/// The share of a row's own median that an empty call would take.
fn share(row: &Row) -> Option<f64> {
    Some(row.empty_call_ns? / row.times?.p50)
}

/// What each driver allocated and collected at one size, where it did collect; what the others allocated is
/// among the resources.
pub(crate) fn collections(comparison: &ComparisonFinding, ink: &Ink) -> Vec<String> {
    let told = comparison.rows.iter().filter_map(|row| {
        let collected = row.runtime.collections.filter(|each| *each > 0.0).map(collected)?;
        let told = row.runtime.allocated_bytes.map(allocated).into_iter().chain([collected]);
        Some((told.collect::<Vec<_>>().join(", "), &row.implementation))
    });
    let text =
        |(told, ids): &(String, Vec<&ImplementationId>)| wrap("  ", &format!("{}: {told}", listed(ids)), ink.width);
    alike(told).iter().flat_map(|one| text(one).lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn allocated(bytes: f64) -> String {
    let (value, unit) = match bytes {
        bytes if bytes < 1e3 => (bytes, "B"),
        bytes if bytes < 1e6 => (bytes / 1e3, "kB"),
        bytes if bytes < 1e9 => (bytes / 1e6, "MB"),
        bytes => (bytes / 1e9, "GB"),
    };
    format!("{} {unit} allocated by a call", unit::significant(value, 3))
}

fn collected(each: f64) -> String {
    match each {
        each if each <= 0.5 => format!("a collection every {} calls", count((1.0 / each).round() as u64)),
        each => format!("{} collections in a call", unit::significant(each, 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Runtime, Verdict};
    use crate::report::specimen::made_up;

    fn row(name: &str, empty_call_ns: f64) -> Row {
        Row { empty_call_ns: Some(empty_call_ns), ..made_up::row(name, Verdict::Baseline, 1000.0, 1.0) }
    }

    fn said(rows: Vec<Row>) -> Option<String> {
        costs(&made_up::contest("", vec![made_up::at(64, rows)]), &Ink::PLAIN)
    }

    #[test]
    fn an_empty_call_is_told_of_where_it_matters() {
        assert_eq!(said(vec![row("c.one", 1.2), row("c.two", 1.3)]), None);
        let told = said(vec![row("python.one", 60.0), row("c.two", 1.234), row("c.three", 1.1)]).unwrap();
        assert_eq!(told, "  an empty call costs: c 1.23 ns, python 60.0 ns (6.0 % of a call of 1.00 us)");
        assert_eq!(
            said(vec![row("c.one", 20.0)]).unwrap(),
            "  an empty call costs: c 20.0 ns (2.0 % of a call of 1.00 us)"
        );
        // The dearest empty call is not always beside the shortest call.
        let quick = Row { empty_call_ns: Some(120.0), ..made_up::row("perl.quick", Verdict::Baseline, 144.0, 1.0) };
        let told = said(vec![row("perl.slow", 150.0), quick.clone()]).unwrap();
        assert_eq!(told, "  an empty call costs: perl 120 ns (83 % of a call of 144 ns)");
        let none = Row { empty_call_ns: Some(150.0), ..quick };
        let told = said(vec![none]).unwrap();
        assert_eq!(told, "  an empty call costs: perl 150 ns (not told apart from a call of 144 ns)");
        assert_eq!(said(vec![made_up::without_time("c.one", Verdict::Baseline)]), None);
    }

    #[test]
    fn collections_are_told_as_people_count_them() {
        let with = |collections, allocated_bytes| {
            let runtime = Runtime { collections, allocated_bytes, ..Runtime::default() };
            Row { runtime, ..row("java.one", 1.0) }
        };
        let rows = vec![
            with(Some(0.0004), Some(1536.0)),
            with(Some(2.0), None),
            with(Some(0.0), Some(0.0)),
            with(Some(0.0), Some(0.0)),
            row("c.one", 1.0),
        ];
        let told = collections(&made_up::at(64, rows), &Ink::PLAIN);
        assert_eq!(
            told,
            [
                "  java.one: 1.54 kB allocated by a call, a collection every 2,500 calls",
                "  java.one: 2.0 collections in a call",
            ]
        );
    }
}
