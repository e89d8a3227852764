//! What a cell is called where a format has one line of text for it.

use crate::model::{Block, Comparison, ComparisonFinding, Contest, ContestFinding, Findings, Params, Row, Run};
use crate::words::point;

/// `hashes/blake2b, 64 KiB, level 6: rust.blake2`.
pub(super) fn cell(contest: &ContestFinding, comparison: &ComparisonFinding, row: &Row) -> String {
    let place = point(comparison.size, &contest.unit, &comparison.params);
    format!("{}/{}, {place}: {}", contest.suite, contest.benchmark, row.implementation)
}

/// `{"level":"6"}`: what a value holds may be any text.
pub(super) fn params(params: &Params) -> String {
    serde_json::Value::from_iter(params.iter().map(|(name, value)| (name.as_str(), value.as_str()))).to_string()
}

/// Every row with the comparison and the contest that it belongs to, in the order of the report.
pub(super) fn rows(findings: &Findings) -> impl Iterator<Item = (&ContestFinding, &ComparisonFinding, &Row)> {
    findings.contests.iter().flat_map(|contest| {
        let comparisons = contest.comparisons.iter();
        comparisons.flat_map(move |comparison| comparison.rows.iter().map(move |row| (contest, comparison, row)))
    })
}

/// The blocks in which a row was measured, with its lane; of two lanes of one implementation the first, so that
/// the A/A control is not taken for its baseline.
pub(super) fn blocks<'a>(
    run: &'a Run,
    contest: &ContestFinding,
    comparison: &ComparisonFinding,
    row: &Row,
) -> Vec<(&'a Block, usize)> {
    let same = |of: &Contest| (&of.suite, &of.benchmark) == (&contest.suite, &contest.benchmark);
    let place = run.plan.contests.iter().position(same).and_then(|index| {
        let planned = &run.plan.contests[index];
        let same = |of: &Comparison| (of.size, &of.params) == (comparison.size, &comparison.params);
        let at = planned.comparisons.iter().position(same)?;
        let lane = planned.lanes.iter().position(|lane| lane.implementation == row.implementation)?;
        Some((index, at, lane))
    });
    let Some((index, at, lane)) = place else { return Vec::new() };
    let of = |block: &&Block| (block.contest, block.comparison) == (index, at);
    run.blocks.iter().filter(of).map(|block| (block, lane)).collect()
}
