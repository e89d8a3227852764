//! JMH's `-rf json`: scores of forks and iterations, as times or as rates.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::model::Sample;

use super::{Amount, Foreign, Results, TimeUnit, parsed};

const EXPECTED: &str = "results of the JMH, as `-rf json` writes them";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JmhEntry {
    jmh_version: Option<String>,
    benchmark: String,
    mode: String,
    threads: Option<u32>,
    vm_name: Option<String>,
    vm_version: Option<String>,
    #[serde(default)]
    params: BTreeMap<String, String>,
    primary_metric: JmhMetric,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JmhMetric {
    score: Score,
    score_unit: Unit,
    #[serde(default)]
    score_percentiles: BTreeMap<String, Score>,
    #[serde(default)]
    raw_data: Vec<Vec<Score>>,
}

/// What cannot be told is the text `NaN`.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum Score {
    Known(f64),
    Unknown(NotANumber),
}

#[derive(Clone, Copy, Deserialize)]
enum NotANumber {
    #[serde(rename = "NaN")]
    NaN,
}

/// `ns/op` or `ops/s`: a time, or how many in such a time.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
struct Unit {
    ns: f64,
    is_rate: bool,
}

impl TryFrom<String> for Unit {
    type Error = String;

    fn try_from(text: String) -> Result<Unit, String> {
        let parts = text.split_once('/').and_then(|parts| match parts {
            (time, "op") => Some((TimeUnit::named(time)?, false)),
            ("ops", time) => Some((TimeUnit::named(time)?, true)),
            _ => None,
        });
        let unit = parts.map(|(unit, is_rate)| Unit { ns: unit.ns(), is_rate });
        unit.ok_or_else(|| format!("`{text}` is no unit of time or of rate such as `ns/op` or `ops/s`"))
    }
}

impl Unit {
    /// Nanoseconds a call.
    fn time(self, score: Score) -> Result<Option<f64>, String> {
        let value = match score {
            Score::Known(value) => value,
            Score::Unknown(NotANumber::NaN) => return Ok(None),
        };
        let ns = if self.is_rate { self.ns / value } else { self.ns * value };
        Amount::try_from(ns).map(|amount| Some(amount.0))
    }
}

pub(super) fn jmh(text: &str) -> Result<Results, String> {
    let entries: Vec<JmhEntry> = parsed(text, EXPECTED)?;
    let mut results = Results::of("jmh");
    results.source.version = entries.iter().find_map(|entry| entry.jmh_version.clone());
    let machines: BTreeSet<String> = entries
        .iter()
        .filter_map(|entry| Some(format!("{} {}", entry.vm_name.as_ref()?, entry.vm_version.as_ref()?)))
        .collect();
    results.notices.extend(machines.into_iter().map(|name| format!("measured in {name}")));
    let modes: BTreeSet<&str> = entries.iter().map(|entry| entry.mode.as_str()).collect();
    for entry in &entries {
        let cell = cell(entry, modes.len() > 1);
        results.cells.push(cell.map_err(|why| format!("`{}`: {why}", entry.benchmark))?);
    }
    Ok(results)
}

/// Iterations by the benchmark's name; JMH tells what a call of one took, and not how many there were.
pub(crate) fn samples(text: &str) -> Result<Vec<(String, Vec<Sample>)>, String> {
    let entries: Vec<JmhEntry> = parsed(text, EXPECTED)?;
    let of_entry = |entry: JmhEntry| {
        let JmhMetric { score_unit, raw_data, .. } = entry.primary_metric;
        let times = raw_data.iter().flatten().filter_map(|score| score_unit.time(*score).transpose());
        let samples: Result<Vec<Sample>, String> = times.map(|ns| ns.map(iteration)).collect();
        samples.map(|samples| (entry.benchmark, samples))
    };
    entries.into_iter().map(of_entry).collect()
}

/// So many calls that fractions of a nanosecond each are not lost.
fn iteration(per_call_ns: f64) -> Sample {
    const LEAST_NS: f64 = 1e6;
    let calls = (LEAST_NS / per_call_ns.max(1e-3)).ceil();
    Sample { calls: calls as u64, wall_ns: (per_call_ns * calls).round() as u64, cpu_ns: 0 }
}

fn cell(entry: &JmhEntry, several_modes: bool) -> Result<Foreign, String> {
    let (class, method) = entry.benchmark.rsplit_once('.').unwrap_or(("methods", &entry.benchmark));
    let mut cell = Foreign::of_a_call("java", class, method);
    for (name, value) in &entry.params {
        match value.parse() {
            Ok(size) if name == "size" => cell.sized(size),
            _ => drop(cell.params.insert(name.clone(), value.clone())),
        }
    }
    if let Some(threads) = entry.threads.filter(|threads| *threads != 1) {
        cell.params.insert("threads".to_owned(), threads.to_string());
    }
    if several_modes {
        cell.params.insert("mode".to_owned(), entry.mode.clone());
    }
    let metric = &entry.primary_metric;
    let unit = metric.score_unit;
    for score in metric.raw_data.iter().flatten() {
        cell.per_call_ns.extend(unit.time(*score)?);
    }
    let mut tell = |name: &str, score: Score| -> Result<(), String> {
        if let Some(ns) = unit.time(score)? {
            cell.summary.insert(name.to_owned(), ns);
        }
        Ok(())
    };
    // The inverse of a mean rate is no mean time, nor is a percentile of rates one of times.
    if !unit.is_rate {
        tell("mean", metric.score)?;
        let named = [("0.0", "min"), ("50.0", "median"), ("90.0", "p90"), ("99.0", "p99"), ("100.0", "max")];
        for (percentile, name) in named {
            if let Some(score) = metric.score_percentiles.get(percentile) {
                tell(name, *score)?;
            }
        }
    } else if cell.per_call_ns.is_empty() {
        tell("inverse-of-mean-rate", metric.score)?;
    }
    Ok(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_samples() {
        let entry = |unit: &str| {
            format!(
                r#"[{{"benchmark": "a.B.add", "mode": "avgt", "primaryMetric":
                    {{"score": 2.0, "scoreUnit": "{unit}", "rawData": [[0.25, 3e7], ["NaN"]]}}}}]"#
            )
        };
        let sample = |calls, wall_ns| Sample { calls, wall_ns, cpu_ns: 0 };
        let expected = vec![("a.B.add".to_owned(), vec![sample(4_000_000, 1_000_000), sample(1, 30_000_000)])];
        assert_eq!(samples(&entry("ns/op")), Ok(expected));
        assert!(samples(&entry("bytes/op")).unwrap_err().contains("`bytes/op` is no unit"));
    }
}
