//! A Markdown page of Paragone in, its answers and the tables below them out, as a reader has them.
//!
//! It knows the text alone. A table of trials is left out: its ratios are of another kind.

use crate::held::{ShownRow, ShownTable};

pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// One benchmark of a page.
pub(crate) struct Contest {
    pub(crate) name: String,
    pub(crate) answer: String,
    pub(crate) tables: Vec<ShownTable>,
}

/// Benchmarks that have tables of times.
pub(crate) fn contests(text: &str) -> Vec<Contest> {
    let mut all: Vec<Contest> = Vec::new();
    let mut is_table = false;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("## ").or(line.strip_prefix("### ")) {
            all.push(Contest { name: plain(name), answer: String::new(), tables: Vec::new() });
        }
        let Some(contest) = all.last_mut() else { continue };
        let answer = line.strip_prefix("**").and_then(|line| line.strip_suffix("**"));
        if let Some(answer) = answer.filter(|_| contest.answer.is_empty()) {
            contest.answer = plain(answer);
        }
        if heads_a_table(line) {
            let head = plain(cells(line)[0]);
            let size = head.split(", ").next().unwrap_or_default().to_owned();
            contest.tables.push(ShownTable { size, head, rows: Vec::new() });
        }
        is_table = line.starts_with('|') && (is_table || heads_a_table(line));
        if let (true, Some(table)) = (is_table, contest.tables.last_mut()) {
            table.rows.extend(row(line));
        }
    }
    all.retain(|contest| !contest.answer.is_empty() && !contest.tables.is_empty());
    all
}

fn heads_a_table(line: &str) -> bool {
    line.starts_with("| ") && ["| relative | 99 % |", "| relative | 95 % |"].iter().any(|head| line.contains(head))
}

fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split(" | ").map(str::trim).collect()
}

/// One that has a time: a head, and a line below one, have none.
fn row(line: &str) -> Option<ShownRow> {
    let cells = cells(line);
    let (name, fastest) = match cells[0].strip_prefix("**") {
        Some(bold) => (bold.strip_suffix("**")?, true),
        None => (cells[0], false),
    };
    let name = name.strip_prefix('`')?.strip_suffix('`')?.to_owned();
    let ratio = cells.get(1)?.strip_suffix('x')?.parse().ok()?;
    let (low, high) = match *cells.get(2)? {
        "fastest" | "best" => (1.0, 1.0),
        "unknown" => (0.0, f64::INFINITY),
        ends => match (ends.strip_prefix("at least "), ends.split_once("..")) {
            (Some(least), _) => (number(least)?, f64::INFINITY),
            (None, Some((low, high))) => (number(low)?, number(high)?),
            (None, None) => panic!("nobody can read the interval `{ends}` of {name}"),
        },
    };
    Some(ShownRow {
        name,
        fastest,
        ratio,
        low,
        high,
        to_baseline: cells.get(3).and_then(|verdict| to_baseline(verdict)),
    })
}

/// Two digits are shown: an end may lie so far beyond.
const ROUNDED: f64 = 1.006;

/// `1.20x as fast, 1.17 to 1.26`, or `same within 1 %, 1.0017 to 1.0019x as long`: where its time over the baseline's
/// lies.
fn to_baseline(verdict: &str) -> Option<(f64, f64)> {
    if verdict == "baseline" {
        return Some((1.0, 1.0));
    }
    let (said, ends) = verdict.split_once(", ")?;
    let (low, high) = ends.split_once(" to ")?;
    let (high, way) = high.split_once("x as ").or(said.split_once("x as ").map(|(_, way)| (high, way)))?;
    let (low, high) = (number(low)? / ROUNDED, number(high)? * ROUNDED);
    match way {
        "fast" => Some((1.0 / high, 1.0 / low)),
        "long" => Some((low, high)),
        other => panic!("nobody can read `{other}` of a verdict"),
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim_end_matches('x').replace(',', "").parse().ok()
}

/// Without what keeps Markdown and HTML from taking a letter for their own.
fn plain(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}
