//! pytest-benchmark, for Python: rounds for so long, which it keeps as JSON.
//!
//! A program is a Python interpreter, in the folder of the project whose tests it is to run.

use serde::Deserialize;

use crate::driver::harness::interface::{Harness, Order, the_one};
use crate::driver::harness::program::HarnessProgram;
use crate::model::Sample;

pub(super) struct PytestHarness;

/// What runs pytest; its head says what it is told.
const MAIN: &str = include_str!("pytest_benchmark.py");

/// Python and pytest take a third of a second and more to start, beside which a shorter run saves nothing.
const LEAST_S: f64 = 0.05;

#[derive(Deserialize)]
struct PytestFile {
    benchmarks: Vec<PytestEntry>,
}

#[derive(Deserialize)]
struct PytestEntry {
    stats: PytestStats,
}

#[derive(Deserialize)]
struct PytestStats {
    /// Of each round, seconds an iteration.
    data: Vec<f64>,
    /// Iterations of a round.
    iterations: u64,
}

impl Harness for PytestHarness {
    fn list(&self, program: &HarnessProgram) -> Result<Vec<String>, String> {
        let text = program.run(&["-c", MAIN, "list"], &[])?;
        Ok(text.lines().filter_map(|line| line.strip_prefix("benchmark ")).map(str::to_owned).collect())
    }

    fn measure(&self, program: &HarnessProgram, benchmark: &str, order: Order) -> Result<Vec<Sample>, String> {
        let seconds = format!("{:.6}", order.seconds.max(LEAST_S));
        program.run(&["-c", MAIN, "measure", benchmark, &seconds, &program.results().display().to_string()], &[])?;
        samples(&program.kept(benchmark)?, benchmark)
    }
}

fn samples(text: &str, benchmark: &str) -> Result<Vec<Sample>, String> {
    let file: PytestFile = serde_json::from_str(text)
        .map_err(|err| format!("what pytest-benchmark kept of `{benchmark}` is not in its form: {err}"))?;
    let PytestStats { data, iterations } = the_one(file.benchmarks, benchmark)?.stats;
    let calls = iterations.max(1);
    let is_time = |seconds: &&f64| seconds.is_finite() && **seconds >= 0.0;
    let of = |seconds: &f64| Sample { calls, wall_ns: (seconds * calls as f64 * 1e9).round() as u64, cpu_ns: 0 };
    let found: Vec<Sample> = data.iter().filter(is_time).map(of).collect();
    if found.is_empty() { Err(format!("pytest-benchmark kept no round of `{benchmark}`")) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_samples() {
        let text = r#"{"machine_info": {}, "benchmarks": [{"name": "test_a", "stats":
            {"min": 1e-6, "iterations": 100, "rounds": 2, "data": [1e-6, 1.5e-6]}}]}"#;
        let sample = |wall_ns| Sample { calls: 100, wall_ns, cpu_ns: 0 };
        assert_eq!(samples(text, "test_a"), Ok(vec![sample(100_000), sample(150_000)]));
        for (wrong, told) in [
            ("", "not in its form"),
            ("{\"benchmarks\": []}", "0 benchmarks for `test_a`"),
            ("{\"benchmarks\": [{\"stats\": {\"data\": [], \"iterations\": 1}}]}", "no round of `test_a`"),
        ] {
            assert!(samples(wrong, "test_a").unwrap_err().contains(told), "{wrong}");
        }
    }
}
