//! What is to be measured, before anything is: same suites and same seed, same plan.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::cell::{Cell, ImplementationId, Params};
use crate::model::command::CommandSpec;
use crate::model::suite::Throughput;

/// How many launches stand behind a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// One launch: fast, and true of this launch only.
    Quick,
    /// At least five launches: true of the programs.
    Standard,
    /// Every run of a program is a launch of its own, as with whole commands: blocks are unrelated by
    /// themselves, and a verdict is true of the programs.
    Fresh,
}

/// The starting plan of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    pub seed: u64,
    pub mode: Mode,
    /// Differences inside it do not matter to the asker; 0.01 is 1 %.
    pub margin: f64,
    /// False-alarm rate of all verdicts of a comparison together.
    pub alpha: f64,
    /// Seconds for one comparison.
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
    /// Blocks of one comparison in one launch (standard mode).
    pub blocks_per_launch: u32,
    /// Whether what each cell takes of the machine is counted once it has been timed.
    #[serde(default)]
    pub resources: bool,
    /// Whether its instructions are counted on an emulated processor as well.
    #[serde(default)]
    pub simulated: bool,
    pub contests: Vec<Contest>,
}

/// One benchmark with those who take part: what the processes of one launch go through.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Contest {
    pub suite: String,
    pub benchmark: String,
    pub question: String,
    pub unit: Throughput,
    /// The baseline first, its clone last.
    pub lanes: Vec<Lane>,
    pub comparisons: Vec<Comparison>,
    /// Implementations that are whole commands, by the name within their id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub commands: BTreeMap<String, CommandSpec>,
    #[serde(default, skip_serializing_if = "Answers::is_usual")]
    pub answers: Answers,
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

impl Answers {
    fn is_usual(&self) -> bool {
        *self == Answers::Reference
    }
}

/// What a lane is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Baseline,
    Contender,
    /// Lane A': a second process of the baseline, whose distance from it is the noise floor.
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
    /// Of the whole run's time, what is left for counting where all the rest is needed for timing.
    const COUNTING: f64 = 0.2;

    /// Seconds that timing may take of the whole run's.
    pub fn timing_s(&self) -> f64 {
        if self.resources { self.total_s * (1.0 - Plan::COUNTING) } else { self.total_s }
    }
}

impl Contest {
    /// The cell that a lane measures in a comparison.
    pub fn cell(&self, lane: usize, comparison: usize) -> Cell {
        let (lane, comparison) = (&self.lanes[lane], &self.comparisons[comparison]);
        Cell {
            suite: self.suite.clone(),
            benchmark: self.benchmark.clone(),
            implementation: lane.implementation.clone(),
            params: comparison.params.clone(),
            size: (comparison.size as f64 * lane.stretch).round() as u64,
        }
    }

    /// The index of lane A', if the contest has one.
    pub fn clone_lane(&self) -> Option<usize> {
        self.lanes.iter().position(|lane| lane.role == Role::Clone)
    }

    /// The lanes that a verdict is owed to.
    pub fn contenders(&self) -> impl Iterator<Item = usize> + '_ {
        self.lanes.iter().enumerate().filter(|(_, lane)| lane.role == Role::Contender).map(|(index, _)| index)
    }
}
