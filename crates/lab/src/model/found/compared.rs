//! What judging makes of several runs: machines side by side, what became of each cell from one run to the next, and
//! what each run of one machine has to say of a cell.

use serde::Serialize;

use crate::model::{
    ImplementationId, Interval, Mode, Outcome, Params, Percentiles, Throughput, TrialMetric, Verdict, unit,
};

/// Compared runs. They were not measured in the same rounds, and nothing here pretends so.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedRuns {
    pub runs: Vec<ComparedRun>,
    /// By benchmark; empty where all runs are of one machine.
    pub machines: Vec<OverMachines>,
    /// By benchmark and pair of runs of one machine, the first of it with each later one.
    pub changes: Vec<BenchmarkChanges>,
    /// Cells of these pairs that the earlier run has a time of and the later has not.
    pub missing: Vec<MissingCell>,
    /// What the reader must know of the runs before any number; as sentences they are in `words::runs_notice`.
    #[serde(skip)]
    pub notices: Vec<RunsNotice>,
}

/// Something about compared runs that no number of theirs tells; runs are indices into those that are compared.
#[derive(Clone, Debug, PartialEq)]
pub enum RunsNotice {
    /// Measured by another tool, one implementation after the other.
    Imported { run: usize },
    /// Its times are those of an emulator.
    Emulated { run: usize },
    /// Two runs of one machine differ in something else than the code that was measured; `None` where it is unknown.
    Differs { what: RunSetting, from: (usize, Option<String>), to: (usize, Option<String>) },
    /// Benchmarks of both runs that are decided by metrics of trials, which nobody compares from run to run.
    DecidedByTrials { benchmarks: Vec<String>, from: usize, to: usize },
    /// Of several runs of one machine, the table of machines has the last given.
    LastOfMachine { runs: usize, last: usize },
    /// A benchmark that has not one baseline on all machines.
    OtherBaselines { benchmark: String, baselines: Vec<(usize, ImplementationId)> },
}

/// What two runs of one machine may have been measured with otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunSetting {
    Kernel,
    Libc,
    Governor,
    /// The one that drivers were on.
    Core,
    Lab,
    Mode,
    /// A compiler, a runtime or a library.
    Tool(String),
}

/// One of them.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedRun {
    pub id: String,
    /// Seconds since 1970, UTC.
    pub began: i64,
    pub note: String,
    pub mode: Mode,
    /// Empty where nobody knows.
    pub fingerprint: String,
    /// The processor's name, or what else there is to tell the machine by.
    pub machine: String,
}

impl ComparedRun {
    /// Whether another tool measured it, one implementation after the other.
    pub fn is_unpaired(&self) -> bool {
        self.mode == Mode::Imported
    }
}

/// A benchmark on several machines.
#[derive(Clone, Debug, Serialize)]
pub struct OverMachines {
    pub suite: String,
    pub benchmark: String,
    pub unit: Throughput,
    /// What ratios are of where that is not time: the name of the metric that decides.
    pub decides: Option<String>,
    pub baseline: ImplementationId,
    /// Index into the runs, of each machine.
    pub runs: Vec<usize>,
    /// Means over sizes, the smallest first; without the baseline.
    pub rows: Vec<MachineRow>,
    /// Every size and set of parameters that one of the machines has.
    pub sizes: Vec<MachineSize>,
}

/// One implementation on each machine.
#[derive(Clone, Debug, Serialize)]
pub struct MachineRow {
    pub implementation: ImplementationId,
    /// By machine; `None` where it has no time there.
    pub by_machine: Vec<Option<MachineRatio>>,
    /// Logarithm of the geometric mean over the machines; `None` where one of them lacks it.
    pub mean: Option<f64>,
    /// The machine on which it does best beside the baseline.
    pub best: Option<usize>,
    /// Cells that every machine has, which the ratios are means over.
    pub cells: usize,
}

/// Logarithm of its time over the baseline's, as a mean over cells.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MachineRatio {
    pub ratio: f64,
    /// As wide as if all cells erred together.
    pub drawn: Interval,
}

/// One size with one set of parameters on each machine.
#[derive(Clone, Debug, Serialize)]
pub struct MachineSize {
    pub params: Params,
    pub size: u64,
    /// In the order of the means, then those that no machine has a ratio of; without the baseline, unless it is
    /// unpaired on one of them.
    pub rows: Vec<SizeRow>,
}

