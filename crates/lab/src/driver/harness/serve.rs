//! The driver's side of the protocol for programs of a harness: requests in, runs of the program out.
//!
//! It is this program again, started like any other driver, with the harness and the program behind it. A call is one
//! iteration of the benchmark. Asked to time so many, it has the harness run for about as long as they take, and tells
//! the lower quartile of the harness' samples as often as it was asked for: a harness says itself how many iterations it
//! makes.

use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use paragone_stats::quantile::{quantile, sorted};

use crate::driver::harness::interface::{FIRST_S, Harness, Order};
use crate::driver::harness::known::{WORD, of_words};
use crate::driver::harness::program::HarnessProgram;
use crate::driver::keeper::cpu_of_children_ns;
use crate::driver::own::conversation::{Details, OwnDriver, talk_with_paragone};
use crate::model::{BENCHMARK_PARAM, Sample};

/// Talks with Paragone until it is done; `arguments` are those after [`WORD`]. Gives the exit code.
pub fn serve(arguments: &[OsString]) -> u8 {
    let words: Option<Vec<String>> = arguments.iter().map(|word| word.to_str().map(str::to_owned)).collect();
    let opened = words
        .ok_or_else(|| "its words are no Unicode text".to_owned())
        .and_then(|words| of_words(&words, &[], Path::new(".")));
    match opened {
        Ok((name, harness, program)) => talk_with_paragone(&mut HarnessDriver { name, harness, program, cell: None }),
        Err(why) => {
            eprintln!("paragone: `{WORD}` is for Paragone's own use: {why}");
            2
        }
    }
}

struct HarnessDriver {
    name: &'static str,
    harness: Box<dyn Harness>,
    program: HarnessProgram,
    cell: Option<HarnessCell>,
}

enum HarnessCell {
    /// A call that does nothing.
    Empty,
    Benchmark {
        name: String,
        /// As the last run has told it.
        per_call_ns: Option<f64>,
    },
}

const NOTHING: &str = "nothing is prepared";

impl OwnDriver for HarnessDriver {
    fn greeting(&self, version: u32) -> String {
        let name = self.name;
        format!("paragone {version}\nlanguage {name}\nruntime a process a sample\nclock of the harness 1\nready\n")
    }

    fn prepare(&mut self, details: Details) -> Result<(), String> {
        let named = details.params.into_iter().find(|(name, _)| name == BENCHMARK_PARAM);
        self.cell = match (details.is_empty, named) {
            (true, _) => Some(HarnessCell::Empty),
            (false, Some((_, name))) => Some(HarnessCell::Benchmark { name, per_call_ns: None }),
            (false, None) => return Err(format!("no parameter `{BENCHMARK_PARAM}` says which benchmark is meant")),
        };
        Ok(())
    }

    fn forget(&mut self) {
        self.cell = None;
    }

    /// A benchmark has no answer. Its first sample tells whether it can be run; a run before it would cost some harnesses a
    /// second, in each launch.
    fn answer(&mut self, _: usize) -> Result<Vec<u8>, String> {
        self.cell.as_ref().map(|_| Vec::new()).ok_or_else(|| NOTHING.to_owned())
    }

    fn time(&mut self, calls: u64) -> Result<String, String> {
        match &mut self.cell {
            None => Err(NOTHING.to_owned()),
            Some(HarnessCell::Empty) => {
                let began = Instant::now();
                (0..calls).for_each(|call| {
                    std::hint::black_box(call);
                });
                let ns = began.elapsed().as_nanos();
                Ok(format!("time {ns} {ns}\n"))
            }
            Some(HarnessCell::Benchmark { name, per_call_ns }) => {
                let seconds = per_call_ns.map_or(FIRST_S, |ns| ns * calls as f64 * 1e-9);
                let (began, before) = (Instant::now(), cpu_of_children_ns());
                let samples = self.harness.measure(&self.program, name, Order { calls, seconds })?;
                let took_ns = (began.elapsed().as_nanos() as f64).max(1.0);
                let worked = (cpu_of_children_ns().saturating_sub(before) as f64 / took_ns).min(1.0);
                let each = per_call(&samples).ok_or_else(|| format!("it has no time of `{name}`"))?;
                *per_call_ns = Some(each);
                let wall_ns = each * calls as f64;
                // Of a run it is known which share of it a processor was at work.
                Ok(format!("time {} {}\n", wall_ns.round() as u64, (wall_ns * worked).round() as u64))
            }
        }
    }

