//! Two runs: choosing them, and the page that will hold them against each other.
//!
//! What two runs say beside each other is for `judge` to find and `report` to say; until they do, this
//! page leads to both and says nothing of its own.

use maud::Markup;
use maud::html;

use crate::report::clean;
use crate::serve::pages::frame::date;
use crate::serve::pages::frame::frame;
use crate::serve::pages::list::machine_name;
use crate::store::Summary;

pub(in crate::serve) fn choose_two(newest: &[Summary]) -> Markup {
    let name = |run: &Summary| {
        let date = crate::model::unit::date(run.began);
        clean(&format!("{date} {} {} {}", run.suites.join(", "), run.id, run.note))
    };
    let choice = |key: &str, label: &str| {
        html! {
            label { (label) select name=(key) required {
                option value="" { "choose a run" }
                @for run in newest { option value=(run.id) { (name(run)) } }
            } }
        }
    };
    let body = html! {
        @if newest.is_empty() {
            p { "There are no runs here." }
        } @else {
            form method="get" action="/compare" {
                (choice("a", "One run")) (choice("b", "The other run"))
                button { "Show both" }
            }
        }
    };
    frame("Two runs", &body)
}

/// Two runs beside each other.
pub(in crate::serve) fn two(a: &Summary, b: &Summary) -> Markup {
    let same = a.machine.fingerprint == b.machine.fingerprint;
    let body = html! {
        div.scroll tabindex="0" role="region" aria-label="Two runs" { table {
            thead { tr {
                th scope="col" { "Run" } th scope="col" { "Began" } th scope="col" { "Suites" }
                th scope="col" { "Machine" } th scope="col" { "Note" }
            } }
            tbody { @for run in [a, b] { tr {
                th scope="row" { a href=(format!("/run/{}", run.id)) { code { (run.id) } } }
                td { (date(run.began)) }
                td { (clean(&run.suites.join(", "))) }
                td { (machine_name(run.machine.cpu.as_deref(), &run.machine.fingerprint)) }
                td.wide { (clean(&run.note)) }
            } } }
        } }
        @if !same { p { "They are of two machines: their times are not of one kind." } }
        p.quiet { "Open both to read them beside each other." }
    };
    frame("Two runs", &body)
}
