//! criterion, for Rust (criterion.rs): a run of ten samples, which it keeps as JSON.

use std::cell::Cell;
use std::path::Path;

use crate::driver::harness::interface::{Harness, Order, literal, the_one, time_ns};
use crate::driver::harness::program::HarnessProgram;
use crate::foreign::criterion_samples;
use crate::model::Sample;

#[derive(Default)]
pub(super) struct CriterionHarness {
    length: Cell<Length>,
}

/// How short a run can be had, as far as was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Length {
    /// As it is told.
    #[default]
    AsTold,
    /// A tenth of a second at least: what the program's own code says of times goes before what it is told, and is longer.
    Quick,
    /// Before version 0.4 it takes whole seconds alone, one to warm up and one to measure.
    WholeSeconds,
}

/// It takes no fewer samples, and no shorter times.
const SAMPLES: &str = "10";
const LEAST_S: f64 = 0.0005;

/// What a process runs before it is measured: its own code comes into the caches. It has to be more than nothing.
const WARM_UP_SHARE: f64 = 0.2;

/// It is told where to write, so that it neither asks Cargo nor takes the user's own results for those of before.
const FOLDER: &str = "CRITERION_HOME";

fn filter(benchmark: &str) -> String {
    format!("^{}$", literal(benchmark))
}

impl Harness for CriterionHarness {
    fn list(&self, program: &HarnessProgram) -> Result<Vec<String>, String> {
        let text = program.run(&["--bench", "--list"], &[(FOLDER, program.scratch())])?;
        let names = text.lines().filter_map(|line| line.strip_suffix(": benchmark").or(line.strip_suffix(": bench")));
        Ok(names.map(str::to_owned).collect())
    }

    fn measure(&self, program: &HarnessProgram, benchmark: &str, order: Order) -> Result<Vec<Sample>, String> {
        let run = CriterionRun { program, filter: filter(benchmark), seconds: order.seconds.max(LEAST_S) };
        let length = match self.length.get() {
            Length::AsTold => run.as_told()?,
            known => known,
        };
        self.length.set(length);
        match length {
            Length::AsTold => {}
            // Before version 0.4 it knows no such word.
            Length::Quick => run.quick().or_else(|_| run.whole_seconds())?,
            Length::WholeSeconds => run.whole_seconds()?,
        }
        let found = criterion_samples(program.scratch()).map_err(|err| err.to_string())?;
        let samples = the_one(found, benchmark)?;
        if samples.is_empty() { Err(format!("criterion kept no samples of `{benchmark}`")) } else { Ok(samples) }
    }
}

/// A process of criterion that measures one benchmark.
struct CriterionRun<'a> {
    program: &'a HarnessProgram,
    filter: String,
    seconds: f64,
}

/// Its own statistics are of no use here, and cost time.
const USUAL: [&str; 4] = ["--bench", "--noplot", "--nresamples", "2"];
const WHOLE: &str = "1";

impl CriterionRun<'_> {
    /// A run as short as it was told, or what is to be done instead.
    fn as_told(&self) -> Result<Length, String> {
        let (warm_up, measurement) = (format!("{:.6}", self.seconds * WARM_UP_SHARE), format!("{:.6}", self.seconds));
        let words = self.words(&warm_up, &measurement);
        let is_longer = |line: &str| is_longer_than(line, self.seconds * 1e9);
        match self.program.run_unless(&words, &self.env(), &is_longer) {
            Ok(true) => Ok(Length::AsTold),
            Ok(false) => Ok(Length::Quick),
            // It may not have liked its times. Where that is not so, what it said first is of use.
            Err(why) => self.whole_seconds().map(|()| Length::WholeSeconds).map_err(|_| why),
        }
    }

    /// A tenth of a second whatever its code says, and longer only where two samples differ by more than that share.
    fn quick(&self) -> Result<(), String> {
        let quick = ["--quick", "--significance-level", "0.9", &self.filter];
        self.program.run(&[&USUAL[..], &quick].concat(), &self.env()).map(drop)
    }

    fn whole_seconds(&self) -> Result<(), String> {
        self.program.run(&self.words(WHOLE, WHOLE), &self.env()).map(drop)
    }

    fn words<'a>(&'a self, warm_up: &'a str, measurement: &'a str) -> Vec<&'a str> {
        let times = ["--sample-size", SAMPLES, "--warm-up-time", warm_up, "--measurement-time", measurement];
        [&USUAL[..], &times, &[&self.filter]].concat()
    }

    fn env(&self) -> [(&'static str, &Path); 1] {
        [(FOLDER, self.program.scratch())]
    }
}

/// Whether criterion is about to measure for much longer than it was told: a warm-up of another length, or so long for
/// more iterations than it takes at least.
fn is_longer_than(line: &str, told_ns: f64) -> bool {
    let after = |words: &str| line.split_once(words).map(|(_, rest)| rest);
    if let Some(warm_up) = after(": Warming up for ").and_then(time_ns) {
        return warm_up > told_ns * WARM_UP_SHARE * 2.0 + 1e6;
    }
    let Some(rest) = after(" samples in estimated ") else { return false };
    let iterations = rest.split_once('(').and_then(|(_, text)| text.split_once(' ')).map(|(number, _)| number);
    // Many are told as `87M`; of few it is the least that it takes.
    let are_many = iterations.is_some_and(|text| text.parse::<u64>().map_or(true, |number| number > MOST_OF_FEW));
    are_many && time_ns(rest).is_some_and(|ns| ns > told_ns * 3.0)
}

/// Ten samples of one to ten iterations.
const MOST_OF_FEW: u64 = 55;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_its_code_says_of_times_shows_before_they_are_spent() {
        let told_ns = 1e7;
        for line in [
            "Benchmarking a: Warming up for 500.00 ms",
            "Benchmarking a: Warming up for 3.0000 s",
            "Benchmarking a: Collecting 10 samples in estimated 3.0000 s (87M iterations)",
            "Benchmarking a: Collecting 100 samples in estimated 5.0000 s (5050 iterations)",
        ] {
            assert!(is_longer_than(line, told_ns), "{line}");
        }
        for line in [
            "Benchmarking a: Warming up for 2.0000 ms",
            "Benchmarking a: Collecting 10 samples in estimated 10.100 ms (87M iterations)",
            "Benchmarking a: Collecting 10 samples in estimated 4.0000 s (10 iterations)",
            "Benchmarking a: Collecting 10 samples in estimated 4.0000 s (55 iterations)",
            "Benchmarking a: Analyzing",
            "",
        ] {
            assert!(!is_longer_than(line, told_ns), "{line}");
        }
    }
}
