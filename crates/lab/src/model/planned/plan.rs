//! What is to be measured, before anything is: same suites and same seed, same plan.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::{
    Between, Cell, CommandSpec, Design, ImplementationId, Intervention, Layouts, Params, Revised, Throughput, Trials,
    Unmatched,
};

/// What kind of measurement the user asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// As soon as it is certain: short launches, or a single one where a launch is dear.
    Quick,
    /// Long launches, each with its code elsewhere.
    #[default]
    Standard,
    /// Whole commands, of which every run is a launch of its own.
    Fresh,
    /// Measured by another tool, one after the other: there are no blocks in which two stand side by side.
    Imported,
}

/// The starting plan of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    pub seed: u64,
    pub mode: Mode,
    /// Differences inside it do not matter to the asker; 0.01 is 1 %.
    pub margin: f64,
    /// False-alarm rate of all verdicts of a comparison together.
    pub alpha: f64,
    /// Seconds for one comparison, where its contest has none of its own.
    pub budget_s: f64,
    /// Seconds for the whole run.
    pub total_s: f64,
    /// Most rounds of one comparison.
    pub rounds: Option<u64>,
    /// Measured to the end of its time however certain the verdicts are: what is asked is how speed holds out.
    #[serde(default)]
    pub sustained: bool,
    /// Least length of a sample.
    pub sample_ns: u64,
    /// Blocks of one comparison in one launch, where launches are counted.
    pub blocks_per_launch: u32,
    /// Whether what each cell takes of the machine is counted once it has been timed.
    #[serde(default)]
    pub resources: bool,
    /// Whether its instructions are counted on an emulated processor as well.
    #[serde(default)]
    pub simulated: bool,
    /// Whether leaders that change places between two sizes are followed there with further sizes.
    #[serde(default)]
    pub crossovers: bool,
    /// Whether launches differ in where code lies; plans of older versions do not say, and nor do those without
    /// launches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layouts: Option<Layouts>,
    pub contests: Vec<Contest>,
    /// Of versions that are the same code, which nobody measures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same_code: Vec<Contest>,
    /// What versions could not be compared in.
    #[serde(default, skip_serializing_if = "Unmatched::is_empty")]
    pub unmatched: Unmatched,
}

/// One benchmark with those who take part: what the processes of one launch go through.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Contest {
    pub suite: String,
    pub benchmark: String,
    pub question: String,
    pub unit: Throughput,
    /// The baseline first, its clone last.
    pub lanes: Vec<Lane>,
    pub comparisons: Vec<Comparison>,
    /// Seconds for one of these comparisons, where they are not the run's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget_s: Option<f64>,
    /// Differences inside it do not matter here, where it is not the run's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// Implementations that are whole commands, by the name within their id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub commands: BTreeMap<String, CommandSpec>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub answers: Answers,
    /// Of a contest that was made on the way: what it is to find out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<Between>,
    /// The suite's server that inputs come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// What decides, where that is not time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trials: Option<Trials>,
    /// What one of the parameters is there to find out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intervention: Option<Intervention>,
    /// Where an implementation stands beside itself as it was: what became of its code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revised: Option<Revised>,
    /// How its comparisons are measured and judged, where that is not what the run's mode has always been.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub design: Option<Design>,
}

/// What an answer is held against.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answers {
    /// The reference's: another one is wrong, and never timed.
    #[default]
    Reference,
    /// These bytes, in every cell.
    Given(Vec<u8>),
    /// The baseline's, and another one is told but not held against anybody.
    Told,
}

fn is_usual(answers: &Answers) -> bool {
    *answers == Answers::Reference
}

/// What a lane is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Baseline,
    Contender,
    /// The A/A control: a second process of the baseline, whose distance from it is the noise floor.
    Clone,
}

/// A place in every round of a contest: one process per launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lane {
    pub implementation: ImplementationId,
    pub role: Role,
    /// The lane's size is the comparison's times this: 1, but for comparisons whose true ratio
    /// is made.
    pub stretch: f64,
    /// What tells it from other lanes of the same program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
}

impl Lane {
    /// An implementation as it is, at the comparison's own size.
    pub fn new(implementation: ImplementationId, role: Role) -> Lane {
        Lane { implementation, role, stretch: 1.0, variant: None }
    }

