//! Tables as they are shown, and the answer above them, in; what the tables refute out: nothing, unless there is a
//! fault.
//!
//! Rows come from findings, or from a page that was read back, so that it knows no judgement.

use super::read::{Names, ReadClause, What, read_answer, read_names};
use crate::model::{ComparisonFinding, ContestFinding, Row, Throughput, Verdict};
use crate::words::size_label;

/// One size, or one set of parameters, as a table shows it.
#[derive(Clone, Debug)]
pub(crate) struct ShownTable {
    /// `4 KiB`, without parameters.
    pub(crate) size: String,
    /// `4 KiB, level 6`.
    pub(crate) head: String,
    pub(crate) rows: Vec<ShownRow>,
}

/// One row that has a time.
#[derive(Clone, Debug)]
pub(crate) struct ShownRow {
    pub(crate) name: String,
    /// Marked as one of the fastest.
    pub(crate) fastest: bool,
    pub(crate) ratio: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Where its time over that of the baseline lies, where that is known to the reader.
    pub(crate) to_baseline: Option<(f64, f64)>,
}

/// The tables of a benchmark that time decides in.
pub(crate) fn shown_tables(contest: &ContestFinding) -> Vec<ShownTable> {
    tables_of(&contest.comparisons, &contest.unit, contest.are_commands())
}

/// Names alone tell commands apart, and beside anything else their language belongs to them.
pub(crate) fn tables_of(comparisons: &[ComparisonFinding], unit: &Throughput, are_commands: bool) -> Vec<ShownTable> {
    let row = |comparison: &ComparisonFinding, (index, row): (usize, &Row)| {
        let (ratio, low, high) = row.to_best.filter(|_| row.times.is_some())?;
        let fastest = comparison.fastest.contains(&index);
        let to_baseline = match &row.verdict {
            Verdict::Baseline => Some((1.0, 1.0)),
            _ => row.estimate.as_ref().map(|estimate| (estimate.interval.low.exp(), estimate.interval.high.exp())),
        };
        let id = &row.implementation;
        let name = if are_commands { id.name.clone() } else { id.to_string() };
        Some(ShownRow { name, fastest, ratio, low, high, to_baseline })
    };
    let table = |one: &ComparisonFinding| {
        let size = size_label(one.size, unit);
        let params = one.params.iter().map(|(name, value)| format!(", {name} {value}"));
        let head = size.clone() + &params.collect::<String>();
        ShownTable { size, head, rows: one.rows.iter().enumerate().filter_map(|it| row(one, it)).collect() }
    };
    comparisons.iter().map(table).collect()
}

/// Ends are shown with few digits.
const ROUNDED: f64 = 0.006;

/// Every contradiction, in words. `margin` is a share.
pub(crate) fn refuted(answer: &str, tables: &[ShownTable], margin: f64) -> Vec<String> {
    let mut found: Vec<String> = tables.iter().flat_map(|table| rows(table, margin)).collect();
    match read_answer(answer) {
        None => found.push(format!("nobody can read: {answer}")),
        Some(said) => {
            for (index, one) in said.iter().enumerate() {
                let before = said[..index].iter().rev().find(|said| !said.place.is_empty());
                found.extend(held(one, before, tables));
            }
        }
    }
    found
}

/// What a table says against itself.
fn rows(table: &ShownTable, margin: f64) -> Vec<String> {
    let edge = 1.0 + margin;
    let wrong = table.rows.iter().filter_map(|row| {
        let why = match row {
            row if row.fastest && row.high > edge * (1.0 + ROUNDED) => "is called fastest and may be behind",
            row if row.fastest && row.low > edge => "is called fastest and is behind",
            row if row.ratio < row.low * (1.0 - ROUNDED) || row.ratio > row.high * (1.0 + ROUNDED) => {
                "has a ratio outside of its interval"
            }
            row if row.low < 1.0 - ROUNDED => "may be faster than the fastest",
            row if is_undecided(row) && is_slower_than_somebody(row, table) => "may be as fast and is behind somebody",
            _ => return None,
        };
        Some(format!("{}: {} {why} ({} in {}..{})", table.head, row.name, row.ratio, row.low, row.high))
    });
    wrong.collect()
}

/// Neither one of the fastest nor behind.
fn is_undecided(row: &ShownRow) -> bool {
    !row.fastest && row.low <= 1.0
}

/// By what both are beside the baseline.
fn is_slower_than_somebody(row: &ShownRow, table: &ShownTable) -> bool {
    let Some((low, _)) = row.to_baseline else { return false };
    table.rows.iter().filter_map(|other| other.to_baseline).any(|(_, high)| high < low)
}

