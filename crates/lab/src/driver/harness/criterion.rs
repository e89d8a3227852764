//! criterion, for Rust (criterion.rs): a run of ten samples, which it keeps as JSON.

use crate::driver::harness::interface::{Harness, Order, literal};
use crate::driver::harness::program::HarnessProgram;
use crate::foreign::criterion_samples;
use crate::model::Sample;

pub(super) struct CriterionHarness;

/// It takes no fewer samples, and no shorter times.
const SAMPLES: &str = "10";
const LEAST_S: f64 = 0.0005;

/// What a process runs before it is measured: its own code comes into the caches. It has to be more than nothing.
const WARM_UP_SHARE: f64 = 0.2;

/// It is told where to write, so that it neither asks Cargo nor takes the user's own results for those of before.
const FOLDER: &str = "CRITERION_HOME";

impl CriterionHarness {
    fn filter(benchmark: &str) -> String {
        format!("^{}$", literal(benchmark))
    }
}

impl Harness for CriterionHarness {
    fn name(&self) -> &'static str {
        "criterion"
    }

    fn list(&self, program: &HarnessProgram) -> Result<Vec<String>, String> {
        let text = program.run(&["--bench", "--list"], &[(FOLDER, program.scratch())])?;
        let names = text.lines().filter_map(|line| line.strip_suffix(": benchmark").or(line.strip_suffix(": bench")));
        Ok(names.map(str::to_owned).collect())
    }

    fn check(&self, program: &HarnessProgram, benchmark: &str) -> Result<(), String> {
        let filter = CriterionHarness::filter(benchmark);
        program.run(&["--bench", "--test", &filter], &[(FOLDER, program.scratch())]).map(drop)
    }

    fn measure(&self, program: &HarnessProgram, benchmark: &str, order: Order) -> Result<Vec<Sample>, String> {
        let seconds = order.seconds.max(LEAST_S);
        let (warm_up, measurement) = (format!("{:.6}", seconds * WARM_UP_SHARE), format!("{seconds:.6}"));
        let filter = CriterionHarness::filter(benchmark);
        // Its own statistics are of no use here, and cost time.
        let words = ["--bench", "--noplot", "--sample-size", SAMPLES, "--nresamples", "2", "--warm-up-time", &warm_up];
        let words = [&words[..], &["--measurement-time", &measurement, &filter]].concat();
        program.run(&words, &[(FOLDER, program.scratch())])?;
        let found = criterion_samples(program.scratch()).map_err(|err| err.to_string())?;
        match <[Vec<Sample>; 1]>::try_from(found) {
            Ok([samples]) if !samples.is_empty() => Ok(samples),
            Ok(_) => Err(format!("criterion kept no samples of `{benchmark}`")),
            Err(found) => Err(format!("criterion measured {} benchmarks for `{benchmark}`, and not one", found.len())),
        }
    }
}
