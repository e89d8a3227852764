//! `go test -bench`, as the program that `go test -c` makes: so many iterations, told as a line of text.

use crate::driver::harness::interface::{Harness, Order, literal, the_one};
use crate::driver::harness::program::HarnessProgram;
use crate::foreign::go_samples;
use crate::model::Sample;

pub(super) struct GoHarness;

/// Go's tests themselves are not run, and each benchmark on one processor, as many as it gets here.
const QUIET: [&str; 3] = ["-test.run=^$", "-test.cpu=1", "-test.count=1"];

impl GoHarness {
    /// Each part of a name is a pattern of its own.
    fn filter(benchmark: &str) -> String {
        let parts: Vec<String> = benchmark.split('/').map(|part| format!("^{}$", literal(part))).collect();
        format!("-test.bench={}", parts.join("/"))
    }

    fn run(program: &HarnessProgram, benchmark: &str, calls: u64) -> Result<Vec<Sample>, String> {
        let (filter, times) = (GoHarness::filter(benchmark), format!("-test.benchtime={calls}x"));
        let text = program.run(&[&QUIET[..], &[&filter, &times]].concat(), &[])?;
        the_one(go_samples(&text), benchmark).map(|(_, sample)| vec![sample])
    }
}

impl Harness for GoHarness {
    /// What a benchmark has within it is only known once it has been run.
    fn list(&self, program: &HarnessProgram) -> Result<Vec<String>, String> {
        let text = program.run(&[&QUIET[..], &["-test.bench=.", "-test.benchtime=1x"]].concat(), &[])?;
        Ok(go_samples(&text).into_iter().map(|(name, _)| name).collect())
    }

    fn measure(&self, program: &HarnessProgram, benchmark: &str, order: Order) -> Result<Vec<Sample>, String> {
        GoHarness::run(program, benchmark, order.calls)
    }
}
