//! What a run tells while it goes on, and whoever hears it.
//!
//! `measure` does not print and does not write: the progress line and the store listen.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::{Block, Disassembly, Fault, Further, Launch, MachineState, Resources, StopReason, Verdict, WarmUp};

/// What time went into that is not measuring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Answers that are checked before anything is timed.
    Verification,
    /// Processes that are started, prepared and warmed up.
    Preparation,
}

/// Something that happened. Indices are into the plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// What launches of the baseline differed by in an earlier run on this machine, as a logarithm:
    /// the least noise floor of a comparison of one launch.
    SpreadKnown { contest: usize, comparison: usize, spread: f64 },
    /// Processes are up and have greeted.
    LaunchBegan(Launch),
    /// Every answer of a lane in a comparison was right (`checked` of them); without a comparison,
    /// every known answer.
    Verified { contest: usize, comparison: Option<usize>, lane: usize, launch: u32, checked: usize },
    /// A lane was warmed up before it is timed.
    WarmedUp { contest: usize, comparison: usize, lane: usize, launch: u32, warm_up: WarmUp },
    /// Time that went into something else than measuring; without a comparison, into known answers and processes that
    /// serve a whole contest.
    Spent { contest: usize, comparison: Option<usize>, launch: u32, on: Phase, ns: u64 },
    /// Calls per sample, by lane, 0 for those who take no part.
    Calibrated { contest: usize, comparison: usize, launch: u32, calls: Vec<u64> },
    /// Not serialised: the store keeps blocks in their own packed form.
    #[serde(skip)]
    Block(Block),
    /// A look at what there is so far; verdicts by lane.
    Looked { contest: usize, comparison: usize, launch: u32, blocks: usize, verdicts: Vec<Verdict> },
    /// A lane takes no further part in a comparison: its verdict stands.
    Dropped { contest: usize, comparison: usize, launch: u32, lane: usize },
    /// A lane failed: in one comparison, or in all that were to come (`None`).
    Failed { contest: usize, comparison: Option<usize>, lane: usize, launch: u32, fault: Fault },
    /// A lane's answer is another than was expected, where that is told and not held against it.
    Differed { contest: usize, comparison: usize, lane: usize, launch: u32, text: String },
    /// What a lane's implementation printed on standard output or standard error, its end.
    Printed { contest: usize, lane: usize, launch: u32, bytes: u64, tail: String },
    /// A comparison is measured no further.
    Stopped { contest: usize, comparison: usize, launch: u32, reason: StopReason },
    /// What a cell takes of the machine, counted apart from its time in processes of its own.
    Counted { contest: usize, comparison: usize, lane: usize, resources: Resources },
    /// How much longer a call takes whose inputs change from call to call than one that is given the same input
    /// again and again: the logarithm of the ratio. Measured after the cell's time, which is of one input.
    Rotated { contest: usize, comparison: usize, lane: usize, ratio: f64 },
    /// How much longer calls took with inputs that they had never seen than later with the same ones: the logarithm of
    /// the ratio. Measured after the cell's time; told only where the difference is one that could be seen.
    Unseen { contest: usize, comparison: usize, lane: usize, ratio: f64 },
    /// How much longer calls take of a lane's program as it was built than over the layouts of its code: the logarithm of
    /// the ratio, at least. Measured after the cell's time; told only where that is certain.
    BesideLayouts { contest: usize, comparison: usize, lane: usize, layouts: u32, ratio: f64 },
    /// Of how much of the time of its requests a lane says that it is that of its calls, as a share: the rest is its
    /// reset, or what else it says that it does untimed.
    MostlyUntimed { contest: usize, comparison: usize, lane: usize, share: f64 },
    /// The machine code of a lane's implementation, as its program's file has it.
    Disassembled { contest: usize, lane: usize, code: Disassembly },
    /// The run was measured by another tool, and comes from a file of it.
    Imported(ImportSource),
    /// What the file tells of a cell beside samples: means of repetitions whose calls it does not count,
    /// nanoseconds a call, and summaries.
    Told { contest: usize, comparison: usize, lane: usize, per_call_ns: Vec<f64>, summary: ImportedTimes },
    /// More is measured than was planned: comparisons are added behind the others.
    Furthered(Further),
    /// The processes have gone. Blocks of a launch without this event come from an interrupted one.
    LaunchEnded { contest: usize, launch: u32, measuring_ns: u64, timed_ns: u64 },
    /// How the machine was, between two blocks.
    State(MachineState),
    /// The machine slept. Where a block was under way, `at_ns` is when that began, else when the sleep was
    /// noticed; a block's own times have no sleep in them.
    Suspended { at_ns: u64, seconds: f64 },
    /// A resumed run goes on from here.
    Resumed,
    /// Something the reader should know that belongs to no cell.
    Notice { text: String },
}

impl Event {
    /// Where in the plan it belongs: its contest, and its comparison and its lane where it is of one. `None`: it is of
    /// the whole run, or a block, which tells its own place.
    pub fn place(&self) -> Option<(usize, Option<usize>, Option<usize>)> {
        match self {
            Event::Imported(_)
            | Event::Resumed
            | Event::State(_)
            | Event::Suspended { .. }
            | Event::Notice { .. }
            | Event::Block(_) => None,
            Event::Furthered(Further { contest, .. })
            | Event::LaunchBegan(Launch { contest, .. })
            | Event::LaunchEnded { contest, .. } => Some((*contest, None, None)),
            Event::Printed { contest, lane, .. } | Event::Disassembled { contest, lane, .. } => {
                Some((*contest, None, Some(*lane)))
            }
            Event::SpreadKnown { contest, comparison, .. }
            | Event::Calibrated { contest, comparison, .. }
            | Event::Looked { contest, comparison, .. }
            | Event::Stopped { contest, comparison, .. } => Some((*contest, Some(*comparison), None)),
            Event::Spent { contest, comparison, .. } => Some((*contest, *comparison, None)),
            Event::Verified { contest, comparison, lane, .. } | Event::Failed { contest, comparison, lane, .. } => {
                Some((*contest, *comparison, Some(*lane)))
            }
            Event::Dropped { contest, comparison, lane, .. }
            | Event::Differed { contest, comparison, lane, .. }
            | Event::Counted { contest, comparison, lane, .. }
            | Event::MostlyUntimed { contest, comparison, lane, .. }
            | Event::Rotated { contest, comparison, lane, .. }
            | Event::Unseen { contest, comparison, lane, .. }
            | Event::BesideLayouts { contest, comparison, lane, .. }
            | Event::Told { contest, comparison, lane, .. }
            | Event::WarmedUp { contest, comparison, lane, .. } => Some((*contest, Some(*comparison), Some(*lane))),
        }
    }
}

/// Hears every event of a run, in order, between samples and never during one.
pub trait Listener {
    /// An error ends the run: a run that cannot be kept is not worth its time.
    fn hear(&mut self, event: &Event) -> anyhow::Result<()>;
}

/// Nanoseconds a call by name: `mean`, `median`, `min`, `max`, `standard-deviation`, `p99`. Told, not reckoned here.
pub type ImportedTimes = BTreeMap<String, f64>;

/// Where a run comes from that was not measured here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSource {
    /// Whose file: `criterion`, `google-benchmark`, `jmh`, `hyperfine`, `go`, `package-benchmark`.
    pub tool: String,
    /// Of the tool, as far as the file tells it.
    pub version: Option<String>,
    /// As it was typed.
    pub file: String,
    /// When it was measured, in the file's own words.
    pub measured: Option<String>,
}
