//! Findings for github-action-benchmark, its tool `customSmallerIsBetter`: a list of names, values and units.
//!
//! Of trials the metric that decides is there where less of it is better: anything else has no place in this list.

use serde::Serialize;

use crate::model::{Better, Findings, Trials, unit};
use crate::words::{caveat_text, verdict};

use super::document::pretty;
use super::name;

#[derive(Serialize)]
struct ActionEntry<'a> {
    name: String,
    unit: &'a str,
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
        let deciding = contest.trials.as_ref().and_then(Trials::deciding);
        let says = deciding.map(|metric| verdict::of_trials(&row.verdict, metric.better));
        let mut extra = vec![says.unwrap_or_else(|| verdict::verdict(&row.verdict))];
        extra.extend(row.caveats.iter().chain(&comparison.caveats).map(caveat_text));
        let cell = name::cell(contest, comparison, row);
        let ends = |values: [f64; 2]| values.map(|value| unit::significant(value, 4)).join("..");
        let (name, unit, value, range) = match deciding {
            Some(metric) => {
                let outcome = row.outcome(&metric.name).filter(|_| metric.better == Better::Less)?;
                let range = ends([outcome.best, outcome.worst]);
                (format!("{cell}, {}", metric.name), metric.unit.as_str(), outcome.median, Some(range))
            }
            None => (cell, "ns/op", row.central_ns()?, row.times.map(|times| ends([times.p25, times.p75]))),
        };
        Some(ActionEntry { name, unit, value, range, extra: extra.join("\n") })
    });
    let entries: Vec<ActionEntry<'_>> = entries.collect();
    pretty(&entries)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn a_time_is_an_entry() {
        let findings = made_up::findings(vec![made_up::every_verdict()]);
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
        assert!(entries[0]["extra"].as_str().unwrap().starts_with("at least 1.13x as fast"), "{}", entries[0]);
    }

    #[test]
    fn of_trials_only_what_is_better_the_less_there_is_has_a_place() {
        let mut contest = made_up::trials();
        let of = |contest: &crate::model::ContestFinding| -> serde_json::Value {
            let text = github_action_benchmark(&made_up::findings(vec![contest.clone()])).unwrap();
            serde_json::from_str(&text).unwrap()
        };
        assert_eq!(of(&contest), serde_json::json!([]));
        contest.trials.as_mut().unwrap().metrics[0].better = Better::Less;
        let entries = of(&contest);
        assert_eq!(entries.as_array().unwrap().len(), 2);
        assert_eq!(entries[1]["name"], "hashes/blake2b, 1 MiB: c.buffered, depth");
        assert_eq!((&entries[1]["value"], &entries[1]["unit"]), (&30.0.into(), &"frame".into()));
    }
}
