//! Which implementations are worth a line in a picture, and where the line goes.

use crate::model::{ComparisonFinding, ContestFinding, ImplementationId};

/// More lines than this cannot be told apart.
const MOST: usize = 8;

/// One implementation's throughput, by place in the list of sizes.
pub(crate) struct CurveSeries<'a> {
    pub(crate) implementation: &'a ImplementationId,
    pub(crate) rates: Vec<Option<f64>>,
}

/// The baseline, those that are among the fastest somewhere, and then the fastest on the whole;
/// in the order in which the curves end, and how many were left out.
pub(crate) fn interesting<'a>(
    contest: &'a ContestFinding,
    points: &[&'a ComparisonFinding],
) -> (Vec<CurveSeries<'a>>, usize) {
    let mut found: Vec<(CurveSeries<'a>, usize, f64)> = Vec::new();
    for (at, point) in points.iter().enumerate() {
        for (place, row) in point.rows.iter().enumerate() {
            let Some(times) = row.times.filter(|times| times.p50 > 0.0) else { continue };
            let index = found.iter().position(|(line, ..)| *line.implementation == row.implementation);
            let index = index.unwrap_or_else(|| {
                let line = CurveSeries { implementation: &row.implementation, rates: vec![None; points.len()] };
                found.push((line, 0, 0.0));
                found.len() - 1
            });
            let (line, wins, behind) = &mut found[index];
            line.rates[at] = {
                // What a named size counts nobody knows: then it is runs.
                let size = if contest.unit.is_name() { 1.0 } else { point.size as f64 };
                Some(size * 1e9 / row.central_ns().unwrap_or(times.p50))
            };
            *wins += usize::from(point.fastest.contains(&place));
            *behind += row.to_best.map_or(1.0, |(ratio, _, _)| ratio.ln()) / points.len() as f64;
        }
    }
    let is_baseline = |line: &CurveSeries<'_>| *line.implementation == contest.baseline;
    found.sort_by(|(a, a_wins, a_behind), (b, b_wins, b_behind)| {
        let firsts = (is_baseline(b), b_wins).cmp(&(is_baseline(a), a_wins));
        firsts.then(a_behind.total_cmp(b_behind))
    });
    let left_out = found.len().saturating_sub(MOST);
    let mut kept: Vec<CurveSeries<'a>> = found.into_iter().take(MOST).map(|(line, ..)| line).collect();
    let end = |line: &CurveSeries<'_>| line.rates.iter().rev().flatten().next().copied().unwrap_or(0.0);
    kept.sort_by(|a, b| end(b).total_cmp(&end(a)));
    (kept, left_out)
}
