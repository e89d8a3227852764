//! google/benchmark, for C++: a run for at least so long, kept as JSON.

use crate::driver::harness::interface::{Harness, Order, literal, samples_of_the_one};
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
        let out = format!("--benchmark_out={}", program.results().display());
        let words = [&filter, &least, &out, "--benchmark_out_format=json", "--benchmark_repetitions=1"];
        program.run(&words, &[])?;
        samples_of_the_one(google_samples(&program.kept(benchmark)?)?, benchmark)
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