/// One implementation at one size on each machine.
#[derive(Clone, Debug, Serialize)]
pub struct SizeRow {
    pub implementation: ImplementationId,
    /// By machine; `None` where it took no part at this size.
    pub by_machine: Vec<Option<MachineCell>>,
    /// Logarithm of the geometric mean over the machines; `None` where one of them lacks it.
    pub mean: Option<f64>,
    pub best: Option<usize>,
}

/// What a machine's own run says of a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MachineCell {
    /// The median, nanoseconds a call.
    pub time_ns: Option<f64>,
    /// `None` where it was compared with nobody, and then the verdict says why.
    pub ratio: Option<MachineRatio>,
    pub verdict: Verdict,
}

/// A benchmark in two runs of one machine.
#[derive(Clone, Debug, Serialize)]
pub struct BenchmarkChanges {
    pub suite: String,
    pub benchmark: String,
    pub unit: Throughput,
    /// Indices into the runs.
    pub from: usize,
    pub to: usize,
    pub margin: f64,
    pub cells: Vec<CellChange>,
}

/// What became of one cell.
#[derive(Clone, Debug, Serialize)]
pub struct CellChange {
    pub implementation: ImplementationId,
    pub params: Params,
    pub size: u64,
    /// Medians, nanoseconds a call.
    pub from_ns: f64,
    pub to_ns: f64,
    /// Logarithm of the later time over the earlier one.
    pub ratio: f64,
    /// At the cell's share of alpha.
    pub judged: Interval,
    /// Slower: the later run's.
    pub verdict: Verdict,
    pub measured: Against,
    pub code: ComparedCode,
}

/// A cell that had a time and has none any more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MissingCell {
    pub suite: String,
    pub benchmark: String,
    pub unit: Throughput,
    /// Indices into the runs.
    pub from: usize,
    pub to: usize,
    pub implementation: ImplementationId,
    pub params: Params,
    pub size: u64,
    /// Failed or wrong; `None` where the later run did not measure it.
    pub verdict: Option<Verdict>,
}

/// What a cell's times were put in relation to before runs were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// To the baseline of the same rounds, whose code is the same in both runs: what slows the machine cancels.
    Baseline,
    /// To nothing: a machine that was slower is in it.
    Nothing,
}

/// Whether two runs ran the same program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComparedCode {
    /// What moves such a cell is not its code.
    Same,
    Changed,
    Unknown,
}

/// One run's word on a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellPast {
    pub run: String,
    /// Seconds since 1970, UTC.
    pub began: i64,
    /// Nanoseconds a call, over all samples that a verdict may rest on; `None` where there are none.
    pub times: Option<Percentiles>,
    /// What decides, where that is not time, and what its trials came to.
    pub trials: Option<(TrialMetric, Outcome)>,
    /// Why there is no time, where that is known: a wrong answer, or a failure.
    pub fault: Option<Verdict>,
    pub launches: usize,
    /// Digest of the program that was measured last.
    pub program: Option<String>,
    /// What its driver said of its compiler or runtime.
    pub runtime: Option<String>,
}

impl CellPast {
    /// The middle of what was measured, and the ends of its spread: nanoseconds a call from p25 to p75, or of trials
    /// the metric from the least to the greatest.
    pub fn middle(&self) -> Option<[f64; 3]> {
        let of_times = || self.times.map(|times| [times.p50, times.p25, times.p75]);
        self.trials.as_ref().map(|(_, of)| of.middle()).or_else(of_times)
    }

    /// A value of it with its unit.
    pub fn amount(&self, value: f64) -> String {
        self.trials.as_ref().map_or_else(|| unit::time(value), |(metric, _)| metric.amount(value))
    }
}

/// A change of level between two runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LevelChange {
    /// The first run of the new level, as an index into the history.
    pub at: usize,
    /// Medians of the runs' medians on either side, as far as the next change: nanoseconds a call, or in the unit of
    /// the metric that decides.
    pub before: f64,
    pub after: f64,
    /// Whether the run before was of another program; `None` where either is unknown.
    pub other_program: Option<bool>,
}
