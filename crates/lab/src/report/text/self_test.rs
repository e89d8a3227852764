//! What a self-test of a gate says, in words: the rates in; a sentence on false alarms, one on what can be seen, and a table
//! of the benchmarks out.

use crate::model::names::at_most;
use crate::model::{SelfTest, unit};
use crate::report::text::{Column, Grid, GridEntry, Ink};
use crate::words::{brief, clean, counted, wrap};

/// So many names are told in a sentence.
const NAMED: usize = 4;

/// Ends with a line end.
pub fn self_test_text(test: &SelfTest, ink: &Ink) -> String {
    let mut sentences = Vec::new();
    if !test.benchmarks.is_empty() {
        sentences.extend([alarms(test), found(test)]);
    }
    if !test.unjudged.is_empty() {
        let why = "too few launches, which more time (`--total`) brings, or no times";
        sentences.push(format!("Not judged: {} ({why}).", at_most(&test.unjudged, NAMED)));
    }
    let sentences: Vec<String> =
        sentences.iter().map(|text| format!("{}\n", wrap("", &clean(text), ink.width))).collect();
    format!("{}\n{}", sentences.concat(), table(test, ink))
}

fn alarms(test: &SelfTest) -> String {
    let all = counted(test.benchmarks.len(), "benchmark");
    let called = test.benchmarks.iter().filter(|row| row.verdict.is_different());
    let called: Vec<&str> = called.map(|row| row.name.as_str()).collect();
    let wrong = match called.as_slice() {
        [] => "none was called slower or faster".to_owned(),
        called => format!("{} called slower or faster, which is wrong: {}", called.len(), at_most(called, NAMED)),
    };
    let most = unit::percent(test.alarms_at_most);
    let bound = format!("false alarms in at most {most} of benchmarks, with 95 % confidence");
    format!("Of {all}, each compared with the same code in other layouts, {wrong} ({bound}).")
}

fn found(test: &SelfTest) -> String {
    let all = test.benchmarks.len();
    let each = test.changes.iter().map(|change| format!("{} in {}", unit::margin(change.longer), change.found));
    let each: Vec<String> = each.collect();
    format!("Slowdowns that would have been found, of {all} benchmarks: {}.", each.join(", "))
}

fn table(test: &SelfTest, ink: &Ink) -> String {
    let mut grid = Grid::new(&[Column::LEFT, Column::RIGHT, Column::LEFT], 0);
    let largest = test.changes.last().map_or(0.0, |change| change.longer);
    grid.titled("benchmark", ["slowdown found from", "verdict on the same code"]);
    for row in &test.benchmarks {
        let finds = row.finds.map_or_else(|| format!("above {}", unit::margin(largest)), unit::margin);
        grid.row([&row.name, &finds, &brief(&row.verdict)].map(GridEntry::plain).to_vec());
    }
    grid.render(ink)
}
