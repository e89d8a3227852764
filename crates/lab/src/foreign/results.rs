//! What a file of another tool tells, in one form for all of them.

use crate::model::{ImportSource, ImportedTimes, Machine, Params, Sample, Throughput};

/// A file's results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    pub source: ImportSource,
    /// As far as the file tells it.
    pub machine: Machine,
    pub cells: Vec<Foreign>,
    /// What a reader should know of the file: a sentence each.
    pub notices: Vec<String>,
}

/// One result: names are the tool's own.
#[derive(Clone, Debug, Default, PartialEq)]
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
            size: 1,
            unit: Throughput::of("call"),
            ..Foreign::default()
        }
    }

    /// A number in a name is a size of something that is not told.
    pub(super) fn sized(&mut self, size: u64) {
        (self.size, self.unit) = (size, Throughput::of("size="));
    }
}

impl Results {
    pub(super) fn of(tool: &str) -> Results {
        Results {
            source: ImportSource { tool: tool.to_owned(), ..ImportSource::default() },
            machine: Machine { fingerprint: Machine::ELSEWHERE.to_owned(), ..Machine::default() },
            ..Results::default()
        }
    }

    /// A file in which nothing was found is not what it was taken for.
    pub(super) fn unless_empty(self, none: &str) -> Result<Results, String> {
        if self.cells.is_empty() { Err(none.to_owned()) } else { Ok(self) }
    }
}
