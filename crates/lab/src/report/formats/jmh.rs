//! Findings as JMH's JSON, for whoever draws that: a result for each implementation, size and set of parameters.
//!
//! JMH's error is an interval of a mean over forks. What is known here is the interval of a ratio, which has no
//! place in that format, so that the error is `NaN`, as JMH writes it where it knows none.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::model::{Better, Block, ComparisonFinding, ContestFinding, Findings, Percentiles, Row, Run, TrialMetric};

use super::document::pretty;
use super::name;

/// The score is the median of all samples; raw data are the mean times of blocks, by launch.
pub fn jmh(run: &Run, findings: &Findings) -> anyhow::Result<String> {
    let results: Value =
        name::rows(findings).filter_map(|(contest, comparison, row)| result(run, contest, comparison, row)).collect();
    pretty(&results)
}

/// The fields that readers of the format ask for; those of a JVM are not there.
///
/// Where a metric of trials decides, it is the primary one, and all others are secondary. More is better in the JMH's
/// mode `thrpt`, less in `avgt`.
fn result(run: &Run, contest: &ContestFinding, comparison: &ComparisonFinding, row: &Row) -> Option<Value> {
    let (mut mode, mut others) = ("avgt", BTreeMap::new());
    let (raw_data, primary) = match &contest.trials {
        Some(trials) => {
            let deciding = trials.deciding()?;
            if deciding.better == Better::More {
                mode = "thrpt";
            }
            let secondary = trials.metrics.iter().filter(|of| of.name != deciding.name);
            others.extend(secondary.filter_map(|of| Some((&of.name, of_trials(row, of)?.1))));
            of_trials(row, deciding)?
        }
        None => {
            let launches = launches(run, contest, comparison, row);
            let percentiles = row.times.as_ref().map(percentiles).unwrap_or_default();
            let metric = metric(row.central_ns()?, "ns/op", &percentiles, &launches);
            (launches, metric)
        }
    };
    let mut params = comparison.params.clone();
    params.insert("size".to_owned(), comparison.size.to_string());
    Some(json!({
        "benchmark": format!("{}.{}.{}", contest.suite, contest.benchmark, row.implementation),
        "mode": mode,
        "threads": 1,
        "forks": raw_data.len(),
        "measurementIterations": raw_data.iter().map(Vec::len).max().unwrap_or(0),
        "params": params,
        "primaryMetric": primary,
        "secondaryMetrics": others,
    }))
}

/// What the trials told of a metric, and that as JMH tells it.
fn of_trials(row: &Row, of: &TrialMetric) -> Option<(Vec<Vec<f64>>, Value)> {
    let outcome = row.outcome(&of.name)?;
    let values = vec![outcome.values.clone()];
    let metric = metric(outcome.median, &of.unit, &BTreeMap::new(), &values);
    Some((values, metric))
}

fn metric(score: f64, unit: &str, percentiles: &BTreeMap<&str, f64>, raw_data: &[Vec<f64>]) -> Value {
    json!({
        "score": score,
        "scoreError": "NaN",
        "scoreConfidence": ["NaN", "NaN"],
        "scorePercentiles": percentiles,
        "scoreUnit": unit,
        "rawData": raw_data,
    })
}

fn percentiles(times: &Percentiles) -> BTreeMap<&'static str, f64> {
    let named = [("0.0", times.p0), ("25.0", times.p25), ("50.0", times.p50), ("75.0", times.p75), ("90.0", times.p90)];
    named.into_iter().chain([("99.0", times.p99), ("100.0", times.p100)]).collect()
}

/// Nanoseconds a call of each block, launch by launch.
fn launches(run: &Run, contest: &ContestFinding, comparison: &ComparisonFinding, row: &Row) -> Vec<Vec<f64>> {
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