    fn audit(&mut self, _: u64) -> Result<u32, String> {
        Err("a benchmark has no answers that could be audited".to_owned())
    }

    fn last(&self) -> Result<Vec<u8>, String> {
        Ok(Vec::new())
    }
}

/// The lower quartile of a harness' samples, whose numbers of calls differ: what disturbs a sample makes it longer.
fn per_call(samples: &[Sample]) -> Option<f64> {
    let each = samples.iter().map(|sample| sample.wall_ns as f64 / sample.calls as f64);
    quantile(&sorted(each.collect()), 0.25)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::own::conversation::talk;

    /// A program that says what google/benchmark would say, 5 ns a call.
    const GOOGLE: &str = r#"case "$*" in
        *list_tests*) echo BM_a/8; echo BM_b;;
        *BM_b*) echo oh >&2; exit 1;;
        *) echo '{"context": {}, "benchmarks": [{"name": "BM_a/8", "iterations": 100, "real_time": 5.0, "cpu_time": 5.0, "time_unit": "ns"}]}' >${3#*=};;
        esac"#;

    fn said(requests: &str) -> String {
        let words = ["google-benchmark", "sh", "-c", GOOGLE, "sh"].map(str::to_owned);
        let (name, harness, program) = of_words(&words, &[], Path::new(".")).unwrap();
        assert_eq!(harness.list(&program).unwrap(), ["BM_a/8", "BM_b"]);
        let mut driver = HarnessDriver { name, harness, program, cell: None };
        let mut output = Vec::new();
        talk(&mut driver, &mut requests.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_call_is_an_iteration_and_its_time_the_harness_own() {
        let text =
            said("paragone 3\nprepare b i\nparam benchmark BM_a/8\nend\nanswer 0\ntime 1\ntime 1000\nlast\nquit\n");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "language google-benchmark");
        let ready = lines.iter().position(|line| *line == "ready").unwrap();
        assert_eq!(lines[ready + 1..ready + 3], ["ok", "answer 0"]);
        assert!(lines[ready + 3].starts_with("time 5 ") && lines[ready + 4].starts_with("time 5000 "), "{text}");
        assert!(text.ends_with("answer 0\n"), "{text}");
    }

    #[test]
    fn what_fails_is_told_and_the_talk_goes_on() {
        let text =
            said("time 1\nprepare b i\nend\nprepare b i\nparam benchmark BM_b\nend\nanswer 0\ntime 1\naudit 1\n");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "error nothing is prepared");
        assert!(lines[1].starts_with("error no parameter `benchmark`"), "{text}");
        assert_eq!(lines[2..5], ["ok", "answer 0", "error exit status: 1: oh"]);
        assert!(lines[5].starts_with("error "), "{text}");
    }

    #[test]
    fn an_empty_call_takes_its_own_time() {
        let text = said("prepare paragone empty\nend\nanswer 0\ntime 1000\n");
        assert!(text.starts_with("ok\nanswer 0\ntime "), "{text}");
    }

    #[test]
    fn the_quartile_of_unlike_samples_is_of_a_call() {
        let sample = |calls, wall_ns| Sample { calls, wall_ns, cpu_ns: 0 };
        assert_eq!(per_call(&[sample(1, 9), sample(10, 50), sample(100, 400), sample(1, 90), sample(1, 7)]), Some(5.0));
        assert_eq!(per_call(&[]), None);
    }
}