    /// The implementation whose program it runs.
    pub fn program(&self) -> &ImplementationId {
        self.variant.as_ref().map_or(&self.implementation, |variant| &variant.of)
    }
}

/// One program that takes part several times, each time with other parameters: the lane's implementation is then
/// a name made for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// The implementation that it is.
    pub of: ImplementationId,
    pub params: Params,
}

/// A contest at one size and one set of parameters: the family over which alarms are controlled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparison {
    pub params: Params,
    pub size: u64,
}

impl Mode {
    /// One word for tables, files and scripts.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Quick => "quick",
            Mode::Standard => "standard",
            Mode::Fresh => "fresh",
            Mode::Imported => "imported",
        }
    }
}

impl Plan {
    /// One false alarm in a hundred comparisons, by design.
    pub const ALPHA: f64 = 0.01;
    /// Long beside any clock and any wake-up, short enough that neighbours see the same machine.
    pub const SAMPLE_NS: u64 = 200_000;
    /// Enough for a median of a launch; more launches tell more than more blocks.
    pub const BLOCKS_PER_LAUNCH: u32 = 16;
    /// Blocks of a whole launch in quick mode, and where launches have other layouts and cost milliseconds: layouts differ
    /// by several times what the blocks of a launch do (docs/decisions/0047). Fewer than eight tell a launch's speed too
    /// coarsely, so that more launches are needed than are saved, and nothing of levels within a launch.
    pub const BLOCKS_PER_SHORT_LAUNCH: u32 = 8;
    /// Launches before anything is said of who is faster: with fewer, Student's interval is too wide to be of use.
    const LEAST_LAUNCHES: usize = 5;
    /// Launches before the first analysis where each has another layout. Layouts come in levels, some per cent apart:
    /// five of a lane that is on each of two levels half of the time are all on one of them in 6 of 100 comparisons,
    /// eight in fewer than one (docs/decisions/0045).
    const LEAST_VARIED_LAUNCHES: usize = 8;
    /// Below 1 % what else is on a machine weighs more than most differences.
    pub const MARGIN: f64 = 0.01;
    pub const BUDGET_S: f64 = 30.0;
    /// Of each suite that takes part: several in one run have what each would have had alone.
    pub const TOTAL_S: f64 = 600.0;
    /// Of the whole run's time, what is left for counting where all the rest is needed for timing.
    const COUNTING: f64 = 0.2;
    /// Of the time for timing, what is left for crossovers where all the rest is needed for what was planned.
    const CROSSING: f64 = 0.25;

    /// Launches before the first interim analysis of a comparison that counts them.
    pub fn least_launches(&self) -> usize {
        if self.layouts == Some(Layouts::Varied) { Plan::LEAST_VARIED_LAUNCHES } else { Plan::LEAST_LAUNCHES }
    }

    /// One that asks for nothing out of the usual: nothing counted, simulated or followed.
    pub fn new(seed: u64, mode: Mode, contests: Vec<Contest>) -> Plan {
        Plan {
            seed,
            mode,
            margin: Plan::MARGIN,
            alpha: Plan::ALPHA,
            budget_s: Plan::BUDGET_S,
            total_s: Plan::TOTAL_S,
            sample_ns: Plan::SAMPLE_NS,
            blocks_per_launch: Plan::BLOCKS_PER_LAUNCH,
            contests,
            ..Plan::default()
        }
    }

    /// How the comparisons of one of its contests are measured and judged.
    pub fn design(&self, contest: usize) -> Design {
        self.contests[contest].design(self.mode)
    }

    /// Seconds for one comparison of a contest.
    pub fn budget_of(&self, contest: &Contest) -> f64 {
        contest.budget_s.unwrap_or(self.budget_s)
    }

    /// Seconds that all comparisons of the starting plan may take together: what was added on the way changes nothing.
    pub fn budgets_s(&self) -> f64 {
        let planned = self.contests.iter().filter(|contest| contest.between.is_none());
        planned.map(|contest| self.budget_of(contest) * contest.comparisons.len() as f64).sum()
    }

