//! Findings as JMH's JSON, for whoever draws that: a result for each implementation, size and set of parameters.
//!
//! JMH's error is an interval of a mean over forks. What is known here is the interval of a ratio, which has no
//! place in that format, so that the error is `NaN`, as JMH writes it where it knows none.

use std::collections::BTreeMap;

use anyhow::Context;
use serde::Serialize;

use crate::model::{
    Better, Block, ComparisonFinding, ContestFinding, Findings, Percentiles, Row, Run, TrialMetric, Trials,
};

use super::name;

/// The fields that readers of the format ask for; those of a JVM are not there.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Result {
    benchmark: String,
    mode: &'static str,
    threads: u32,
    forks: usize,
    measurement_iterations: usize,
    params: BTreeMap<String, String>,
    primary_metric: JmhReportMetric,
    secondary_metrics: BTreeMap<String, JmhReportMetric>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JmhReportMetric {
    score: f64,
    score_error: &'static str,
    score_confidence: [&'static str; 2],
    score_percentiles: BTreeMap<&'static str, f64>,
    score_unit: String,
    raw_data: Vec<Vec<f64>>,
}

impl JmhReportMetric {
    fn of(
        score: f64,
        unit: &str,
        percentiles: BTreeMap<&'static str, f64>,
        raw_data: Vec<Vec<f64>>,
    ) -> JmhReportMetric {
        JmhReportMetric {
            score,
            score_error: "NaN",
            score_confidence: ["NaN"; 2],
            score_percentiles: percentiles,
            score_unit: unit.to_owned(),
            raw_data,
        }
    }
}

/// The score is the median of all samples; raw data are the mean times of blocks, by launch.
pub fn jmh(run: &Run, findings: &Findings) -> anyhow::Result<String> {
    let results: Vec<Result> =
        name::rows(findings).filter_map(|(contest, comparison, row)| result(run, contest, comparison, row)).collect();
    Ok(serde_json::to_string_pretty(&results).context("failed to write JSON")? + "\n")
}

/// Where a metric of trials decides: it is the primary one, all others are secondary. More is better in the JMH's
/// mode `thrpt`, less in `avgt`.
fn result_of_trials(
    trials: &Trials,
    contest: &ContestFinding,
    comparison: &ComparisonFinding,
    row: &Row,
) -> Option<Result> {
    let deciding = trials.deciding()?;
    let metric = |of: &TrialMetric| -> Option<JmhReportMetric> {
        let outcome = row.outcome(&of.name)?;
        Some(JmhReportMetric::of(outcome.median, &of.unit, BTreeMap::new(), vec![outcome.values.clone()]))
    };
    let others = trials.metrics.iter().filter(|of| of.name != deciding.name);
    let primary_metric = metric(deciding)?;
    Some(Result {
        mode: if deciding.better == Better::More { "thrpt" } else { "avgt" },
        secondary_metrics: others.filter_map(|of| Some((of.name.clone(), metric(of)?))).collect(),
        ..Result::of(contest, comparison, row, primary_metric)
    })
}

impl Result {
    fn of(
        contest: &ContestFinding,
        comparison: &ComparisonFinding,
        row: &Row,
        primary_metric: JmhReportMetric,
    ) -> Result {
        let mut params = comparison.params.clone();
        params.insert("size".to_owned(), comparison.size.to_string());
        let raw_data = &primary_metric.raw_data;
        Result {
            benchmark: format!("{}.{}.{}", contest.suite, contest.benchmark, row.implementation),
            mode: "avgt",
            threads: 1,
            forks: raw_data.len(),
            measurement_iterations: raw_data.iter().map(Vec::len).max().unwrap_or(0),
            params,
            primary_metric,
            secondary_metrics: BTreeMap::new(),
        }
    }
}

fn result(run: &Run, contest: &ContestFinding, comparison: &ComparisonFinding, row: &Row) -> Option<Result> {
    if let Some(trials) = &contest.trials {
        return result_of_trials(trials, contest, comparison, row);
    }
    let percentiles = row.times.as_ref().map(percentiles).unwrap_or_default();
    let launches = launches(run, contest, comparison, row);
    let primary_metric = JmhReportMetric::of(row.central_ns()?, "ns/op", percentiles, launches);
    Some(Result::of(contest, comparison, row, primary_metric))
}

fn percentiles(times: &Percentiles) -> BTreeMap<&'static str, f64> {
    let named = [("0.0", times.p0), ("25.0", times.p25), ("50.0", times.p50), ("75.0", times.p75), ("90.0", times.p90)];
    named.into_iter().chain([("99.0", times.p99), ("100.0", times.p100)]).collect()
}

/// Nanoseconds a call of each block, launch by launch.
pub(super) fn launches(
    run: &Run,
    contest: &ContestFinding,
    comparison: &ComparisonFinding,
    row: &Row,
) -> Vec<Vec<f64>> {
    let mut by_launch: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for (block, lane) in name::blocks(run, contest, comparison, row) {
        let per_call = Block::per_call(block, lane);
        by_launch.entry(block.launch).or_default().extend(per_call);
    }
    by_launch.into_values().filter(|blocks| !blocks.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn a_row_with_a_time_is_a_result() {
        let findings = made_up::findings(vec![made_up::every_verdict()]);
        let text = jmh(&made_up::run(), &findings).unwrap();
        assert_eq!(text, jmh(&made_up::run(), &findings).unwrap());
        let results: serde_json::Value = serde_json::from_str(&text).unwrap();
        let results = results.as_array().unwrap();
        assert_eq!(results.len(), 7, "those without a time have no score: {text}");
        let base = results.iter().find(|result| result["benchmark"] == "hashes.blake2b.rust.blake2").unwrap();
        assert_eq!((&base["mode"], &base["params"]["size"]), (&"avgt".into(), &"64".into()));
        let metric = &base["primaryMetric"];
        assert_eq!((&metric["score"], &metric["scoreUnit"]), (&70.0.into(), &"ns/op".into()));
        // Three launches of two blocks of 70 ns a call.
        assert_eq!(metric["rawData"], serde_json::json!([[70.0, 70.0], [70.0, 70.0], [70.0, 70.0]]));
        assert_eq!(metric["scorePercentiles"]["99.0"], 175.0);
    }

    #[test]
    fn the_metric_that_decides_is_the_primary_one() {
        let text = jmh(&made_up::run(), &made_up::findings(vec![made_up::trials()])).unwrap();
        let results: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(results.as_array().unwrap().len(), 2, "{text}");
        let (first, metric) = (&results[0], &results[0]["primaryMetric"]);
        assert_eq!((&first["mode"], &metric["scoreUnit"]), (&"thrpt".into(), &"frame".into()));
        assert_eq!(metric["rawData"][0].as_array().unwrap().len(), 5);
        let others: Vec<&String> = first["secondaryMetrics"].as_object().unwrap().keys().collect();
        assert_eq!(others, ["sustained"]);
    }
}
