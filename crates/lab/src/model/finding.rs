//! What judging makes of a run: rows with verdicts, ready for any report.

use serde::{Deserialize, Serialize};

use crate::model::caveat::Caveat;
use crate::model::cell::{ImplementationId, Params};
use crate::model::changes::Changes;
use crate::model::choice::Choice;
use crate::model::command::COMMAND;
use crate::model::crossover::Crossover;
use crate::model::disassembly::Disassembly;
use crate::model::intervention::{Effect, Intervention};
use crate::model::reading::Readings;
use crate::model::resource::Resources;
use crate::model::suite::Throughput;
use crate::model::told::Told;
use crate::model::trial::{Outcome, Trials};
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
    /// What decides, where that is not time: then `faster` and `slower` mean better and worse by that.
    pub trials: Option<Trials>,
    pub baseline: ImplementationId,
    /// The answer in a sentence.
    pub answer: String,
    /// By size, and by parameters within it.
    pub comparisons: Vec<ComparisonFinding>,
    /// Where the order of those who lead changes, by parameters and size.
    pub crossovers: Vec<Crossover>,
    /// Which one to use, by size; one for each set of parameters, none where nothing can be told.
    pub choices: Vec<Choice>,
    /// What a parameter intervenes in, and what that tells, by size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intervention: Option<Intervention>,
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// The machine code of those whose suite names the function that does the work, in the order of the plan.
    #[serde(default)]
    pub code: Vec<CodeFinding>,
    /// Implementations that are whole commands, in the order in which they were given.
    pub commands: Vec<CommandLine>,
    /// What starting a process costs that does nothing, where there are commands: nanoseconds.
    pub start_ns: Option<f64>,
}

/// What one implementation's loops are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeFinding {
    pub implementation: ImplementationId,
    pub code: Disassembly,
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

impl ComparisonFinding {
    /// Whether its rows were measured apart from each other, by another tool.
    pub fn is_unpaired(&self) -> bool {
        self.rows.iter().any(|row| row.verdict == Verdict::Unpaired)
    }
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
    /// What another tool's file tells of it, nanoseconds a call by name: `mean`, `median`, `p99`.
    #[serde(default)]
    pub told: Told,
    /// What its trials came to, by metric in the order of the suite; empty where time decides.
    #[serde(default)]
    pub outcomes: Vec<Outcome>,
    pub caveats: Vec<Caveat>,
    /// For pictures alone: it is made of the samples anew whenever a run is judged.
    #[serde(skip)]
    pub shape: Shape,
}

/// What pictures show of a row's samples, and no table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    pub heap: Option<Heap>,
    /// Its time over the run, of any run.
    pub course: Vec<Stretch>,
}

/// Where its times gather: heights at places whose logarithms are as far apart as each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Heap {
    /// The first and the last place, nanoseconds a call: about the 1st and the 99th percentile.
    pub low_ns: f64,
    pub high_ns: f64,
    /// The greatest is 1.
    pub heights: Vec<f64>,
}

impl Row {
    /// One of which nothing was measured.
    pub fn bare(implementation: ImplementationId, verdict: Verdict) -> Row {
        Row {
            implementation,
            verdict,
            estimate: None,
            to_best: None,
            times: None,
            tsc_cycles_floor: None,
            tsc_cycles: None,
            core_cycles_floor: None,
            core_cycles: None,
            empty_call_ns: None,
            readings: Readings::new(),
            runtime: Runtime::default(),
            resources: Resources::new(),
            over_time: Vec::new(),
            told: Told::new(),
            outcomes: Vec::new(),
            caveats: Vec::new(),
            shape: Shape::default(),
        }
    }

    /// What its trials came to by a metric. `None`: it told none.
    pub fn outcome(&self, metric: &str) -> Option<&Outcome> {
        self.outcomes.iter().find(|outcome| outcome.metric == metric)
    }

    /// Nanoseconds of a typical call: the median of the samples, or what another tool's file tells for it.
    pub fn central_ns(&self) -> Option<f64> {
        let told = || ["median", "mean"].iter().find_map(|name| self.told.get(*name)).copied();
        self.times.map(|times| times.p50).or_else(told)
    }
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
