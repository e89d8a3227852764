//! hyperfine's `--export-json`: commands with the seconds of each of their runs.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::model::{COMMAND, ImportedTimes};

use super::{Amount, Foreign, Results, parsed, sample};

const EXPECTED: &str = "results of hyperfine, as `--export-json` writes them";

#[derive(Deserialize)]
struct HyperfineFile {
    results: Vec<HyperfineEntry>,
}

#[derive(Deserialize)]
struct HyperfineEntry {
    command: String,
    mean: Amount,
    stddev: Option<Amount>,
    median: Option<Amount>,
    min: Option<Amount>,
    max: Option<Amount>,
    #[serde(default)]
    times: Vec<Amount>,
    #[serde(default)]
    exit_codes: Vec<Option<i32>>,
    #[serde(default)]
    parameters: BTreeMap<String, String>,
}

pub(super) fn hyperfine(text: &str) -> Result<Results, String> {
    let file: HyperfineFile = parsed(text, EXPECTED)?;
    let mut results = Results::of("hyperfine");
    for entry in file.results {
        let mut cell = Foreign::of_a_call(COMMAND, "commands", &entry.command);
        let failed = entry.exit_codes.iter().filter(|code| **code != Some(0)).count();
        if failed > 0 {
            let (runs, command) = (entry.exit_codes.len(), &entry.command);
            results.notices.push(format!("{failed} of {runs} runs of `{command}` did not end with exit code 0"));
        }
        cell.samples = entry.times.iter().map(|time| sample(1, time.0 * 1e9, 0.0)).collect();
        cell.summary = summary(&entry);
        cell.params = entry.parameters;
        results.cells.push(cell);
    }
    Ok(results)
}

fn summary(entry: &HyperfineEntry) -> ImportedTimes {
    let named = [
        ("mean", Some(entry.mean)),
        ("standard-deviation", entry.stddev),
        ("median", entry.median),
        ("min", entry.min),
        ("max", entry.max),
    ];
    named.into_iter().filter_map(|(name, time)| Some((name.to_owned(), time?.0 * 1e9))).collect()
}
