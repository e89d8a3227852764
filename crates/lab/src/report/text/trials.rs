//! One benchmark that a metric of its trials decides to its tables, a table a comparison, from the best down:
//! of each metric the average with the worst and the best trial.

use crate::model::unit::{self, plural};
use crate::model::{Better, ComparisonFinding, ContestFinding, Row, TrialMetric, Trials};

use crate::model::names::listed;
use crate::report::text::{Column, Doubts, Grid, GridEntry, Ink, Tone, caveats, footer, relative, verdict_tone};
use crate::words::{alike, cut, point, span, verdict, wrap};

/// The verdict column's greatest width: failures are told in full elsewhere.
const VERDICT: usize = 48;

/// Empty for a benchmark that time decides.
pub(crate) fn trials(contest: &ContestFinding, ink: &Ink) -> String {
    let Some(trials) = &contest.trials else { return String::new() };
    Grid::fitted([true, false], ink, |beside| tables(contest, trials, beside, ink))
        + &caveats::below("  In every comparison:", contest, ink)
}

fn tables(contest: &ContestFinding, trials: &Trials, beside: bool, ink: &Ink) -> Grid {
    let mut columns = vec![Column::LEFT, Column::RIGHT.tight(), Column::LEFT, Column::LEFT];
    columns.extend(trials.metrics.iter().flat_map(|_| [Column::RIGHT.tight(), Column::LEFT]));
    columns.push(Column::LEFT);
    let mut grid = Grid::new(&columns, 0);
    let shared = caveats::throughout(contest);
    for comparison in &contest.comparisons {
        grid.apart();
        let doubts = Doubts::of(comparison, &shared);
        let beside_whom = format!("beside {}", contest.label(&contest.baseline));
        let metrics = trials.metrics.iter().flat_map(|metric| [metric.name.as_str(), "worst..best"]);
        let heads = ["of best", "99 %", &beside_whom].into_iter().chain(metrics).chain([""]);
        grid.titled(point(comparison.size, &contest.unit, &comparison.params), heads);
        for (place, row) in comparison.rows.iter().enumerate() {
            draw(&mut grid, (contest, comparison, trials), (place, row), (beside, &doubts), ink);
        }
        for line in footer(contest, comparison, &units(comparison, trials), ink) {
            grid.text(ink.paint(Tone::Quiet, &line));
        }
        for sentence in doubts.sentences(ink) {
            grid.text(sentence);
        }
    }
    grid
}

fn draw(
    grid: &mut Grid,
    (contest, comparison, trials): (&ContestFinding, &ComparisonFinding, &Trials),
    (place, row): (usize, &Row),
    (beside, doubts): (bool, &Doubts),
    ink: &Ink,
) {
    let deciding = trials.deciding();
    let better = deciding.map_or(Better::More, |metric| metric.better);
    let ruling = verdict::of_trials(&row.verdict, better);
    let tone = if comparison.fastest.contains(&place) { Tone::Good } else { Tone::Plain };
    let (share, interval) = relative(contest, row);
    let shown = if beside { cut(&ruling, VERDICT, ink.ellipsis()) } else { String::new() };
    let mut entries = vec![
        GridEntry::new(if row.to_best.is_some() { tone } else { Tone::Plain }, contest.label(&row.implementation)),
        GridEntry::new(tone, share),
        GridEntry::new(if place == 0 { tone } else { Tone::Quiet }, interval),
        GridEntry::new(verdict_tone(&row.verdict), shown),
    ];
    for metric in &trials.metrics {
        let (average, ends) = told_by(row, metric).unwrap_or_default();
        entries.extend([GridEntry::plain(average), GridEntry::new(Tone::Quiet, ends)]);
    }
    entries.push(GridEntry::new(Tone::Poor, doubts.marks(row, ink)));
    grid.row(entries);
    if !beside {
        for line in wrap("    ", &ruling, ink.width).lines() {
            grid.text(ink.paint(verdict_tone(&row.verdict), line));
        }
    }
}

/// What stands in the table without its unit: `depth and dropped in frames`.
fn units(comparison: &ComparisonFinding, trials: &Trials) -> Vec<String> {
    let units = told(comparison, trials).into_iter().filter_map(|metric| Some((counted_in(metric)?, &metric.name)));
    alike(units).iter().map(|(unit, names)| format!("{} in {}", listed(names), plural(2, unit))).collect()
}

