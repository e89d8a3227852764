//! A run as a page: whether it is under way, the answers, the judged tables, what was said on the way, the
//! machine.
//!
//! What was typed, and where the store lies, is not shown: a page may have more readers than the terminal.

use maud::Markup;
use maud::html;

use crate::model::ContestFinding;
use crate::model::Event;
use crate::model::Findings;
use crate::model::Run;
use crate::report::Ink;
use crate::report::clean;
use crate::report::machine_line;
use crate::serve::pages::address::address;
use crate::serve::pages::frame::date;
use crate::serve::pages::frame::frame;
use crate::serve::pages::table::table;
use crate::store::Pulse;

/// Lines of the machine's card are wrapped by the browser.
const WIDE: usize = 10_000;

pub(in crate::serve) fn run(run: &Run, findings: &Findings, pulse: &Pulse) -> Markup {
    let body = html! {
        p.quiet { (date(run.began)) " · " (pulse.word) " · " (run.plan.mode.word()) " · seed " (run.plan.seed) }
        @if !run.note.is_empty() { p { (clean(&run.note)) } }
        @if pulse.is_running() { (progress(&run.id, pulse)) }
        p { a href=(format!("/run/{}/full", run.id)) { "The interactive report" } }
        @if findings.contests.is_empty() { p { "Nothing was measured." } }
        @for contest in &findings.contests { (section(contest, &run.machine.fingerprint)) }
        (notices(run))
        h2 { "Machine" }
        pre { (clean(machine_line(&run.machine, &Ink { width: WIDE, unicode: true, ..Ink::PLAIN }).trim())) }
        p { a href=(address("/", &[("machine", &run.machine.fingerprint)])) { "All runs of this machine" } }
        p.quiet { "On the terminal: " code { "paragone report " (run.id) } }
    };
    frame(&format!("Run {}", run.id), &body)
}

fn section(contest: &ContestFinding, machine: &str) -> Markup {
    html! {
        section {
            h2 { (clean(&format!("{}/{}", contest.suite, contest.benchmark))) }
            p.quiet { (clean(&contest.question)) }
            p.answer { (clean(&contest.answer)) }
            @if !contest.commands.is_empty() {
                ul { @for command in &contest.commands {
                    li { (clean(&command.implementation.name)) ": " code { (clean(&command.text)) } }
                } }
            }
            @for comparison in &contest.comparisons { (table(contest, comparison, machine)) }
        }
    }
}

/// Counts of a run under way; the script puts newer ones in their places.
fn progress(id: &str, pulse: &Pulse) -> Markup {
    let counts = [
        ("comparisons", pulse.comparisons),
        ("launches", pulse.launches),
        ("blocks", pulse.blocks),
        ("samples", pulse.samples),
        ("failures", pulse.failures),
    ];
    html! {
        div.live id="live" data-run=(id) {
            p role="status" {
                "Under way: " span data-count="stopped" { (pulse.stopped) } " of "
                @for (place, (name, count)) in counts.iter().enumerate() {
                    @if place > 0 { ", " }
                    span data-count=(name) { (count) } " " (name)
                }
            }
            progress max=(pulse.comparisons.max(1)) value=(pulse.stopped) aria-label="Comparisons that have ended" {}
        }
        script src="/live.js" defer {}
    }
}

fn notices(run: &Run) -> Markup {
    let mut said: Vec<&str> = Vec::new();
    for event in &run.events {
        if let Event::Notice { text } = event
            && !said.contains(&text.as_str())
        {
            said.push(text);
        }
    }
    html! {
        @if !said.is_empty() {
            h2 { "Notices" }
            ul { @for text in said { li { (clean(text)) } } }
        }
    }
}