fn held(said: &ReadClause, before: Option<&ReadClause>, tables: &[ShownTable]) -> Vec<String> {
    let place = match &said.what {
        // What is said of the next belongs to the clause before it.
        What::Next(..) if said.place.is_empty() => before.map_or("", |before| before.place.as_str()),
        _ => said.place.as_str(),
    };
    if let What::Group { label, at, count, changes } = &said.what {
        return group(label, at, *count, *changes, tables);
    }
    let Some(at) = tables_at(place, tables) else { return vec![format!("no table is `{place}`")] };
    let each = |check: &dyn Fn(&ShownTable) -> Option<String>| {
        at.iter().filter_map(|table| Some(format!("{}: {}", table.head, check(table)?))).collect::<Vec<_>>()
    };
    match &said.what {
        What::Fastest { fastest, undecided, at_most } => each(&|table| {
            let leads = |row: &&ShownRow| row.fastest;
            names(table, fastest, &leads, "fastest")
                .or_else(|| names(table, undecided, &|row| is_undecided(row), "undecided"))
                .or_else(|| bound(table, undecided, *at_most))
                .or_else(|| others_are_behind(table, fastest, undecided))
        }),
        What::AllSame => each(&|table| {
            let other = table.rows.iter().find(|row| !row.fastest)?;
            Some(format!("{} is not the same", other.name))
        }),
        What::Undecided { names: of, at_most } => each(&|table| {
            let fastest = table.rows.iter().find(|row| row.fastest).map(|row| format!("{} is known", row.name));
            fastest
                .or_else(|| names(table, of, &|row| is_undecided(row), "undecided"))
                .or_else(|| bound(table, of, *at_most))
                .or_else(|| others_are_behind(table, &Names::default(), of))
        }),
        What::Leaders { names: of, at_most } => each(&|table| {
            let leads = |row: &&ShownRow| row.fastest || row.low <= 1.0 + ROUNDED;
            some_are(table, of, &leads).or_else(|| bound(table, of, *at_most))
        }),
        What::Alone(name) => each(&|table| (table.rows.len() != 1).then(|| format!("{name} is not alone"))),
        What::Nobody => each(&|table| (!table.rows.is_empty()).then(|| "somebody has a time".to_owned())),
        What::Next(from, to) => each(&|table| {
            let ratio = table.rows.iter().find(|row| !row.fastest && row.low > 1.0)?.ratio;
            let is_within = ratio >= from * (1.0 - ROUNDED) && ratio <= to * (1.0 + ROUNDED);
            (!is_within).then(|| format!("the next takes {ratio}, not {from} to {to}"))
        }),
        What::Use { name, others, at_most } => each(&|table| {
            let of = Names { names: [name].into_iter().chain(others).cloned().collect(), more: 0 };
            let first = Names { names: vec![name.clone()], more: 0 };
            some_are(table, &of, &|row| row.fastest || row.low <= 1.0 + ROUNDED)
                .or_else(|| bound(table, &first, *at_most).filter(|_| at_most.is_some_and(|most| most > 1.0)))
        }),
        What::TimesAsFast { name, other, ratio, ends } => {
            each(&|table| times_as_fast(table, name, other, *ratio, *ends))
        }
        What::Group { .. } | What::Other => Vec::new(),
    }
}

/// Tables that a place means; of one that is not said, all.
fn tables_at<'a>(place: &str, tables: &'a [ShownTable]) -> Option<Vec<&'a ShownTable>> {
    let all = || tables.iter().collect();
    match place {
        "" | "at every size measured" | "in every comparison" => return Some(all()),
        text if text.starts_with("at every size measured, from ") => return Some(all()),
        _ => {}
    }
    let value = |table: &ShownTable| size_of(&table.size);
    let between = |low: f64, high: f64| {
        Some(tables.iter().filter(|table| value(table).is_some_and(|size| low <= size && size <= high)).collect())
    };
    if let Some(spot) = place.strip_prefix("at ") {
        let is_at =
            |table: &&ShownTable| parts_of(spot).iter().all(|part| table.head.split(", ").any(|head| head == part));
        let exactly: Vec<&ShownTable> = tables.iter().filter(is_at).collect();
        if !exactly.is_empty() {
            return Some(exactly);
        }
    }
    if let Some(to) = place.strip_prefix("up to ") {
        return between(0.0, size_of(to)?);
    }
    if let Some(at) = place.strip_prefix("at ") {
        return between(size_of(at)?, size_of(at)?);
    }
    let from = place.strip_prefix("from ")?;
    match (from.strip_suffix(" on"), from.split_once(" to ")) {
        (Some(low), _) => between(size_of(low)?, f64::INFINITY),
        (_, Some((low, high))) => between(size_of(low)?, size_of(high)?),
        _ => None,
    }
}

/// `64 B` and `level 6` of `64 B with level=6`: a spot tells what differs, a head tells all.
fn parts_of(spot: &str) -> Vec<String> {
    spot.replace(" with ", ", ").replace('=', " ").split(", ").map(str::to_owned).collect()
}

