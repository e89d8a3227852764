//! Findings and what was asked of a run (`--fail-if`) in; how the command ends, and what to say of it, out.
//!
//! Whoever could not be measured has no time to be slower with, and that must not pass for good news: where its
//! baseline was measured, the condition holds; where not, the question has no answer.

use super::args::name_of;
use super::exit::Exit;
use super::outcome_args::FailIf;
use crate::measure::Ended;
use crate::model::{ComparisonFinding, ContestFinding, Findings, Row};
use crate::report::{brief, point};

/// So many rows are named.
const NAMED: usize = 4;

/// How a run ends, and why where that is not 0.
pub(super) fn ending(fail_if: &[FailIf], findings: &Findings, ended: Ended) -> (Exit, Option<String>) {
    if ended == Ended::Interrupted {
        return (Exit::Interrupted, None);
    }
    let told = lost(fail_if, findings)
        .or_else(|| met(fail_if, findings))
        .map(|text| (Exit::Found, text))
        .or_else(|| unanswered(fail_if, findings).map(|text| (Exit::Failed, text)));
    told.map_or((Exit::Done, None), |(exit, text)| (exit, Some(text)))
}

/// Who has no time beside a baseline that has one, where somebody asked whether it is slower or faster.
fn lost(fail_if: &[FailIf], findings: &Findings) -> Option<String> {
    let asked = comparing(fail_if)?;
    let measured = comparisons(findings).filter(|(contest, one)| baseline(contest, one).is_some_and(is_measured));
    let rows = measured.flat_map(|(contest, one)| {
        let broken = one.rows.iter().filter(|row| row.implementation != contest.baseline && is_broken(row));
        broken.map(move |row| told(contest, one, row))
    });
    Some(format!("--fail-if {asked}: the baseline has a time here, and these have none:{}", shown(rows)?))
}

/// Of which rows a condition holds.
fn met(fail_if: &[FailIf], findings: &Findings) -> Option<String> {
    fail_if.iter().find_map(|what| {
        let rows = comparisons(findings).flat_map(|(contest, one)| {
            let rows = one.rows.iter().filter(|row| what.holds(&row.verdict));
            rows.map(move |row| told(contest, one, row))
        });
        Some(format!("--fail-if {}:{}", name_of(*what), shown(rows)?))
    })
}

/// Why a question has no answer.
fn unanswered(fail_if: &[FailIf], findings: &Findings) -> Option<String> {
    let asked = comparing(fail_if);
    // Whoever is the same code has been compared, and needs no time.
    if !findings.contests.is_empty() && findings.contests.iter().all(ContestFinding::is_same_code) {
        return None;
    }
    if !comparisons(findings).flat_map(|(_, one)| &one.rows).any(is_measured) {
        let broken = comparisons(findings).flat_map(|(contest, one)| {
            let rows = one.rows.iter().filter(|row| is_broken(row));
            rows.map(move |row| told(contest, one, row))
        });
        let why = shown(broken).map_or(String::new(), |rows| format!(":{rows}"));
        let asked = asked.map_or(String::new(), |asked| format!("--fail-if {asked}: no answer, because "));
        return Some(format!("{asked}nothing could be measured{why}"));
    }
    let asked = asked?;
    let rows = comparisons(findings).filter_map(|(contest, one)| {
        let row = baseline(contest, one).filter(|row| !is_measured(row) && !one.is_same_code())?;
        Some(told(contest, one, row))
    });
    Some(format!("--fail-if {asked}: no answer, because the baseline has no time:{}", shown(rows)?))
}

/// The first condition that compares with the baseline.
fn comparing(fail_if: &[FailIf]) -> Option<String> {
    fail_if.iter().find(|what| matches!(what, FailIf::Slower | FailIf::Faster)).map(|what| name_of(*what))
}

/// Every comparison, with its benchmark.
fn comparisons(findings: &Findings) -> impl Iterator<Item = (&ContestFinding, &ComparisonFinding)> {
    findings.contests.iter().flat_map(|contest| contest.comparisons.iter().map(move |one| (contest, one)))
}

fn baseline<'a>(contest: &ContestFinding, one: &'a ComparisonFinding) -> Option<&'a Row> {
    one.rows.iter().find(|row| row.implementation == contest.baseline)
}

fn is_measured(row: &Row) -> bool {
    !is_broken(row) && (row.times.is_some() || !row.outcomes.is_empty())
}

fn is_broken(row: &Row) -> bool {
    row.verdict.fault().is_some()
}

/// `suite/benchmark/c.name at 1 KiB: 1.20x as long, 1.17 to 1.26`, on one line.
fn told(contest: &ContestFinding, one: &ComparisonFinding, row: &Row) -> String {
    let ContestFinding { suite, benchmark, unit, .. } = contest;
    let at = point(one.size, unit, &one.params);
    let text = brief(&row.verdict);
    // What a compiler had to say stands above already, and in its log.
    let text = text.split("; its end: ").next().unwrap_or_default();
    format!("{suite}/{benchmark}/{} at {at}: {text}", row.implementation)
}

/// The first few, each on a line of its own; `None` where there are none.
fn shown(rows: impl Iterator<Item = String>) -> Option<String> {
    let rows: Vec<String> = rows.map(|row| format!("\n  {row}")).collect();
    let more = rows.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("\n  and {more} more"));
    (!rows.is_empty()).then(|| rows.into_iter().take(NAMED).chain(more).collect())
}