/// The unit of a metric whose values are counts: it stands below the table.
fn counted_in(metric: &TrialMetric) -> Option<&str> {
    let scaled = metric.unit.ends_with("/s") || ["", "byte", "second"].contains(&metric.unit.as_str());
    (!scaled).then_some(metric.unit.as_str())
}

/// A metric as the head of a column whose values bear no unit: `depth in frames`, `sustained`.
pub fn head(metric: &TrialMetric) -> String {
    match counted_in(metric) {
        Some(unit) => format!("{} in {}", metric.name, plural(2, unit)),
        None => metric.name.clone(),
    }
}

/// Those metrics that somebody told.
pub fn told<'a>(comparison: &ComparisonFinding, trials: &'a Trials) -> Vec<&'a TrialMetric> {
    let is_told = |metric: &&TrialMetric| comparison.rows.iter().any(|row| row.readings.contains_key(&metric.name));
    trials.metrics.iter().filter(is_told).collect()
}

/// The average over all trials, and the worst and the best of them where they differ. `None`: nobody told it.
fn told_by(row: &Row, metric: &TrialMetric) -> Option<(String, String)> {
    let tally = row.readings.get(&metric.name)?;
    let (worst, best) = metric.ends(tally.least, tally.most);
    let of = |value: f64| match counted_in(metric) {
        Some(_) => unit::amount(value, ""),
        None => unit::amount(value, &metric.unit),
    };
    if worst == best {
        return Some((of(tally.mean()), String::new()));
    }
    Some((of(tally.mean()), span(&of(worst), "..", &of(best))))
}

/// `40.2 (38..43)`: the average, the worst and the best where they differ; empty where it was not told.
pub fn average_and_ends(row: &Row, metric: &TrialMetric) -> String {
    match told_by(row, metric) {
        Some((average, ends)) if ends.is_empty() => average,
        Some((average, ends)) => format!("{average} ({ends})"),
        None => String::new(),
    }
}

/// What a contest of trials is measured with, as a plan tells it.
pub(crate) fn how_many(trials: &Trials) -> String {
    let deciding = trials.deciding().map_or("", |metric| metric.name.as_str());
    let range = match trials.least == trials.most {
        true => format!("{} {}", trials.most, plural(u64::from(trials.most), "trial")),
        false => format!("{} to {} trials", trials.least, trials.most),
    };
    format!("{range} of each, decided by {deciding}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn averages_stand_with_their_worst_and_best_and_what_nobody_told_has_no_column() {
        insta::assert_snapshot!(trials(&made_up::trials(), &Ink { width: 140, ..Ink::PLAIN }), @"
        1 MiB       of best 99 %          beside rust.blake2       depth worst..best  sustained worst..best
        -----------------------------------------------------------------------------------------------------------
        c.direct      1.00x fastest       at least 1.25x as much    40.2 38..43       1.05 GB/s 1.00..1.10 GB/s
        c.buffered   0.746x 0.738..0.754  baseline                    30               950 MB/s 900 MB/s..1.01 GB/s
        rust.uring                        failed: died: signal 11
          5 trials of each; depth in frames; noise 0.31 %
        ");
    }

    #[test]
    fn verdicts_go_below_where_it_is_narrow() {
        insta::assert_snapshot!(trials(&made_up::trials(), &Ink { width: 80, ..Ink::PLAIN }), @"
        1 MiB       of best 99 %          depth worst..best  sustained worst..best
        ----------------------------------------------------------------------------------
        c.direct      1.00x fastest        40.2 38..43       1.05 GB/s 1.00..1.10 GB/s
            at least 1.25x as much
        c.buffered   0.746x 0.738..0.754     30               950 MB/s 900 MB/s..1.01 GB/s
            baseline
        rust.uring
            failed: died: signal 11
          5 trials of each; depth in frames; noise 0.31 %
        ");
    }

    #[test]
    fn a_plan_says_how_many() {
        let mut trials = made_up::trials().trials.unwrap();
        assert_eq!(how_many(&trials), "5 to 10 trials of each, decided by depth");
        trials.least = 10;
        assert_eq!(how_many(&trials), "10 trials of each, decided by depth");
    }
}
