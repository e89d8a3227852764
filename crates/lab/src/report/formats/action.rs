//! Findings for github-action-benchmark, its tool `customSmallerIsBetter`: a list of names, values and units.

use anyhow::Context;
use serde::Serialize;

use crate::model::{Findings, unit};
use crate::report::words;

use super::name;

#[derive(Serialize)]
struct Entry {
    name: String,
    unit: &'static str,
    value: f64,
    /// Shown beside the value: the middle half of the samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<String>,
    /// Shown where somebody points at the value.
    extra: String,
}

/// The value is the median of all samples, in nanoseconds a call.
pub fn github_action_benchmark(findings: &Findings) -> anyhow::Result<String> {
    let entries = name::rows(findings).filter_map(|(contest, comparison, row)| {
        let mut extra = vec![words::verdict(&row.verdict)];
        extra.extend(row.caveats.iter().chain(&comparison.caveats).map(|caveat| caveat.text.clone()));
        Some(Entry {
            name: name::cell(contest, comparison, row),
            unit: "ns/op",
            value: row.central_ns()?,
            range: row
                .times
                .map(|times| format!("{}..{}", unit::significant(times.p25, 4), unit::significant(times.p75, 4))),
            extra: extra.join("\n"),
        })
    });
    let entries: Vec<Entry> = entries.collect();
    Ok(serde_json::to_string_pretty(&entries).context("failed to write JSON")? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen;

    #[test]
    fn a_time_is_an_entry() {
        let findings = specimen::findings(vec![specimen::every_verdict()]);
        let entries: serde_json::Value = serde_json::from_str(&github_action_benchmark(&findings).unwrap()).unwrap();
        let entries = entries.as_array().unwrap();
        assert_eq!(entries.len(), 7);
        let first = serde_json::json!({
            "name": "hashes/blake2b, 64 B: rust.blake2b_simd",
            "unit": "ns/op",
            "value": 61.2,
            "range": "60.59..62.42",
        });
        for (key, value) in first.as_object().unwrap() {
            assert_eq!(&entries[0][key], value);
        }
        assert!(entries[0]["extra"].as_str().unwrap().starts_with("faster by at least 12 %"), "{}", entries[0]);
    }
}
