//! Findings in the Bencher Metric Format: for each cell its `latency` in nanoseconds, with the quartiles around it.
//!
//! The quartiles say where the samples lie; they are no interval of the median.

use std::collections::BTreeMap;

use anyhow::Context;
use serde::Serialize;

use crate::model::Findings;

use super::name;

#[derive(Serialize)]
struct Measure {
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_value: Option<f64>,
}

pub fn bencher(findings: &Findings) -> anyhow::Result<String> {
    let measures = name::rows(findings).filter_map(|(contest, comparison, row)| {
        let latency = Measure {
            value: row.central_ns()?,
            lower_value: row.times.map(|times| times.p25),
            upper_value: row.times.map(|times| times.p75),
        };
        Some((name::cell(contest, comparison, row), BTreeMap::from([("latency", latency)])))
    });
    let measures: BTreeMap<String, BTreeMap<&str, Measure>> = measures.collect();
    Ok(serde_json::to_string_pretty(&measures).context("failed to write JSON")? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen;

    #[test]
    fn a_time_is_a_latency() {
        let findings = specimen::findings(vec![specimen::ladder(&[64, 1024])]);
        let text = bencher(&findings).unwrap();
        let measures: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(measures.as_object().unwrap().len(), 6);
        let one = &measures["hashes/blake2b, 1 KiB: c.openssl"]["latency"];
        assert_eq!(one["value"], 928.0);
        assert!(one["lower_value"].as_f64() < Some(928.0) && one["upper_value"].as_f64() > Some(928.0), "{text}");
    }
}
