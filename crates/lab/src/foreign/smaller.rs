//! Swift package-benchmark's `--format jsonSmallerIsBetter`: names, units and the 99th percentile.
//!
//! Its `--format jmh` tells more, and is read as the JMH's.

use serde::Deserialize;

use super::{Amount, Foreign, Results, TimeUnit, parsed};

const EXPECTED: &str = "results of package-benchmark, as `--format jsonSmallerIsBetter` writes them";

/// The metric that is a time of the wall's clock, behind the benchmark's name.
const WALL: &str = " - Time (wall clock)";

#[derive(Deserialize)]
struct SmallerEntry {
    name: String,
    unit: String,
    value: Amount,
}

pub(super) fn smaller(text: &str) -> Result<Results, String> {
    let entries: Vec<SmallerEntry> = parsed(text, EXPECTED)?;
    let mut results = Results::of("package-benchmark");
    for entry in &entries {
        let Some(name) = entry.name.strip_suffix(WALL) else { continue };
        let unit = TimeUnit::named(&entry.unit)
            .ok_or_else(|| format!("`{}`: `{}` is no unit of time; expected {EXPECTED}", entry.name, entry.unit))?;
        let mut cell = Foreign::of_a_call("swift", name, name);
        cell.summary.insert("p99".to_owned(), entry.value.0 * unit.ns());
        results.cells.push(cell);
    }
    results.unless_empty(&format!("no entry is named `NAME{WALL}`; expected {EXPECTED}"))
}
