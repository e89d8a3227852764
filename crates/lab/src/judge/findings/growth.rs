//! The comparisons of one benchmark in; a doubt about rows whose time stays the same where everybody else's grows.
//!
//! Such a row may be right: to look at the first byte takes as long in any input. It may also do nothing, and then no
//! answer tells, where its answers happen to be right. So it keeps its place, and the answer says what is odd.

use crate::model::{Caveat, ComparisonFinding, ImplementationId, Row, Throughput};
use crate::words::size_label;

/// The larger input is at least so many times the smaller.
const TIMES_THE_SIZE: u64 = 64;

/// Whose time grows by less does not grow, and whose grows by more does.
const STAYS: f64 = 1.1;
const GROWS: f64 = 4.0;

/// Adds the doubt to the rows of the larger size.
pub(crate) fn doubt_growth(comparisons: &mut [ComparisonFinding], unit: &Throughput) {
    if unit.is_name() {
        return;
    }
    for large in 0..comparisons.len() {
        for small in 0..large {
            let [less, more] = [small, large].map(|at| &comparisons[at]);
            if less.params != more.params || more.size < less.size.max(1).saturating_mul(TIMES_THE_SIZE) {
                continue;
            }
            let (ids, size) = (without_growth(less, more), size_label(less.size, unit));
            let is_told = |row: &Row| row.caveats.iter().any(|other| matches!(other, Caveat::NoGrowth { .. }));
            let rows = comparisons[large].rows.iter_mut().filter(|row| ids.contains(&row.implementation));
            rows.filter(|row| !is_told(row)).for_each(|row| row.caveats.push(Caveat::NoGrowth { size: size.clone() }));
        }
    }
}

/// Whose times are the same at both, where all others' are far apart.
fn without_growth(less: &ComparisonFinding, more: &ComparisonFinding) -> Vec<ImplementationId> {
    let growth = |id: &ImplementationId| {
        let [before, after] = [less, more].map(|one| one.row(id)?.central_ns());
        Some(after? / before?)
    };
    let all = more.rows.iter().filter_map(|row| Some((row.implementation.clone(), growth(&row.implementation)?)));
    let (stay, others): (Vec<_>, Vec<_>) = all.partition(|(_, growth)| *growth < STAYS);
    let everybody_else_grows = !others.is_empty() && others.iter().all(|(_, growth)| *growth > GROWS);
    if everybody_else_grows { stay.into_iter().map(|(id, _)| id).collect() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::specimen::finding;

    fn names(times: [[f64; 3]; 2], sizes: [u64; 2]) -> Vec<String> {
        let mut both = [0, 1].map(|at| {
            let mut one = finding(sizes[at], &[("c.a", 1.0), ("c.b", 1.0), ("c.c", 1.0)], &[]);
            one.rows.iter_mut().zip(times[at]).for_each(|(row, ns)| row.time_ns = Some(ns));
            one
        });
        doubt_growth(&mut both, &Throughput::of("byte"));
        let doubted = |row: &&crate::model::Row| row.caveats.iter().any(|caveat| caveat.name() == "no-growth");
        both[1].rows.iter().filter(doubted).map(|row| row.implementation.to_string()).collect()
    }

    #[test]
    fn who_alone_does_not_grow_is_in_doubt() {
        assert_eq!(names([[10.0, 10.0, 10.0], [640.0, 10.1, 300.0]], [64, 4096]), ["c.b"]);
        // Another stays too small to be told, another size is too near, and where nobody grows nothing is odd.
        assert_eq!(names([[10.0, 10.0, 10.0], [640.0, 10.1, 20.0]], [64, 4096]), [""; 0]);
        assert_eq!(names([[10.0, 10.0, 10.0], [640.0, 10.1, 300.0]], [64, 4095]), [""; 0]);
        assert_eq!(names([[10.0; 3], [10.0; 3]], [64, 4096]), [""; 0]);
    }
}
