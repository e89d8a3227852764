//! google/benchmark, for C++: a run for at least so long, kept as JSON.

use std::fs;

use crate::driver::harness::interface::{Harness, Order, literal, the_one};
use crate::driver::harness::program::HarnessProgram;
use crate::foreign::google_samples;
use crate::model::Sample;

pub(super) struct GoogleHarness;

/// It takes no shorter times.
const LEAST_S: f64 = 0.0005;

impl GoogleHarness {
    fn run(program: &HarnessProgram, benchmark: &str, seconds: f64) -> Result<Vec<Sample>, String> {
        let filter = format!("--benchmark_filter=^{}$", literal(benchmark));
        // Seconds without a letter are known to every version.
        let least = format!("--benchmark_min_time={:.6}", seconds.max(LEAST_S));
        // What benchmarks print is not among what goes to a file.
        let path = program.scratch().join("results.json");
        let out = format!("--benchmark_out={}", path.display());
        let words = [&filter, &least, &out, "--benchmark_out_format=json", "--benchmark_repetitions=1"];
        program.run(&words, &[])?;
        let text = fs::read_to_string(&path)
            .map_err(|err| format!("google/benchmark kept no results of `{benchmark}`: {err}"))?;
        let found = google_samples(&text)?;
        let (_, samples) = the_one(found, benchmark)?;
        if samples.is_empty() { Err(format!("it tells no iterations of `{benchmark}`")) } else { Ok(samples) }
    }
}

impl Harness for GoogleHarness {
    fn list(&self, program: &HarnessProgram) -> Result<Vec<String>, String> {
        let text = program.run(&["--benchmark_list_tests=true"], &[])?;
        Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
    }

    fn measure(&self, program: &HarnessProgram, benchmark: &str, order: Order) -> Result<Vec<Sample>, String> {
        GoogleHarness::run(program, benchmark, order.seconds)
    }
}
