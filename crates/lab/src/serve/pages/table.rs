//! One comparison as a table: the ranking with its doubts, each beside the number that it touches.

use maud::Markup;
use maud::html;

use crate::model::Caveat;
use crate::model::ComparisonFinding;
use crate::model::ContestFinding;
use crate::model::Row;
use crate::model::unit;
use crate::report::clean;
use crate::report::counted;
use crate::report::point;
use crate::report::ratio;
use crate::report::throughput;
use crate::report::verdict;
use crate::serve::pages::address::of_cell;
use crate::store::Subject;

/// A table of what was found at one size. `machine` is the fingerprint, for the way to each cell's history.
pub(super) fn table(contest: &ContestFinding, comparison: &ComparisonFinding, machine: &str) -> Markup {
    let title = clean(&point(comparison.size, &contest.unit, &comparison.params));
    let doubts = doubts(comparison);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(title) {
            table {
                caption { strong { (title) } " " (standing(comparison)) }
                thead { tr {
                    th scope="col" { "Implementation" }
                    th.number scope="col" { "To best" } th.number scope="col" { "95 %" }
                    th scope="col" { "Beside " (clean(&contest.label(&contest.baseline))) }
                    th.number scope="col" { "Median" } th.number scope="col" { "Throughput" }
                    th.number scope="col" { "p25" } th.number scope="col" { "p75" } th.number scope="col" { "p99" }
                    th.number scope="col" { "Samples" }
                } }
                tbody { @for (place, row) in comparison.rows.iter().enumerate() {
                    (line(contest, comparison, place, row, &doubts, machine))
                } }
            }
        }
        @if !(doubts.is_empty() && comparison.caveats.is_empty()) {
            ul.doubts {
                @for (number, doubt) in doubts.iter().enumerate() { li { "[" (number + 1) "] " (clean(&doubt.text)) } }
                @for caveat in &comparison.caveats { li { (clean(&caveat.text)) } }
            }
        }
    }
}

/// Doubts about rows, each once; their numbers count from 1.
fn doubts(comparison: &ComparisonFinding) -> Vec<&Caveat> {
    let mut found: Vec<&Caveat> = Vec::new();
    for caveat in comparison.rows.iter().flat_map(|row| &row.caveats) {
        if !found.contains(&caveat) {
            found.push(caveat);
        }
    }
    found
}

fn standing(comparison: &ComparisonFinding) -> String {
    let mut text = format!("{}, {}", counted(comparison.launches, "launch"), counted(comparison.blocks, "block"));
    if let Some(noise) = comparison.noise {
        text += &format!(", noise {}", unit::percent(noise));
    }
    text
}

fn line(
    contest: &ContestFinding,
    comparison: &ComparisonFinding,
    place: usize,
    row: &Row,
    doubts: &[&Caveat],
    machine: &str,
) -> Markup {
    let best = comparison.fastest.contains(&place) && row.to_best.is_some();
    let (to_best, interval) = match row.to_best {
        Some(_) if place == 0 => ("1.00x".to_owned(), "best".to_owned()),
        Some((value, low, high)) => ratio(value, low, high),
        None => Default::default(),
    };
    let subject = Subject {
        suite: contest.suite.clone(),
        benchmark: contest.benchmark.clone(),
        implementation: row.implementation.to_string(),
        params: serde_json::to_string(&comparison.params).unwrap_or_default(),
        size: comparison.size,
        machine: machine.to_owned(),
    };
    let time = |ns: Option<f64>| ns.map(unit::time).unwrap_or_default();
    let times = row.times;
    let rate = times.and_then(|times| throughput(comparison.size, times.p50, &contest.unit)).unwrap_or_default();
    html! {
        tr {
            th.best[best] scope="row" {
                a href=(of_cell(&subject)) { (clean(&contest.label(&row.implementation))) }
                @for (number, doubt) in doubts.iter().enumerate() {
                    @if row.caveats.contains(doubt) { " " small { "[" (number + 1) "]" } }
                }
            }
            td.number { (to_best) } td.number { (interval) }
            td.wide { span class=(row.verdict.word()) { (clean(&verdict(&row.verdict))) } }
            td.number { (time(times.map(|times| times.p50))) } td.number { (rate) }
            td.number { (time(times.map(|times| times.p25))) } td.number { (time(times.map(|times| times.p75))) }
            td.number { (time(times.map(|times| times.p99))) }
            td.number { (times.map(|times| times.samples.to_string()).unwrap_or_default()) }
        }
    }
}
