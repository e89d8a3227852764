//! What judging makes of a run: rows with verdicts, ready for any report.

use serde::{Deserialize, Serialize};

use crate::model::caveat::Caveat;
use crate::model::cell::{ImplementationId, Params};
use crate::model::changes::Changes;
use crate::model::command::COMMAND;
use crate::model::reading::Readings;
use crate::model::resource::Resources;
use crate::model::suite::Throughput;
use crate::model::verdict::{Estimate, Verdict};

/// Everything that may be said about a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Findings {
    pub contests: Vec<ContestFinding>,
    pub changes: Changes,
}

/// A benchmark, over its sizes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ContestFinding {
    pub suite: String,
    pub benchmark: String,
    pub question: String,
    pub unit: Throughput,
    pub baseline: ImplementationId,
    /// The answer in a sentence.
    pub answer: String,
    /// By size, and by parameters within it.
    pub comparisons: Vec<ComparisonFinding>,
    /// Implementations that are whole commands, in the order in which they were given.
    pub commands: Vec<CommandLine>,
    /// What starting a process costs that does nothing, where there are commands: nanoseconds.
    pub start_ns: Option<f64>,
}

/// What a command's name stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandLine {
    pub implementation: ImplementationId,
    pub text: String,
}

impl ContestFinding {
    /// An implementation's name as short as it can be: where all are commands, nobody need read that.
    pub fn label(&self, id: &ImplementationId) -> String {
        let mut rows = self.comparisons.iter().flat_map(|comparison| &comparison.rows);
        let all = !self.commands.is_empty() && rows.all(|row| row.implementation.language == COMMAND);
        if all { id.name.clone() } else { id.to_string() }
    }
}

/// One size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ComparisonFinding {
    pub params: Params,
    pub size: u64,
    /// From the fastest to the slowest, those without a time last; without lane A'.
    pub rows: Vec<Row>,
    /// Those that cannot be told from the best, as indices into `rows`.
    pub fastest: Vec<usize>,
    /// How far the next one is behind the fastest set, as a share, if there is one.
    pub gap: Option<f64>,
    /// How far apart two processes of the baseline were, as a share.
    pub noise: Option<f64>,
    /// Doubts about the whole comparison.
    pub caveats: Vec<Caveat>,
    pub blocks: usize,
    pub launches: usize,
    /// Why measuring ended; `None`: it did not.
    pub stopped: Option<crate::model::decide::StopReason>,
}

/// One implementation at one size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    pub implementation: ImplementationId,
    pub verdict: Verdict,
    /// Beside the baseline; `None` for the baseline, and where there is no time.
    pub estimate: Option<Estimate>,
    /// Ratio of its time to the best's, with its 95 % interval: 1 is the best itself.
    pub to_best: Option<(f64, f64, f64)>,
    /// Nanoseconds a call.
    pub times: Option<Percentiles>,
    /// Cycles of the time-stamp counter per unit of size, of the fastest and of the median sample.
    pub tsc_cycles_floor: Option<f64>,
    pub tsc_cycles: Option<f64>,
    /// Cycles of the core, as fast as it was found to be meanwhile, likewise.
    pub core_cycles_floor: Option<f64>,
    pub core_cycles: Option<f64>,
    /// Cost of an empty call of its driver, nanoseconds.
    pub empty_call_ns: Option<f64>,
    /// What its driver measured beside the time, over all samples.
    pub readings: Readings,
    pub runtime: Runtime,
    /// What it takes of the machine beside time, by metric.
    pub resources: Resources,
    /// Its time over the run, of a sustained one: stretches of one length, in the order of time.
    #[serde(default)]
    pub over_time: Vec<Stretch>,
    pub caveats: Vec<Caveat>,
}

/// A part of the time in which a comparison was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// Seconds from the first block to the middle of the stretch.
    pub at_s: f64,
    /// Median over its samples, nanoseconds a call.
    pub per_call_ns: f64,
}

/// What a driver's runtime did around the calls that count. Medians over launches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Runtime {
    /// From the start of the process to `ready`, nanoseconds.
    pub start_ns: Option<f64>,
    /// A request for one empty call with its reply, nanoseconds.
    pub round_trip_ns: Option<f64>,
    pub warm_up: Option<Warming>,
    /// Collections for each call, where the driver tells of them.
    pub collections: Option<f64>,
    /// Bytes allocated by each call, where the driver tells of them.
    pub allocated_bytes: Option<f64>,
}

/// How many launches warmed up in which way.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Warming {
    pub launches: usize,
    pub flat: usize,
    pub warmed: usize,
    pub slowed: usize,
    pub never_settled: usize,
    pub unwatched: usize,
    /// Calls until it was at rest, and their nanoseconds.
    pub calls: f64,
    pub wall_ns: f64,
}

/// Nanoseconds a call, over all samples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Percentiles {
    pub samples: usize,
    pub p0: f64,
    pub p25: f64,
    pub p50: f64,
    pub p75: f64,
    pub p90: f64,
    pub p99: f64,
    pub p100: f64,
}
