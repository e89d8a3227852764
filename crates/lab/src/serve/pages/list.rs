//! The first page: runs, newest first, some at a time, of one suite or machine if so wished.

use maud::{Markup, html};

use crate::serve::pages::{address, date, frame};
use crate::store::{MachineLine, Page, RunSummary, WantedPage};
use crate::words::{clean, counted};

pub(in crate::serve) fn list(
    wanted: &WantedPage<'_>,
    page: &Page,
    suites: &[String],
    machines: &[MachineLine],
) -> Markup {
    let filtered = wanted.suite.is_some() || wanted.machine.is_some();
    let body = html! {
        form method="get" action="/" {
            label { "Suite" select name="suite" {
                option value="" { "all" }
                @for suite in suites {
                    option value=(suite) selected[wanted.suite == Some(suite)] { (clean(suite)) }
                }
            } }
            label { "Machine" select name="machine" {
                option value="" { "all" }
                @for machine in machines {
                    option value=(machine.fingerprint) selected[wanted.machine == Some(&machine.fingerprint)] {
                        (machine_name(machine.cpu.as_deref(), &machine.fingerprint)) " (" (machine.runs) ")"
                    }
                }
            } }
            button { "Show" }
        }
        @if page.runs.is_empty() {
            p { @if filtered { "No run is like this." } @else { "There are no runs here." } }
        } @else {
            (table(&page.runs))
        }
        (steps(wanted, page))
    };
    frame("Runs", &body)
}

fn table(runs: &[RunSummary]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Runs" { table {
            thead { tr {
                th scope="col" { "Run" } th scope="col" { "Began" } th scope="col" { "State" }
                th scope="col" { "Suites" } th scope="col" { "Mode" } th.number scope="col" { "Comparisons" }
                th.number scope="col" { "Samples" } th scope="col" { "Machine" } th scope="col" { "Note" }
            } }
            tbody { @for run in runs { tr {
                th scope="row" { a href=(format!("/run/{}", run.id)) { code { (run.id) } } }
                td { (date(run.began)) }
                td { (run.word()) }
                td { (clean(&run.suites.join(", "))) }
                td { (run.mode) }
                td.number { (run.comparisons) }
                td.number { (run.samples) }
                td { (machine_name(run.machine.cpu.as_deref(), &run.machine.fingerprint)) }
                td.wide { (clean(&run.note)) }
            } } }
        } }
    }
}

/// `1 to 50 of 1,000 runs`, and the ways to the others.
fn steps(wanted: &WantedPage<'_>, page: &Page) -> Markup {
    let most = wanted.most.max(1);
    let number = wanted.skip / most + 1;
    let to = |number: u32| {
        let text = number.to_string();
        let asked = [("suite", wanted.suite), ("machine", wanted.machine), ("page", Some(text.as_str()))];
        let asked: Vec<(&str, &str)> = asked.into_iter().filter_map(|(key, value)| Some((key, value?))).collect();
        address("/", &asked)
    };
    let last = u64::from(wanted.skip) + page.runs.len() as u64;
    html! {
        p.quiet {
            @if !page.runs.is_empty() { (wanted.skip + 1) " to " (last) " of " }
            (counted(usize::try_from(page.matching).unwrap_or(usize::MAX), "run"))
        }
        @if number > 1 || last < page.matching {
            nav aria-label="Pages of the list" { p {
                @if number > 1 { a rel="prev" href=(to(number - 1)) { "Newer" } " " }
                @if last < page.matching && !page.runs.is_empty() { a rel="next" href=(to(number + 1)) { "Older" } }
            } }
        }
    }
}

/// The processor's name, and enough of the fingerprint to tell machines of one kind apart.
pub(in crate::serve) fn machine_name(cpu: Option<&str>, fingerprint: &str) -> String {
    let short: String = fingerprint.chars().take(8).collect();
    clean(&format!("{} [{short}]", cpu.unwrap_or("unknown processor")))
}
