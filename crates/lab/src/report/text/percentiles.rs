//! One benchmark's times to the table of their percentiles, on request.

use crate::model::{ContestFinding, Percentiles, unit};

use crate::report::text::{Column, Grid, GridEntry, Ink};
use crate::words::{count, point};

const NAMES: [&str; 8] = ["p0", "p25", "p50", "p75", "p90", "p99", "p100", "samples"];

/// Time a call, a table a size; where a line is too narrow, the name stands above its row.
pub(crate) fn percentiles(contest: &ContestFinding, ink: &Ink) -> String {
    Grid::fitted([false, true], ink, |stacked| tables(contest, stacked))
}

fn tables(contest: &ContestFinding, stacked: bool) -> Grid {
    let mut columns = vec![Column::LEFT];
    columns.extend([Column::RIGHT; 8]);
    let mut grid = Grid::new(&columns, if stacked { 4 } else { 0 });
    let timed = contest.comparisons.iter().filter(|comparison| comparison.rows.iter().any(|row| row.times.is_some()));
    for comparison in timed {
        grid.apart();
        let rows: Vec<_> = comparison.rows.iter().filter_map(|row| Some((row, row.times?))).collect();
        let (divisor, name) = scale(rows.iter().map(|(_, times)| times.p0));
        let title = format!("{}: {name} a call", point(comparison.size, &contest.unit, &comparison.params));
        let title = grid.above(title);
        grid.titled(title, NAMES);
        for (row, times) in rows {
            let mut entries = vec![GridEntry::plain(grid.above(contest.label(&row.implementation)))];
            entries.extend(in_order(&times).map(|ns| GridEntry::plain(unit::significant(ns / divisor, 3))));
            entries.push(GridEntry::plain(count(times.samples as u64)));
            grid.row(entries);
        }
    }
    grid
}

/// The least first.
pub(crate) fn in_order(times: &Percentiles) -> [f64; 7] {
    [times.p0, times.p25, times.p50, times.p75, times.p90, times.p99, times.p100]
}

/// One unit for a whole table, that of its fastest: numbers of different units cannot be compared
/// at a glance.
fn scale(times: impl Iterator<Item = f64>) -> (f64, &'static str) {
    match times.fold(f64::INFINITY, f64::min) {
        ns if ns < 1e3 => (1.0, "ns"),
        ns if ns < 1e6 => (1e3, "us"),
        ns if ns < 1e9 => (1e6, "ms"),
        _ => (1e9, "s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn one_unit_a_table() {
        insta::assert_snapshot!(percentiles(&made_up::ladder(&[64, 65536]), &Ink::PLAIN), @r"
        64 B: ns a call      p0   p25   p50   p75   p90  p99  p100  samples
        -------------------------------------------------------------------
        rust.blake2b_simd  76.0  76.8  77.6  79.2  85.4  194  2406    1,280
        rust.blake2         103   104   105   108   116  264  3267    1,280
        c.openssl           204   206   208   212   229  520  6448    1,280

        64 KiB: us a call    p0   p25   p50   p75   p90  p99  p100  samples
        -------------------------------------------------------------------
        c.openssl          48.3  48.8  49.3  50.3  54.2  123  1529    1,280
        rust.blake2b_simd  57.8  58.4  59.0  60.2  64.9  148  1829    1,280
        rust.blake2        70.7  71.4  72.1  73.6  79.3  180  2236    1,280
        ");
    }

    #[test]
    fn names_go_above_their_rows() {
        insta::assert_snapshot!(percentiles(&made_up::ladder(&[64]), &Ink { width: 60, ..Ink::PLAIN }), @r"
        64 B: ns a call
              p0   p25   p50   p75   p90  p99  p100  samples
            ------------------------------------------------
        rust.blake2b_simd
            76.0  76.8  77.6  79.2  85.4  194  2406    1,280
        rust.blake2
             103   104   105   108   116  264  3267    1,280
        c.openssl
             204   206   208   212   229  520  6448    1,280
        ");
    }

    #[test]
    fn without_times_there_is_no_table() {
        let contest = made_up::contest("", vec![made_up::at(64, Vec::new())]);
        assert_eq!(percentiles(&contest, &Ink::PLAIN), "");
    }
}
