//! A cell's history as a page: a picture of every run's median, the changes of level, and a table.

use maud::{Markup, html};

use crate::model::{CellPast, LevelChange, TrialMetric, unit};
use crate::serve::pages::{address, date, frame, placed};
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

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 30.0;

/// From runs and values to places in the picture.
struct ChartScale {
    runs: usize,
    low: f64,
    high: f64,
}

impl ChartScale {
    /// `None` where no run has a value.
    fn of(pasts: &[CellPast]) -> Option<ChartScale> {
        let logs = pasts.iter().filter_map(CellPast::middle).flatten();
        let logs: Vec<f64> = logs.map(f64::ln).filter(|log| log.is_finite()).collect();
        let low = logs.iter().copied().fold(f64::INFINITY, f64::min);
        let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // A history without noise is a line in the middle, and not noise made large.
        let room = ((high - low) * 0.08).max(0.02);
        (!logs.is_empty()).then_some(ChartScale { runs: pasts.len(), low: low - room, high: high + room })
    }

    fn x(&self, place: f64) -> String {
        let share = (place + 0.5) / self.runs as f64;
        format!("{:.1}", LEFT + share * (WIDTH - LEFT - RIGHT))
    }

    fn y(&self, value: f64) -> String {
        // Drivers may say 0, which no logarithm has.
        let share = ((value.max(f64::MIN_POSITIVE).ln() - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        format!("{:.1}", HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM))
    }

    /// The ends of the axis and two places between them.
    fn ticks(&self) -> Vec<f64> {
        (0..4).map(|step| (self.low + (self.high - self.low) * f64::from(step) / 3.0).exp()).collect()
    }
}

/// The picture: a run a step to the right, its median upwards, on a logarithmic axis. Drawn by the server, so that no
/// script is needed; the table beside it says the same in words.
fn chart(pasts: &[CellPast], changes: &[LevelChange]) -> Markup {
    let Some(scale) = ChartScale::of(pasts) else { return html! { p { "No run has a value for this cell." } } };
    let measured = pasts.iter().enumerate().filter_map(|(place, past)| Some((place, past, past.middle()?)));
    let amount = |value: f64| pasts.last().map(|past| clean(&past.amount(value))).unwrap_or_default();
    let radius = if pasts.len() > 200 { "2" } else { "3.5" };
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label="Median of each run, oldest on the left" {
            @for value in scale.ticks() {
                line.axis x1=(LEFT) x2=(WIDTH - RIGHT) y1=(scale.y(value)) y2=(scale.y(value)) {}
                text x=(LEFT - 6.0) y=(scale.y(value)) text-anchor="end" dominant-baseline="middle" { (amount(value)) }
            }
            @for change in changes {
                line.change x1=(scale.x(change.at as f64 - 0.5)) x2=(scale.x(change.at as f64 - 0.5))
                    y1=(TOP) y2=(HEIGHT - BOTTOM) {}
            }
            @for (from, to, value) in levels(pasts, changes) {
                line.level x1=(scale.x(from as f64 - 0.5)) x2=(scale.x(to as f64 - 0.5)) y1=(scale.y(value)) y2=(scale.y(value)) {}
            }
            @for (place, past, [middle, low, high]) in measured {
                line.spread x1=(scale.x(place as f64)) x2=(scale.x(place as f64)) y1=(scale.y(low)) y2=(scale.y(high)) {}
                circle.point cx=(scale.x(place as f64)) cy=(scale.y(middle)) r=(radius) {
                    title { (past.run) ", " (unit::date(past.began)) ": " (amount(middle)) }
                }
            }
            @if let (Some(first), Some(last)) = (pasts.first(), pasts.last()) {
                text x=(LEFT) y=(HEIGHT - 8.0) { (unit::date(first.began)) }
                @if pasts.len() > 1 {
                    text x=(WIDTH - RIGHT) y=(HEIGHT - 8.0) text-anchor="end" { (unit::date(last.began)) }
                }
            }
        }
    }
}

/// Levels between changes: from which run, to which, at which value.
fn levels(pasts: &[CellPast], changes: &[LevelChange]) -> Vec<(usize, usize, f64)> {
    let ends = changes.iter().skip(1).map(|change| change.at).chain([pasts.len()]);
    let mut found: Vec<_> = changes.iter().zip(ends).map(|(change, to)| (change.at, to, change.after)).collect();
    found.extend(changes.first().map(|change| (0, change.at, change.before)));
    found
}
