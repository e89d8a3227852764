//! How the speed of each implementation held out over a sustained run: a table a size, nothing for other runs.

use crate::model::unit::{duration, percent};
use crate::model::{ContestFinding, Row, Stretch};

use crate::report::curve::sparkline::sparkline;
use crate::report::text::{Column, Grid, GridEntry, Ink, Tone};
use crate::words::{point, throughput};

/// Columns of a curve: one for each stretch that judging makes.
const COLUMNS: usize = 24;

pub(crate) fn over_time(contest: &ContestFinding, ink: &Ink) -> String {
    let mut grid =
        Grid::new(&[Column::LEFT, Column::RIGHT, Column::RIGHT, Column::RIGHT, Column::RIGHT, Column::LEFT], 0);
    for comparison in contest.comparisons.iter().filter(|it| it.rows.iter().any(|row| !row.over_time.is_empty())) {
        let rows: Vec<&Row> = comparison.rows.iter().filter(|row| row.over_time.len() > 1).collect();
        let Some(last) = rows.iter().filter_map(|row| row.over_time.last()).map(|it| it.at_s).reduce(f64::max) else {
            continue;
        };
        let title = format!("{}: over {}", point(comparison.size, &contest.unit, &comparison.params), duration(last));
        let heads = ["first", "last", "slowest", "change"].map(|text| GridEntry::new(Tone::Quiet, text));
        let head = [GridEntry::new(Tone::Strong, title)].into_iter().chain(heads);
        grid.head(head.chain([GridEntry::plain("")]).collect());
        for row in rows {
            let rate =
                |stretch: &Stretch| throughput(comparison.size, stretch.per_call_ns, &contest.unit).unwrap_or_default();
            let (first, last) = (&row.over_time[0], &row.over_time[row.over_time.len() - 1]);
            let slowest = row.over_time.iter().max_by(|one, other| one.per_call_ns.total_cmp(&other.per_call_ns));
            let change = first.per_call_ns / last.per_call_ns - 1.0;
            let sign = if change < 0.0 { '-' } else { '+' };
            let points: Vec<(u64, f64)> =
                row.over_time.iter().map(|it| ((it.at_s * 1e9) as u64, 1.0 / it.per_call_ns)).collect();
            grid.row(vec![
                GridEntry::plain(contest.label(&row.implementation)),
                GridEntry::plain(rate(first)),
                GridEntry::plain(rate(last)),
                GridEntry::plain(slowest.map(rate).unwrap_or_default()),
                GridEntry::plain(format!("{sign}{}", percent(change.abs()))),
                GridEntry::plain(sparkline(&points, COLUMNS, ink)),
            ]);
        }
    }
    grid.render(ink)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn speed_is_shown_from_the_first_stretch_to_the_last() {
        let mut contest = made_up::ladder(&[65536]);
        assert_eq!(over_time(&contest, &Ink::PLAIN), "");
        let stretch = |index: u32| Stretch {
            at_s: f64::from(index) * 60.0,
            per_call_ns: 10_000.0 * (1.0 + f64::from(index.saturating_sub(4)) / 20.0),
        };
        contest.comparisons[0].rows[0].over_time = (0..10).map(stretch).collect();
        insta::assert_snapshot!(over_time(&contest, &Ink { unicode: true, ..Ink::PLAIN }), @r"
        64 KiB: over 9 min      first       last    slowest  change
        ───────────────────────────────────────────────────────────────────────
        c.openssl           6.55 GB/s  5.24 GB/s  5.24 GB/s   -20 %  █████▇▅▃▂▁
        ");
    }
}
