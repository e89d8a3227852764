//! Findings as a table: a row for each implementation, size and set of parameters.

use std::sync::Arc;

use crate::model::{Caveat, Estimate, Findings, Outcome, Percentiles, Run, Trials};
use crate::words::verdict;

use super::name;
use super::table::{Table, Value};

/// Ratios are of times, this implementation's over the baseline's and over the best's: below 1 is faster. Times are
/// wall nanoseconds a call. Where a metric of trials decides, ratios are of costs, below 1 is better, and in the place
/// of times stands what the trials came to.
pub fn cells(run: &Run, findings: &Findings) -> Table {
    let mut table = Table::default();
    let id: Arc<str> = run.id.as_str().into();
    for (contest, comparison, row) in name::rows(findings) {
        let estimate = row.estimate.as_ref();
        let ratio =
            |log: fn(&Estimate) -> f64| Value::number(estimate.map(log).filter(|log| log.is_finite()).map(f64::exp));
        // An end at 0 belongs to an interval that has none.
        let best = |part: fn((f64, f64, f64)) -> f64| Value::number(row.to_best.map(part).filter(|ratio| *ratio > 0.0));
        let deciding = contest.trials.as_ref().and_then(Trials::deciding);
        let times = row.times.filter(|_| deciding.is_none());
        let time = |part: fn(&Percentiles) -> f64| Value::number(times.as_ref().map(part));
        let outcome = deciding.and_then(|metric| row.outcome(&metric.name));
        let trial = |part: fn(&Outcome) -> f64| Value::number(outcome.map(part));
        let samples = times.map(|times| times.samples).or(outcome.map(|outcome| outcome.values.len()));
        let says = match deciding {
            Some(metric) => verdict::of_trials(&row.verdict, metric.better),
            None => verdict::verdict(&row.verdict),
        };
        let told = |name: &str| Value::number(row.told.get(name).copied());
        let caveats: Vec<String> = row.caveats.iter().chain(&comparison.caveats).map(Caveat::name).collect();
        table.push(vec![
            ("run", Value::Text(Some(Arc::clone(&id)))),
            ("began", Value::Count(Some(run.began))),
            ("suite", Value::text(&contest.suite)),
            ("benchmark", Value::text(&contest.benchmark)),
            ("params", Value::text(name::params(&comparison.params))),
            ("size", Value::count(comparison.size)),
            ("unit", Value::text(&contest.unit.unit)),
            ("implementation", Value::text(row.implementation.to_string())),
            ("language", Value::text(&row.implementation.language)),
            ("name", Value::text(&row.implementation.name)),
            ("build", Value::Text(row.implementation.build.as_deref().map(Arc::from))),
            ("baseline", Value::Text((!comparison.is_unpaired()).then(|| contest.baseline.to_string().into()))),
            ("verdict", Value::text(row.verdict.word())),
            ("says", Value::text(says)),
            ("ratio", ratio(|found| found.ratio)),
            ("ratio_low", ratio(|found| found.interval.low)),
            ("ratio_high", ratio(|found| found.interval.high)),
            ("to_best", best(|(value, _, _)| value)),
            ("to_best_low", best(|(_, low, _)| low)),
            ("to_best_high", best(|(_, _, high)| high)),
            ("samples", Value::Count(samples.and_then(|samples| samples.try_into().ok()))),
            ("p0_ns", time(|times| times.p0)),
            ("p25_ns", time(|times| times.p25)),
            ("p50_ns", time(|times| times.p50)),
            ("p75_ns", time(|times| times.p75)),
            ("p90_ns", time(|times| times.p90)),
            ("p99_ns", time(|times| times.p99)),
            ("p100_ns", time(|times| times.p100)),
            ("told_mean_ns", told("mean")),
            ("told_median_ns", told("median")),
            ("blocks", Value::count(comparison.blocks)),
            ("launches", Value::count(comparison.launches)),
            ("noise", Value::number(comparison.noise)),
            ("caveats", Value::text(caveats.join(" "))),
            ("metric", Value::maybe(deciding.map(|metric| metric.name.as_str()))),
            ("metric_unit", Value::maybe(deciding.map(|metric| metric.unit.as_str()))),
            ("metric_better", Value::maybe(deciding.map(|metric| metric.better.word()))),
            ("trials_average", trial(|outcome| outcome.average)),
            ("trials_worst", trial(|outcome| outcome.worst)),
            ("trials_median", trial(|outcome| outcome.median)),
            ("trials_best", trial(|outcome| outcome.best)),
        ]);
    }
    table
}