/// The number in `4 KiB`, `16,384 elements`, `n=128`.
fn size_of(text: &str) -> Option<f64> {
    let start = text.find(|letter: char| letter.is_ascii_digit())?;
    let digits: String = text[start..]
        .chars()
        .take_while(|letter| letter.is_ascii_digit() || *letter == ',')
        .filter(|it| *it != ',')
        .collect();
    let unit = text[start..].split_once(' ').map_or("", |(_, unit)| unit);
    let factor = match unit.split(',').next().unwrap_or_default() {
        "KiB" => 1024.0,
        "MiB" => 1_048_576.0,
        "GiB" => 1_073_741_824.0,
        _ => 1.0,
    };
    Some(digits.parse::<f64>().ok()? * factor)
}

/// Every name is of a row that is so, and as many rows are so as are named or counted.
fn names(table: &ShownTable, of: &Names, is_so: &dyn Fn(&&ShownRow) -> bool, word: &str) -> Option<String> {
    some_are(table, of, is_so).or_else(|| {
        let (said, shown) = (of.names.len() + of.more, table.rows.iter().filter(is_so).count());
        (said != shown).then(|| format!("{said} said to be {word}, {shown} shown"))
    })
}

fn some_are(table: &ShownTable, of: &Names, is_so: &dyn Fn(&&ShownRow) -> bool) -> Option<String> {
    of.names.iter().find_map(|name| match table.rows.iter().find(|row| row.name == *name) {
        None => Some(format!("{name} is in no row")),
        Some(row) if !is_so(&row) => Some(format!("{name} is not ({} in {}..{})", row.ratio, row.low, row.high)),
        Some(_) => None,
    })
}

fn bound(table: &ShownTable, of: &Names, at_most: Option<f64>) -> Option<String> {
    let most = at_most.unwrap_or(f64::INFINITY);
    let beyond = table.rows.iter().find(|row| of.names.contains(&row.name) && row.high > most * (1.0 + ROUNDED))?;
    Some(format!("{} may take {} and is said to take at most {most}", beyond.name, beyond.high))
}

fn others_are_behind(table: &ShownTable, fastest: &Names, undecided: &Names) -> Option<String> {
    if fastest.more + undecided.more > 0 {
        return None;
    }
    let named = |row: &&ShownRow| fastest.names.contains(&row.name) || undecided.names.contains(&row.name);
    let other = table.rows.iter().filter(|row| !named(row)).find(|row| row.low <= 1.0)?;
    Some(format!("{} is left out and may be as fast", other.name))
}

fn times_as_fast(table: &ShownTable, name: &str, other: &str, ratio: f64, ends: Option<(f64, f64)>) -> Option<String> {
    let row = |name: &str| table.rows.iter().find(|row| row.name == name || row.name == format!("command.{name}"));
    let (Some(first), Some(other)) = (row(name), row(other)) else {
        return Some(format!("{name} or {other} has no row"));
    };
    let near = |one: f64, two: f64| (one / two - 1.0).abs() < 2.0 * ROUNDED;
    let as_shown = match ends {
        Some((low, high)) => near(ratio, other.ratio) && near(low, other.low) && near(high, other.high),
        None => near(ratio, other.low),
    };
    (!first.fastest || !as_shown).then(|| format!("{name} against {}: {ratio}, shown {}", other.name, other.ratio))
}

fn group(label: &str, at: &[String], count: usize, changes: bool, tables: &[ShownTable]) -> Vec<String> {
    let names = read_names(label);
    let is_so = |table: &&ShownTable| match label {
        "all the same" => table.rows.iter().all(|row| row.fastest),
        "not known yet" => !table.rows.iter().any(|row| row.fastest),
        "nobody" => table.rows.is_empty(),
        label if label.ends_with(" alone") => table.rows.len() == 1,
        _ => {
            let fastest = table.rows.iter().filter(|row| row.fastest).count();
            some_are(table, &names, &|row| row.fastest).is_none() && fastest == names.names.len() + names.more
        }
    };
    let is_at = |table: &&ShownTable, spot: &str| {
        parts_of(spot).iter().all(|part| table.head.replace(',', "").contains(&part.replace(',', "")))
    };
    let mut found: Vec<String> = at
        .iter()
        .filter(|spot| !tables.iter().filter(|table| is_at(table, spot)).any(|table| is_so(&table)))
        .map(|spot| format!("{label} is not so at {spot}"))
        .collect();
    let shown = tables.iter().filter(is_so).count();
    if shown != count {
        found.push(format!("{label} is said of {count} and shown in {shown}"));
    }
    let known: Vec<Vec<&str>> = tables
        .iter()
        .map(|table| table.rows.iter().filter(|row| row.fastest).map(|row| row.name.as_str()).collect::<Vec<_>>())
        .filter(|names| !names.is_empty())
        .collect();
    let differ = known.iter().any(|one| known.iter().any(|other| one.iter().all(|name| !other.contains(name))));
    if changes != differ {
        found.push(format!("that the fastest changes is {changes} in the sentence and {differ} in the tables"));
    }
    found
}
