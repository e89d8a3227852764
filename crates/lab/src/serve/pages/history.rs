//! A cell's history as a page: a picture of every run's median, the changes of level, and a table.

use maud::{Markup, html};

use crate::model::{CellPast, LevelChange, TrialMetric, unit};
use crate::serve::pages::address::address;
use crate::serve::pages::chart::chart;
use crate::serve::pages::choose::placed;
use crate::serve::pages::frame::{date, frame};
use crate::store::CellSubject;
use crate::words::{clean, counted, verdict};

/// Rows of the table; the picture has all runs.
const ROWS: usize = 100;

pub(in crate::serve) fn history(
    subject: &CellSubject,
    pasts: &[CellPast],
    changes: &[LevelChange],
    most: u32,
) -> Markup {
    let CellSubject { suite, benchmark, implementation, params, size, machine } = subject;
    let up = address("/history", &[("suite", suite), ("benchmark", benchmark)]);
    let here: String = machine.chars().take(8).collect();
    let body = html! {
        p {
            a href=(up) { (clean(&format!("{suite}/{benchmark}"))) } " at " (placed(*size, params))
            ", on machine " code { (clean(&here)) } ": "
            (counted(pasts.len(), "run"))
            @if pasts.len() >= most as usize { ", the latest" } "."
        }
        (told(pasts, changes))
        (chart(pasts, changes))
        (table(pasts, changes))
        p.quiet {
            @match metric(pasts) {
                Some(metric) => { "Each point is the median " (clean(&metric.name)) " of a run's trials, the line through it \
                    reaches from the worst to the best of them; " (metric.better.word()) " is better. " }
                None => { "Each point is the median of a run's samples, the line through it reaches from p25 to p75. " }
            }
            "A change is "
            "marked where a new level has lasted for four runs at least and differs by more than 2 %: what the last "
            "three runs say alone may still be chance. Runs are of different days: what the machine did "
            "meanwhile is part of it."
        }
    };
    frame(&clean(implementation), &body)
}

fn told(pasts: &[CellPast], changes: &[LevelChange]) -> Markup {
    html! {
        @if changes.is_empty() {
            p.answer { "No change of level." }
        } @else {
            p.answer { (counted(changes.len(), "change")) " of level." }
            ul { @for change in changes { li { (sentence(pasts, change)) " in run " (link(&pasts[change.at])) "." } } }
        }
    }
}

/// `From 1.00 us to 1.20 us, 20 % longer, with another program,`.
fn sentence(pasts: &[CellPast], change: &LevelChange) -> String {
    let ratio = change.after / change.before;
    let by = match (metric(pasts), ratio > 1.0) {
        (None, true) => unit::longer(ratio - 1.0),
        (None, false) => format!("{} shorter", unit::percent(1.0 - ratio)),
        (Some(_), true) => unit::more(ratio - 1.0, 2),
        (Some(_), false) => format!("{} less", unit::percent(1.0 - ratio)),
    };
    let program = match change.other_program {
        Some(true) => ", with another program,",
        Some(false) => ", with the same program,",
        None => "",
    };
    let amount = |value: f64| pasts[change.at].amount(value);
    let (before, after) = (amount(change.before), amount(change.after));
    clean(&format!("From {before} to {after}, {by}{program}"))
}

/// What is told where time does not decide.
fn metric(pasts: &[CellPast]) -> Option<&TrialMetric> {
    pasts.iter().rev().find_map(|past| past.trials.as_ref()).map(|(metric, _)| metric)
}

fn link(past: &CellPast) -> Markup {
    html! { a href=(format!("/run/{}", past.run)) { code { (past.run) } } " of " (date(past.began)) }
}

/// Newest first.
fn table(pasts: &[CellPast], changes: &[LevelChange]) -> Markup {
    let change_at = |place: usize| changes.iter().find(|change| change.at == place);
    // Between which two values the middle lies, and of what.
    let (ends, counted_by) = match metric(pasts) {
        Some(_) => (["Least", "Most"], "Trials"),
        None => (["p25", "p75"], "Samples"),
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label="Runs" { table {
            caption { "Newest first" @if pasts.len() > ROWS { ", the latest " (ROWS) } }
            thead { tr {
                th scope="col" { "Run" } th.number scope="col" { "Median" }
                @for end in ends { th.number scope="col" { (end) } }
                th.number scope="col" { "Launches" } th.number scope="col" { (counted_by) }
                th scope="col" { "Runtime" } th scope="col" { "Remark" }
            } }
            tbody { @for (place, past) in pasts.iter().enumerate().rev().take(ROWS) { tr {
                th scope="row" { (link(past)) }
                @match past.middle() {
                    Some(values) => {
                        @for value in values { td.number { (clean(&past.amount(value))) } }
                        td.number { (past.launches) } td.number { (samples(past)) }
                    }
                    None => { td.number {} td.number {} td.number {} td.number {} td.number {} }
                }
                td { (past.runtime.as_deref().map(clean).unwrap_or_default()) }
                td.wide {
                    @if let Some(change) = change_at(place) { strong { "New level. " } (sentence(pasts, change)) }
                    @match (&past.fault, past.middle()) {
                        (Some(fault), _) => { (clean(&verdict(fault))) }
                        (None, None) => { "not measured" }
                        _ => {}
                    }
                }
            } } }
        } }
    }
}

fn samples(past: &CellPast) -> usize {
    let trials = past.trials.as_ref().map(|(_, outcome)| outcome.values.len());
    trials.or(past.times.map(|times| times.samples)).unwrap_or(0)
}
