//! Findings that are made up, for the tests of the rooms above.

use crate::model::cell::Params;
use crate::model::found::finding::{ComparisonFinding, Percentiles, Row, Standing};
use crate::model::found::verdict::Verdict;

/// Rows with their ratios to the first, the interval 1 % on each side. One that is fastest is that alone; of several it
/// is not known which is.
pub(crate) fn finding(size: u64, rows: &[(&str, f64)], fastest: &[usize]) -> ComparisonFinding {
    let once = Percentiles { samples: 1, p0: 1.0, p25: 1.0, p50: 1.0, p75: 1.0, p90: 1.0, p99: 1.0, p100: 1.0 };
    let leads = if fastest.len() == 1 { Standing::Fastest } else { Standing::MayBeAsFast };
    let row = |(index, (name, ratio)): (usize, &(&str, f64))| {
        let standing = if fastest.contains(&index) { leads } else { Standing::Behind };
        let to_best = match standing {
            Standing::Fastest => (1.0, 1.0, 1.0),
            Standing::MayBeAsFast => (*ratio, 1.0, ratio * 1.01),
            Standing::Behind => (*ratio, ratio * 0.99, ratio * 1.01),
        };
        Row {
            standing: Some(standing),
            to_best: Some(to_best),
            times: Some(once),
            ..Row::bare(name.parse().expect("a name in a test is right"), Verdict::NotEnough)
        }
    };
    let gap = (0..rows.len()).find(|index| !fastest.contains(index)).map(|index| rows[index].1 - 1.0);
    let of = |standing| if leads == standing { fastest.to_vec() } else { Vec::new() };
    ComparisonFinding {
        params: Params::new(),
        size,
        rows: rows.iter().enumerate().map(row).collect(),
        fastest: of(Standing::Fastest),
        may_be_as_fast: of(Standing::MayBeAsFast),
        gap,
        blocks: 16,
        launches: 1,
        ..ComparisonFinding::default()
    }
}
