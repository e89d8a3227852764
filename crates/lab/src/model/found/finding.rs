//! What judging makes of a run: rows with verdicts, ready for any report.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::model::{
    Caveat, Changes, Choice, Contest, Crossover, Disassembly, Effect, Estimate, ImplementationId, ImportedTimes,
    Intervention, LaunchTime, Outcome, Params, Readings, Resources, Revised, StopReason, Throughput, Trials, Unmatched,
    Verdict,
};

/// Everything that may be said about a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    pub contests: Vec<ContestFinding>,
    pub changes: Changes,
    /// What versions could not be compared in.
    #[serde(skip_serializing_if = "Unmatched::is_empty")]
    pub unmatched: Unmatched,
}

/// A benchmark, over its sizes.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ContestFinding {
    pub suite: String,
    pub benchmark: String,
    pub question: String,
    pub unit: Throughput,
    /// Differences inside it do not matter here, where it is not the run's; 0.01 is 1 %.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intervention: Option<Intervention>,
    pub effects: Vec<Effect>,
    /// Where an implementation stands beside itself as it was: what became of its code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revised: Option<Revised>,
    /// The machine code of those whose suite names the function that does the work, in the order of the plan.
    pub code: Vec<CodeFinding>,
    /// Implementations that are whole commands, in the order in which they were given.
    pub commands: Vec<CommandLine>,
    /// What starting a process costs that does nothing, where there are commands: nanoseconds.
    pub start_ns: Option<f64>,
}

/// What one implementation's loops are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CodeFinding {
    pub implementation: ImplementationId,
    pub code: Disassembly,
}

/// What a command's name stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CommandLine {
    pub implementation: ImplementationId,
    pub text: String,
}

impl ContestFinding {
    /// What a contest says of itself, before anything is found.
    pub fn of(contest: &Contest) -> ContestFinding {
        ContestFinding {
            suite: contest.suite.clone(),
            benchmark: contest.benchmark.clone(),
            question: contest.question.clone(),
            unit: contest.unit.clone(),
            margin: contest.margin,
            trials: contest.trials.clone(),
            baseline: contest.lanes[0].implementation.clone(),
            intervention: contest.intervention.clone(),
            revised: contest.revised.clone(),
            ..ContestFinding::default()
        }
    }

    /// Whether nothing was measured, as both versions are the same code.
    pub fn is_same_code(&self) -> bool {
        self.revised.as_ref().is_some_and(Revised::is_same)
    }

    /// `suite/benchmark`; where each implementation stands beside itself, with its name.
    pub fn title(&self) -> String {
        let name = format!("{}/{}", self.suite, self.benchmark);
        let mut rows = self.comparisons.iter().flat_map(|comparison| &comparison.rows);
        let today = rows.find(|row| row.implementation != self.baseline).filter(|_| self.revised.is_some());
        today.map_or(name.clone(), |row| format!("{name} {}", row.implementation))
    }

    /// An implementation's name as short as it can be: where all are commands, nobody need read that.
    pub fn label(&self, id: &ImplementationId) -> String {
        if self.are_commands() { id.name.clone() } else { id.to_string() }
    }

    /// Whether all who are compared are whole commands.
    pub fn are_commands(&self) -> bool {
        let mut rows = self.comparisons.iter().flat_map(|comparison| &comparison.rows);
        !self.commands.is_empty() && rows.all(|row| row.implementation.call_kind().is_command())
    }
}

/// One size.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ComparisonFinding {
    pub params: Params,
    pub size: u64,
    /// From the fastest to the slowest, those without a time last; without the A/A control.
    pub rows: Vec<Row>,
    /// Indices into `rows` of those that stand as [`Standing::Fastest`], and of those that may be as fast.
    pub fastest: Vec<usize>,
    pub may_be_as_fast: Vec<usize>,
    /// How far the first one that is certainly behind is behind, as a share, if there is one.
    pub gap: Option<f64>,
    /// How far apart two processes of the baseline were, as a share.
    pub noise: Option<f64>,
    /// Doubts about the whole comparison.
    pub caveats: Vec<Caveat>,
    pub blocks: usize,
    pub launches: usize,
    /// What its time went into.
    pub spending: Spending,
    /// Why measuring ended; `None`: it did not.
    pub stopped: Option<StopReason>,
}

impl ComparisonFinding {
    /// An implementation's row.
    pub fn row(&self, id: &ImplementationId) -> Option<&Row> {
        self.rows.iter().find(|row| row.implementation == *id)
    }

    /// Those who are fastest, as far as is known: one, or several that are the same within the margin.
    pub fn fastest_rows(&self) -> impl Iterator<Item = &Row> {
        self.fastest.iter().filter_map(|index| self.rows.get(*index))
    }

    /// Those of whom it is not known yet whether they are as fast.
    pub fn undecided_rows(&self) -> impl Iterator<Item = &Row> {
        self.may_be_as_fast.iter().filter_map(|index| self.rows.get(*index))
    }

