//! Compared runs: choosing them, and the page that holds them against each other.

use maud::{Markup, PreEscaped, html};

use crate::model::ComparedRuns;
use crate::report::{RunsSheet, compare_body};
use crate::serve::pages::{frame, machine_name, styled};
use crate::store::RunSummary;
use crate::words::clean;

/// Keys in an address, and what they ask for.
const CHOICES: [(&str, &str); 6] =
    [("a", "A"), ("b", "B"), ("c", "C, if any"), ("d", "D, if any"), ("e", "E, if any"), ("f", "F, if any")];
/// So many have to be chosen.
const LEAST: usize = 2;

pub(in crate::serve) fn choose_runs(newest: &[RunSummary]) -> Markup {
    let name = |run: &RunSummary| {
        let date = crate::model::unit::date(run.began);
        let machine = machine_name(run.machine.cpu.as_deref(), &run.machine.fingerprint);
        clean(&format!("{date} {} {} {machine} {}", run.suites.join(", "), run.id, run.note))
    };
    let choice = |key: &str, label: &str, required: bool| {
        html! {
            label { (label) select name=(key) required[required] {
                option value="" { @if required { "choose a run" } @else { "none" } }
                @for run in newest { option value=(run.id) { (name(run)) } }
            } }
        }
    };
    let body = html! {
        @if newest.is_empty() {
            p { "There are no runs here." }
        } @else {
            p {
                "Runs of different machines are put side by side, by their ratios to the baseline; runs of one "
                "machine, the earliest first, tell what became slower or faster."
            }
            form method="get" action="/compare" {
                @for (place, (key, label)) in CHOICES.iter().enumerate() { (choice(key, label, place < LEAST)) }
                button { "Compare" }
            }
        }
    };
    frame("Compare runs", &body)
}

/// What may be said of them together.
pub(in crate::serve) fn compared_runs(found: &ComparedRuns) -> Markup {
    let sheet = RunsSheet::of(found);
    let ids: Vec<&str> = sheet.runs.iter().map(|run| run.id.as_str()).collect();
    let body = html! {
        // Escaped where it was made; no word of it is markup.
        (PreEscaped(compare_body(&sheet, true)))
        p.quiet { "On the terminal: " code { "paragone compare " (ids.join(" ")) } }
    };
    styled(&sheet.title, &["/compare.css"], &body)
}
