//! criterion's results: its folder `target/criterion`, or the messages of `cargo criterion --message-format=json`.
//!
//! Both tell, for each sample, how many iterations it had and how long all of them took.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::model::{Sample, Throughput};

use super::{Amount, Calls, Foreign, Results, TimeUnit, at, closed, mistaken, of_json, parsed};

const EXPECTED_FILE: &str = "a file that criterion keeps below `target/criterion`";
const EXPECTED_MESSAGE: &str = "a message of `cargo criterion --message-format=json`";

/// `benchmark.json`.
#[derive(Deserialize)]
struct Identity {
    group_id: String,
    function_id: Option<String>,
    value_str: Option<String>,
    /// `{"Bytes": 64}`, or what else an iteration has so many of.
    throughput: Option<BTreeMap<String, f64>>,
}

/// `sample.json`.
#[derive(Deserialize)]
struct Samples {
    iters: Vec<Calls>,
    times: Vec<Amount>,
}

/// The latest results of every benchmark below a folder.
pub(super) fn folder(folder: &Path) -> anyhow::Result<Results> {
    let mut results = Results::of("criterion");
    for new in latest(folder)? {
        let identity: Identity = read(&new.join("benchmark.json"))?;
        let samples: Samples = read(&new.join("sample.json"))?;
        let mut cell = named(&identity);
        cell.samples =
            paired(&samples.iters, &samples.times, 1.0).map_err(|why| mistaken(&new.join("sample.json"), &why))?;
        results.cells.push(cell);
    }
    let none = "no benchmark's `new/benchmark.json` is below it; expected criterion's folder `target/criterion`";
    results.unless_empty(none).map_err(|none| mistaken(folder, &none))
}

/// The samples of each benchmark below a folder that criterion keeps.
pub(crate) fn samples(folder: &Path) -> anyhow::Result<Vec<Vec<Sample>>> {
    Ok(self::folder(folder)?.cells.into_iter().map(|cell| cell.samples).collect())
}

/// Every folder `new` with results, sorted.
fn latest(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder).map_err(|err| closed(&folder, &err))?;
        for entry in entries {
            let entry = entry.map_err(|err| closed(&folder, &err))?;
            // A link could lead in a circle.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let path = entry.path();
                if entry.file_name() == "new" && path.join("benchmark.json").exists() {
                    found.push(path);
                } else {
                    open.push(path);
                }
            }
        }
    }
    found.sort();
    Ok(found)
}

fn read<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = fs::read_to_string(path).map_err(|err| closed(path, &err))?;
    parsed(&text, EXPECTED_FILE).map_err(|mistake| mistaken(path, &mistake))
}

/// `benchmark-complete`; there are other reasons.
#[derive(Deserialize)]
struct Message {
    id: String,
    iteration_count: Vec<Calls>,
    measured_values: Vec<Amount>,
    unit: TimeUnit,
    #[serde(default)]
    throughput: Vec<PerIteration>,
}

#[derive(Deserialize)]
struct PerIteration {
    per_iteration: f64,
    unit: String,
}

#[derive(Deserialize)]
struct Reason {
    reason: String,
}

/// A message a line; lines of other kinds are passed over.
pub(super) fn messages(text: &str) -> Result<Results, String> {
    let mut results = Results::of("criterion");
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let of_json = |err: serde_json::Error| of_json(&err, index + 1, EXPECTED_MESSAGE);
        let reason: Reason = serde_json::from_str(line).map_err(of_json)?;
        if reason.reason != "benchmark-complete" {
            continue;
        }
        let message: Message = serde_json::from_str(line).map_err(of_json)?;
        let mut parts = message.id.splitn(3, '/').map(str::to_owned);
        let per = message.throughput.first();
        let mut cell = named(&Identity {
            group_id: parts.next().unwrap_or_default(),
            function_id: parts.next(),
            value_str: parts.next(),
            throughput: per.map(|per| BTreeMap::from([(per.unit.clone(), per.per_iteration)])),
        });
        let unit = message.unit.ns();
        cell.samples =
            paired(&message.iteration_count, &message.measured_values, unit).map_err(|why| at(index + 1, why))?;
        results.cells.push(cell);
    }
    results.unless_empty(&format!("no benchmark is complete in it; expected {EXPECTED_MESSAGE}"))
}

fn paired(calls: &[Calls], times: &[Amount], ns: f64) -> Result<Vec<Sample>, String> {
    if calls.len() != times.len() {
        return Err(format!("{} counts of iterations for {} times; expected as many", calls.len(), times.len()));
    }
    let sample =
        |(calls, time): (&Calls, &Amount)| Sample { calls: calls.0, wall_ns: (time.0 * ns).round() as u64, cpu_ns: 0 };
    Ok(calls.iter().zip(times).map(sample).collect())
}

fn named(identity: &Identity) -> Foreign {
    let function = identity.function_id.as_ref().unwrap_or(&identity.group_id);
    let mut cell = Foreign::of_a_call("rust", &identity.group_id, function);
    let whole = |value: f64| (value >= 0.0 && value.fract() == 0.0 && value < 1e15).then_some(value as u64);
    let per = identity.throughput.iter().flatten().find_map(|(unit, per)| Some((unit.as_str(), whole(*per)?)));
    if let Some((unit, size)) = per {
        let unit = unit.to_lowercase();
        (cell.size, cell.unit) = (size, Throughput::of(unit.strip_suffix('s').unwrap_or(&unit)));
    } else if let Some(Ok(size)) = identity.value_str.as_deref().map(str::parse) {
        cell.sized(size);
    }
    // What is no size of it is a parameter.
    if let Some(value) = &identity.value_str
        && value.parse() != Ok(cell.size)
    {
        cell.params.insert("value".to_owned(), value.clone());
    }
    cell
}
