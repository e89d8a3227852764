//! Findings in the Bencher Metric Format: for each cell its `latency` in nanoseconds, with the quartiles around it.
//!
//! The quartiles say where the samples lie; they are no interval of the median. Where trials decide, each metric is a
//! measure: its median, with the least and the greatest trial.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::model::{Findings, Outcome};

use super::document::pretty;
use super::name;

#[derive(Serialize)]
struct BencherMeasure {
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_value: Option<f64>,
}

pub fn bencher(findings: &Findings) -> anyhow::Result<String> {
    let measures = name::rows(findings).filter_map(|(contest, comparison, row)| {
        let cell = name::cell(contest, comparison, row);
        if contest.trials.is_some() {
            let measures = row.outcomes.iter().map(|outcome| (outcome.metric.as_str(), of_trials(outcome)));
            return (!row.outcomes.is_empty()).then(|| (cell, measures.collect()));
        }
        let latency = BencherMeasure {
            value: row.central_ns()?,
            lower_value: row.times.map(|times| times.p25),
            upper_value: row.times.map(|times| times.p75),
        };
        Some((cell, BTreeMap::from([("latency", latency)])))
    });
    let measures: BTreeMap<String, BTreeMap<&str, BencherMeasure>> = measures.collect();
    pretty(&measures)
}

fn of_trials(outcome: &Outcome) -> BencherMeasure {
    let [value, least, greatest] = outcome.middle();
    BencherMeasure { value, lower_value: Some(least), upper_value: Some(greatest) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn a_time_is_a_latency() {
        let findings = made_up::findings(vec![made_up::ladder(&[64, 1024])]);
        let text = bencher(&findings).unwrap();
        let measures: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(measures.as_object().unwrap().len(), 6);
        let one = &measures["hashes/blake2b, 1 KiB: c.openssl"]["latency"];
        assert_eq!(one["value"], 928.0);
        assert!(one["lower_value"].as_f64() < Some(928.0) && one["upper_value"].as_f64() > Some(928.0), "{text}");
    }

    #[test]
    fn a_metric_of_trials_is_a_measure_and_their_time_is_none() {
        let text = bencher(&made_up::findings(vec![made_up::trials()])).unwrap();
        let measures: serde_json::Value = serde_json::from_str(&text).unwrap();
        let of = measures["hashes/blake2b, 1 MiB: c.buffered"].as_object().unwrap();
        assert_eq!(of.keys().collect::<Vec<_>>(), ["depth", "sustained"]);
        assert_eq!(of["depth"], serde_json::json!({ "value": 30.0, "lower_value": 30.0, "upper_value": 30.0 }));
        assert_eq!(measures.as_object().unwrap().len(), 2, "who failed has none: {text}");
    }
}