    /// Those whom nobody has been shown to be faster than, by more than the margin.
    pub fn leading_rows(&self) -> impl Iterator<Item = &Row> {
        self.fastest_rows().chain(self.undecided_rows())
    }

    /// The first of those who are certainly behind.
    pub fn next_row(&self) -> Option<&Row> {
        self.rows.iter().find(|row| row.standing == Some(Standing::Behind))
    }

    /// Whether the run never came to it: nobody has a block, and nobody failed.
    pub fn is_unmeasured(&self) -> bool {
        let nothing = |row: &Row| matches!(row.verdict, Verdict::Baseline | Verdict::NotEnough) && row.times.is_none();
        self.blocks == 0 && self.rows.iter().all(nothing)
    }

    /// Whether it was not measured, as both versions are the same code.
    pub fn is_same_code(&self) -> bool {
        self.rows.iter().any(|row| row.verdict == Verdict::SameCode)
    }

    /// Whether its rows were measured apart from each other, by another tool.
    pub fn is_unpaired(&self) -> bool {
        self.rows.iter().any(|row| row.verdict == Verdict::Unpaired)
    }
}

/// How an implementation stands to the fastest: what every form of output says is read from this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Nobody is faster by more than the margin.
    Fastest,
    /// The data do not decide: its interval holds 1 and reaches beyond the margin.
    MayBeAsFast,
    /// Somebody is certainly faster.
    Behind,
}

/// Seconds of a comparison, by what they went into. Of runs of older versions only what was timed is known, and the
/// rest is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spending {
    /// Within timed sections of the blocks that count.
    pub timed_s: f64,
    /// Starting processes, preparing them and warming them up.
    pub preparation_s: f64,
    /// Checking answers, without known ones, which are asked once for all sizes.
    pub verification_s: f64,
}

/// One implementation at one size.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    pub implementation: ImplementationId,
    pub verdict: Verdict,
    /// Beside the baseline; `None` for the baseline, and where there is no time.
    pub estimate: Option<Estimate>,
    /// How it stands to the fastest; `None` where it has no time.
    pub standing: Option<Standing>,
    /// Ratio of its time to that of the first row, and from where to where its ratio to the fastest lies; all intervals
    /// of a comparison hold together at 99 %.
    pub to_best: Option<(f64, f64, f64)>,
    /// The upper end of the interval rests on few samples, which were enough because the difference is large, and is
    /// not claimed.
    pub raced: bool,
    /// Nanoseconds of a typical call, as tables and curves show it: of the first row the median of its samples, of any
    /// other that times its ratio. So rows stand to each other as they did in the same moments, although one that left
    /// early was not there when the machine changed. `None` where nobody was compared: then medians are shown.
    pub time_ns: Option<f64>,
    /// Nanoseconds a call, over all samples, whenever they were taken.
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
    pub over_time: Vec<Stretch>,
    /// Its time in each launch, with the layout that its program had there; one launch alone tells nothing.
    pub by_launch: Vec<LaunchTime>,
    /// What another tool's file tells of it, nanoseconds a call by name: `mean`, `median`, `p99`.
    pub told: ImportedTimes,
    /// What its trials came to, by metric in the order of the suite; empty where time decides.
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
    /// How many layouts of its code its launches had; 0 where they had one and the same.
    pub fn layouts(&self) -> usize {
        self.by_launch.iter().filter_map(|launch| launch.seed).collect::<BTreeSet<u32>>().len()
    }

    /// `, over 12 layouts`, to stand behind what is said of its time; nothing where that is of one.
    pub fn over_layouts(&self) -> String {
        if self.layouts() > 1 { format!(", over {} layouts", self.layouts()) } else { String::new() }
    }

    /// One of which nothing was measured.
    pub fn bare(implementation: ImplementationId, verdict: Verdict) -> Row {
        Row { implementation, verdict, ..Row::default() }
    }

    /// What its trials came to by a metric. `None`: it told none.
    pub fn outcome(&self, metric: &str) -> Option<&Outcome> {
        self.outcomes.iter().find(|outcome| outcome.metric == metric)
    }

    /// Nanoseconds of a typical call, to be shown: see `time_ns`; else the median of the samples, or what another
    /// tool's file tells for it.
    pub fn central_ns(&self) -> Option<f64> {
        let told = || ["median", "mean"].iter().find_map(|name| self.told.get(*name)).copied();
        self.time_ns.or(self.times.map(|times| times.p50)).or_else(told)
    }

    /// By how much its samples as a whole were slower than it is shown.
    pub fn shift(&self) -> f64 {
        let shown = self.central_ns().zip(self.times.map(|times| times.p50));
        shown.map_or(1.0, |(shown, median)| shown / median)
    }
}

/// A part of the time in which a comparison was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Stretch {
    /// Seconds from the first block to the middle of the stretch.
    pub at_s: f64,
    /// Median over its samples, nanoseconds a call.
    pub per_call_ns: f64,
}

/// What a driver's runtime did around the calls that count. Medians over launches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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
