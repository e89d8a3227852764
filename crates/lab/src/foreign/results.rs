//! What a file of another tool tells, in one form for all of them.

use crate::model::{ImportSource, ImportedTimes, Machine, Params, Sample, Throughput};

/// A file's results.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    pub source: ImportSource,
    /// As far as the file tells it.
    pub machine: Machine,
    pub cells: Vec<Foreign>,
    /// What a reader should know of the file: a sentence each.
    pub notices: Vec<String>,
}

/// One result: names are the tool's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Foreign {
    /// What the tool itself puts together: a group, a class, a function with parts.
    pub benchmark: String,
    pub implementation: String,
    /// Where the tool does not tell another.
    pub language: &'static str,
    pub params: Params,
    pub size: u64,
    pub unit: Throughput,
    /// Batches of calls that were timed together.
    pub samples: Vec<Sample>,
    /// Means of repetitions whose calls are not told, nanoseconds a call.
    pub per_call_ns: Vec<f64>,
    pub summary: ImportedTimes,
}

impl Foreign {
    /// A result without a size: it is of one call.
    pub(super) fn of_a_call(language: &'static str, benchmark: &str, implementation: &str) -> Foreign {
        Foreign {
            benchmark: benchmark.to_owned(),
            implementation: implementation.to_owned(),
            language,
            params: Params::new(),
            size: 1,
            unit: Throughput::of("call"),
            samples: Vec::new(),
            per_call_ns: Vec::new(),
            summary: ImportedTimes::new(),
        }
    }

    /// A number in a name is a size of something that is not told.
    pub(super) fn sized(&mut self, size: u64) {
        (self.size, self.unit) = (size, Throughput::of("size="));
    }
}

/// A sample of calls that took so many nanoseconds each; no tool tells less than a nanosecond of a whole sample.
pub(super) fn sample(calls: u64, per_call_ns: f64, cpu_per_call_ns: f64) -> Sample {
    let whole = |ns: f64| (ns * calls as f64).round() as u64;
    Sample { calls, wall_ns: whole(per_call_ns), cpu_ns: whole(cpu_per_call_ns) }
}

impl Results {
    pub(super) fn of(tool: &str) -> Results {
        let source = ImportSource { tool: tool.to_owned(), version: None, file: String::new(), measured: None };
        Results {
            source,
            machine: Machine { fingerprint: Machine::ELSEWHERE.to_owned(), ..Machine::default() },
            cells: Vec::new(),
            notices: Vec::new(),
        }
    }
}
