//! A benchmark's findings on each machine in, what each of them says of every size out.

use std::collections::BTreeSet;

use paragone_stats::student;

use crate::model::natural::by_size_and_params;
use crate::model::{
    ComparisonFinding, ContestFinding, ImplementationId, MachineCell, MachineRatio, MachineSize, Params, Row, SizeRow,
    Verdict,
};

/// By size, and by parameters within it; `order` is that of implementations, as far as there is one.
pub(crate) fn by_size(
    contests: &[&ContestFinding],
    baseline: &ImplementationId,
    order: &[&ImplementationId],
) -> Vec<MachineSize> {
    let all = contests.iter().flat_map(|contest| &contest.comparisons);
    let mut places: Vec<(u64, &Params)> = all.map(|at| (at.size, &at.params)).collect();
    places.sort_by(|one, other| by_size_and_params(*one, *other));
    places.dedup();
    let of = |(size, params): (u64, &Params)| {
        let there = |at: &&ComparisonFinding| (at.size, &at.params) == (size, params);
        let at: Vec<Option<&ComparisonFinding>> =
            contests.iter().map(|contest| contest.comparisons.iter().find(there)).collect();
        // Beside whom nobody was measured is nobody's baseline, and has a time to show like everybody else.
        let shown = |row: &&Row| row.implementation != *baseline || row.verdict == Verdict::Unpaired;
        let rows = at.iter().flatten().flat_map(|at| &at.rows).filter(shown);
        let others: BTreeSet<&ImplementationId> = rows.map(|row| &row.implementation).collect();
        let mut others: Vec<&ImplementationId> = others.into_iter().collect();
        // Who is not in the order comes behind all who are, by name.
        others.sort_by_key(|id| order.iter().position(|known| known == id).unwrap_or(usize::MAX));
        let rows = others.into_iter().map(|id| row(&at, id)).collect();
        MachineSize { params: params.clone(), size, rows }
    };
    places.into_iter().map(of).collect()
}

fn row(at: &[Option<&ComparisonFinding>], id: &ImplementationId) -> SizeRow {
    let of = |at: &ComparisonFinding| at.row(id).map(cell);
    let by_machine: Vec<Option<MachineCell>> = at.iter().map(|at| at.and_then(of)).collect();
    let ratios: Vec<Option<f64>> = by_machine.iter().map(|cell| Some(cell.as_ref()?.ratio.as_ref()?.ratio)).collect();
    SizeRow { implementation: id.clone(), mean: mean_over(&ratios), best: best_of(&ratios), by_machine }
}

fn cell(row: &Row) -> MachineCell {
    MachineCell { time_ns: row.central_ns(), ratio: ratio_of(row), verdict: row.verdict.clone() }
}

/// Beside the baseline, on one machine.
pub(crate) fn ratio_of(row: &Row) -> Option<MachineRatio> {
    row.estimate.as_ref().map(|estimate| MachineRatio { ratio: estimate.ratio, drawn: estimate.interval })
}

/// The machine with the smallest of these logarithms.
pub(crate) fn best_of(ratios: &[Option<f64>]) -> Option<usize> {
    let known = ratios.iter().enumerate().filter_map(|(machine, ratio)| Some((machine, (*ratio)?)));
    known.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(machine, _)| machine)
}

/// `None`: one of the machines has none.
pub(crate) fn mean_over(ratios: &[Option<f64>]) -> Option<f64> {
    student::mean(&ratios.iter().copied().collect::<Option<Vec<f64>>>()?)
}
