//! A run as a page: whether it is under way, the answers, where the lead changes, the judged tables, what was said on
//! the way, the machine.
//!
//! What was typed, and where the store lies, is not shown: a page may have more readers than the terminal.

use maud::{Markup, html};

use crate::model::{ContestFinding, Findings, Run};
use crate::report::{
    Ink, cause, change_line, crossover_lines, effect_lines, machine_line, measured, said, unmeasured_line, use_lines,
    version_lines,
};
use crate::serve::pages::{address, date, frame, table};
use crate::store::Pulse;
use crate::words::clean;

/// Lines of system information are wrapped by the browser.
const WIDE: usize = 10_000;

pub(in crate::serve) fn run(run: &Run, findings: &Findings, pulse: &Pulse) -> Markup {
    let body = html! {
        p.quiet { (date(run.began)) " · " (pulse.word) " · " (run.plan.mode.word()) " · seed " (run.plan.seed) }
        @if !run.note.is_empty() { p { (clean(&run.note)) } }
        @if pulse.is_running() { (progress(&run.id, pulse)) }
        p { a href=(format!("/run/{}/full", run.id)) { "The interactive report" } }
        @if findings.contests.is_empty() { p { "Nothing was measured." } }
        @for line in version_lines(findings) { p.answer { (line) } }
        @for contest in &findings.contests { (section(contest, &run.machine.fingerprint)) }
        (listed(&html! { h2 { "Notices" } }, &said(run).into_iter().map(clean).collect::<Vec<String>>()))
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
            h2 { (clean(&contest.title())) }
            p.quiet { (clean(&contest.question)) }
            p.answer { (clean(&contest.answer)) }
            (listed(&html! { h3 { "Where the lead changes" } }, &crossover_lines(contest)))
            (listed(&html! { h3 { "Which to use" } }, &use_lines(contest)))
            (listed(&html! { h3 { (cause(contest)) } }, &effect_lines(contest)))
            @if !contest.commands.is_empty() {
                ul { @for command in &contest.commands {
                    li { (clean(&command.implementation.name)) ": " code { (clean(&command.text)) } }
                } }
            }
            @for comparison in &measured(contest).comparisons { (table(contest, comparison, machine)) }
            @if let Some(line) = change_line(contest) { p.quiet { (line) } }
            @if let Some(line) = unmeasured_line(contest) { p.quiet { (line) } }
        }
    }
}

/// Sentences below a heading; nothing of nothing.
fn listed(heading: &Markup, lines: &[String]) -> Markup {
    html! {
        @if !lines.is_empty() {
            (heading)
            ul { @for line in lines { li { (line) } } }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::findings;
    use crate::model::{Choice, Crossover, ImplementationId, RunState, Use};
    use crate::store::example::Example;

    #[test]
    fn a_change_of_lead_and_the_choice_stand_below_the_answer() {
        let example = Example::new();
        let writer = example.begin();
        let id = writer.id().to_owned();
        writer.finish(RunState::Complete).unwrap();
        let run = example.store().run(&id).unwrap();
        let mut contest = findings(&run).contests.remove(0);
        assert!(!section(&contest, "5eed").into_string().contains("<h3>"));
        let [first, second]: [ImplementationId; 2] = ["rust.split", "c.scan@gcc-o3"].map(|name| name.parse().unwrap());
        let params = [("level".to_owned(), "<b>".to_owned())].into();
        contest.crossovers =
            vec![Crossover { params, low: 64, high: 4096, ..Crossover::open(first.clone(), second.clone(), 0.95) }];
        let of = |id, from, to| Use { implementations: vec![id], from, to, at_most: Some(0.0), confidence: None };
        contest.choices = vec![Choice {
            params: Default::default(),
            text: "Use one & the other.".into(),
            uses: vec![of(first, 64, 64), of(second, 4096, 4096)],
            alone: Vec::new(),
        }];
        let page = section(&contest, "5eed").into_string();
        for part in [
            "<h3>Where the lead changes</h3><ul><li>rust.split, then c.scan@gcc-o3, level &lt;b&gt;: somewhere between \
             64 B and 4 KiB; it was not looked at closer</li></ul>",
            "<h3>Which to use</h3><ul><li>Use one &amp; the other.</li></ul>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }
}
