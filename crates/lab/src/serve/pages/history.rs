//! A cell's history as a page: a picture of every run's median, the changes of level, and a table.

use maud::Markup;
use maud::html;

use crate::model::LevelChange;
use crate::model::Past;
use crate::model::unit;
use crate::report::clean;
use crate::report::counted;
use crate::report::verdict;
use crate::serve::pages::address::address;
use crate::serve::pages::chart::chart;
use crate::serve::pages::choose::placed;
use crate::serve::pages::frame::date;
use crate::serve::pages::frame::frame;
use crate::store::Subject;

/// Rows of the table; the picture has all runs.
const ROWS: usize = 100;

pub(in crate::serve) fn history(subject: &Subject, pasts: &[Past], changes: &[LevelChange], most: u32) -> Markup {
    let Subject { suite, benchmark, implementation, params, size, machine } = subject;
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
            "Each point is the median of a run's samples, the line through it reaches from p25 to p75. A change is "
            "marked where a new level has lasted for four runs at least and differs by more than 2 %: what the last "
            "three runs say alone may still be chance. Runs are of different days: what the machine did "
            "meanwhile is part of it."
        }
    };
    frame(&clean(implementation), &body)
}

fn told(pasts: &[Past], changes: &[LevelChange]) -> Markup {
    html! {
        @if changes.is_empty() {
            p.answer { "No change of level." }
        } @else {
            p.answer { (counted(changes.len(), "change")) " of level." }
            ul { @for change in changes { li { (sentence(change)) " in run " (link(&pasts[change.at])) "." } } }
        }
    }
}

/// `From 1.00 us to 1.20 us, 20 % slower, with another program,`.
fn sentence(change: &LevelChange) -> String {
    let ratio = change.after_ns / change.before_ns;
    let (share, word) = if ratio > 1.0 { (ratio - 1.0, "longer") } else { (1.0 - ratio, "shorter") };
    let program = match change.other_program {
        Some(true) => ", with another program,",
        Some(false) => ", with the same program,",
        None => "",
    };
    let (before, after) = (unit::time(change.before_ns), unit::time(change.after_ns));
    format!("From {before} to {after}, {} {word}{program}", unit::percent(share))
}

fn link(past: &Past) -> Markup {
    html! { a href=(format!("/run/{}", past.run)) { code { (past.run) } } " of " (date(past.began)) }
}

/// Newest first.
fn table(pasts: &[Past], changes: &[LevelChange]) -> Markup {
    let change_at = |place: usize| changes.iter().find(|change| change.at == place);
    html! {
        div.scroll tabindex="0" role="region" aria-label="Runs" { table {
            caption { "Newest first" @if pasts.len() > ROWS { ", the latest " (ROWS) } }
            thead { tr {
                th scope="col" { "Run" } th.number scope="col" { "Median" } th.number scope="col" { "p25" }
                th.number scope="col" { "p75" } th.number scope="col" { "Launches" } th.number scope="col" { "Samples" }
                th scope="col" { "Runtime" } th scope="col" { "Remark" }
            } }
            tbody { @for (place, past) in pasts.iter().enumerate().rev().take(ROWS) { tr {
                th scope="row" { (link(past)) }
                @match past.times {
                    Some(times) => {
                        td.number { (unit::time(times.p50)) } td.number { (unit::time(times.p25)) }
                        td.number { (unit::time(times.p75)) } td.number { (past.launches) }
                        td.number { (times.samples) }
                    }
                    None => { td.number {} td.number {} td.number {} td.number {} td.number {} }
                }
                td { (past.runtime.as_deref().map(clean).unwrap_or_default()) }
                td.wide {
                    @if let Some(change) = change_at(place) { strong { "New level. " } (sentence(change)) }
                    @match (&past.fault, past.times) {
                        (Some(fault), _) => { (clean(&verdict(fault))) }
                        (None, None) => { "not measured" }
                        _ => {}
                    }
                }
            } } }
        } }
    }
}
