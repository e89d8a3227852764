//! One comparison as a table: the ranking with its doubts, each beside the number that it touches.

use maud::{Markup, html};

use crate::model::names::each_once;
use crate::model::{ComparisonFinding, ContestFinding, Row, Trials, unit};
use crate::report::{average_and_ends, head, relative, told};
use crate::serve::pages::of_cell;
use crate::store::CellSubject;
use crate::words::{caveat_text, clean, counted, of_trials, point, throughput, verdict};

/// A table of what was found at one size. `machine` is the fingerprint, for the way to each cell's history.
pub(super) fn table(contest: &ContestFinding, comparison: &ComparisonFinding, machine: &str) -> Markup {
    let title = clean(&point(comparison.size, &contest.unit, &comparison.params));
    let doubts = doubts(comparison);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(title) { table {
            caption { strong { (title) } " " (standing(contest, comparison)) }
            thead { tr {
                th scope="col" { "Implementation" }
                th.number scope="col" { @if contest.trials.is_some() { "Of best" } @else { "To best" } } th.number scope="col" { "99 %" }
                th scope="col" { "Beside " (clean(&contest.label(&contest.baseline))) }
                @for head in heads(contest, comparison) { th.number scope="col" { (head) } }
            } }
            tbody { @for (place, row) in comparison.rows.iter().enumerate() {
                (line(contest, comparison, place, row, &doubts, machine))
            } }
        } }
        @if !(doubts.is_empty() && comparison.caveats.is_empty()) {
            ul.doubts {
                @for (number, doubt) in doubts.iter().enumerate() { li { "[" (number + 1) "] " (clean(doubt)) } }
                @for caveat in &comparison.caveats { li { (clean(&caveat_text(caveat))) } }
            }
        }
    }
}

/// Doubts about rows, each once; their numbers count from 1.
fn doubts(comparison: &ComparisonFinding) -> Vec<String> {
    each_once(comparison.rows.iter().flat_map(|row| &row.caveats).map(caveat_text))
}

fn standing(contest: &ContestFinding, comparison: &ComparisonFinding) -> String {
    let noise = comparison.noise.map(|noise| format!(", noise {}", unit::percent(noise))).unwrap_or_default();
    match contest.trials {
        // A block is a trial of each.
        Some(_) => format!("{} of each{noise}", counted(comparison.blocks, "trial")),
        None => format!("{}, {}{noise}", counted(comparison.launches, "launch"), counted(comparison.blocks, "block")),
    }
}

fn line(
    contest: &ContestFinding,
    comparison: &ComparisonFinding,
    place: usize,
    row: &Row,
    doubts: &[String],
    machine: &str,
) -> Markup {
    let best = comparison.fastest.contains(&place) && row.to_best.is_some();
    let better = contest.trials.as_ref().and_then(Trials::deciding).map(|metric| metric.better);
    let (to_best, interval) = relative(contest, row);
    let says = better.map_or_else(|| verdict(&row.verdict), |better| of_trials(&row.verdict, better));
    let subject = CellSubject {
        suite: contest.suite.clone(),
        benchmark: contest.benchmark.clone(),
        implementation: row.implementation.to_string(),
        params: serde_json::to_string(&comparison.params).unwrap_or_default(),
        size: comparison.size,
        machine: machine.to_owned(),
    };
    let own: Vec<String> = row.caveats.iter().map(caveat_text).collect();
    html! {
        tr {
            th.best[best] scope="row" {
                a href=(of_cell(&subject)) { (clean(&contest.label(&row.implementation))) }
                @for (number, doubt) in doubts.iter().enumerate() {
                    @if own.contains(doubt) { " " small { "[" (number + 1) "]" } }
                }
            }
            td.number { (to_best) } td.number { (interval) }
            td.wide { span class=(row.verdict.word()) { (clean(&says)) } }
            @for value in values(contest, comparison, row) { td.number { (value) } }
        }
    }
}

/// Of the columns of numbers behind the verdict: times, or what trials came to.
fn heads(contest: &ContestFinding, comparison: &ComparisonFinding) -> Vec<String> {
    let Some(trials) = &contest.trials else {
        return ["Median", "Throughput", "p25", "p75", "p99", "Samples"].map(str::to_owned).into();
    };
    told(comparison, trials).into_iter().map(|metric| clean(&head(metric)) + ", average (worst..best)").collect()
}

fn values(contest: &ContestFinding, comparison: &ComparisonFinding, row: &Row) -> Vec<String> {
    let Some(trials) = &contest.trials else { return times(contest, comparison, row) };
    told(comparison, trials).into_iter().map(|metric| clean(&average_and_ends(row, metric))).collect()
}

fn times(contest: &ContestFinding, comparison: &ComparisonFinding, row: &Row) -> Vec<String> {
    let Some(times) = row.times else { return vec![String::new(); 6] };
    let rate = throughput(comparison.size, times.p50, &contest.unit).unwrap_or_default();
    let [p25, p50, p75, p99] = [times.p25, times.p50, times.p75, times.p99].map(unit::time);
    vec![p50, rate, p25, p75, p99, times.samples.to_string()]
}