    /// Seconds that timing may take of the whole run's.
    pub fn timing_s(&self) -> f64 {
        if self.resources { self.total_s * (1.0 - Plan::COUNTING) } else { self.total_s }
    }

    /// Differences inside it do not matter in this contest.
    pub fn margin_of(&self, contest: usize) -> f64 {
        self.contests[contest].margin(self.margin)
    }

    /// Seconds that the starting plan's comparisons may take of these.
    pub fn ladder_s(&self) -> f64 {
        let has_neighbours = self.contests.iter().any(|contest| contest.comparisons.len() > 1);
        if self.crossovers && has_neighbours { self.timing_s() * (1.0 - Plan::CROSSING) } else { self.timing_s() }
    }
}

impl Contest {
    /// One that asks for nothing out of the usual: no question, commands, budget, server or trials of its own.
    pub fn new(
        suite: &str,
        benchmark: &str,
        unit: Throughput,
        lanes: Vec<Lane>,
        comparisons: Vec<Comparison>,
    ) -> Contest {
        Contest {
            suite: suite.to_owned(),
            benchmark: benchmark.to_owned(),
            unit,
            lanes,
            comparisons,
            ..Contest::default()
        }
    }

    /// How the comparisons of this benchmark are measured and judged, in a run of that mode. Runs of before had one
    /// design for each mode.
    pub fn design(&self, of_run: Mode) -> Design {
        let usual = match of_run {
            Mode::Quick => Design::Blocks,
            Mode::Standard => Design::Launches,
            Mode::Fresh | Mode::Imported => Design::Runs,
        };
        if self.trials.is_some() { Design::Trials } else { self.design.unwrap_or(usual) }
    }

    /// Differences inside it do not matter here, in a run of that margin.
    pub fn margin(&self, of_run: f64) -> f64 {
        self.margin.unwrap_or(of_run)
    }

    /// Whether all lanes are whole commands.
    pub fn are_commands(&self) -> bool {
        self.lanes.iter().all(|lane| lane.implementation.call_kind().is_command())
    }

    /// What to run for an implementation that is a whole command.
    pub fn command_of(&self, id: &ImplementationId) -> Option<&CommandSpec> {
        self.commands.get(&id.name).filter(|_| id.call_kind().is_command())
    }

    /// What a lane is told in a comparison.
    pub fn params(&self, lane: usize, comparison: usize) -> Params {
        let own = self.lanes[lane].variant.iter().flat_map(|variant| variant.params.clone());
        self.comparisons[comparison].params.clone().into_iter().chain(own).collect()
    }

    /// The cell that a lane measures in a comparison.
    pub fn cell(&self, lane: usize, comparison: usize) -> Cell {
        let params = self.params(lane, comparison);
        let (lane, comparison) = (&self.lanes[lane], &self.comparisons[comparison]);
        Cell {
            suite: self.suite.clone(),
            benchmark: self.benchmark.clone(),
            implementation: lane.implementation.clone(),
            params,
            size: (comparison.size as f64 * lane.stretch).round() as u64,
        }
    }

    /// The index of the A/A control, if the contest has one.
    pub fn clone_lane(&self) -> Option<usize> {
        self.lanes.iter().position(|lane| lane.role == Role::Clone)
    }

    /// The lanes that are shown, by index: all but the A/A control.
    pub fn shown(&self) -> impl Iterator<Item = (usize, &Lane)> {
        self.lanes.iter().enumerate().filter(|(_, lane)| lane.role != Role::Clone)
    }

    /// The lane of an implementation; never the A/A control.
    pub fn lane_of(&self, id: &ImplementationId) -> Option<usize> {
        self.shown().find(|(_, lane)| lane.implementation == *id).map(|(index, _)| index)
    }

    /// Whether it is of the same benchmark.
    pub fn is_of_benchmark(&self, other: &Contest) -> bool {
        (&self.suite, &self.benchmark) == (&other.suite, &other.benchmark)
    }

    /// The lanes that a verdict is owed to.
    pub fn contenders(&self) -> impl Iterator<Item = usize> + '_ {
        self.lanes.iter().enumerate().filter(|(_, lane)| lane.role == Role::Contender).map(|(index, _)| index)
    }
}
