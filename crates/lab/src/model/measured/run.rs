//! One execution of a plan on one machine, as the store holds it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::model::{Block, Event, Fault, ImportSource, Machine, MachineState, Plan};

/// How far a run came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunState {
    /// Under way, or killed on the way: `run --resume` goes on.
    Open,
    Complete,
    /// Ended by the user before its time; can be resumed.
    Interrupted,
}

/// What was in use: Paragone, its protocol, and each driver's own word on its compiler or runtime.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versions {
    pub lab: String,
    pub protocol: u32,
    /// (toolchain or library, version).
    pub tools: Vec<(String, String)>,
}

/// A cell that has no time, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Failure {
    pub contest: usize,
    /// `None`: in every comparison.
    pub comparison: Option<usize>,
    pub lane: usize,
    pub launch: u32,
    pub fault: Fault,
}

/// A run, whole.
#[derive(Clone, Debug)]
pub struct Run {
    /// Unique without a registry: 16 hexadecimal digits.
    pub id: String,
    /// Seconds since 1970, UTC.
    pub began: i64,
    pub state: RunState,
    pub note: String,
    /// What was typed.
    pub command: String,
    pub plan: Plan,
    pub machine: Machine,
    pub versions: Versions,
    /// In the order in which they were measured.
    pub blocks: Vec<Block>,
    pub events: Vec<Event>,
    /// By which schema of the store it was written: what its rows mean may depend on it.
    pub schema: u32,
}

/// The first schema by which a launch is the processes of one comparison. Before it, they went through all sizes of
/// a benchmark.
pub const LAUNCHES_OF_ONE_COMPARISON: u32 = 2;

impl Run {
    pub fn launches_hold_one_comparison(&self) -> bool {
        self.schema >= LAUNCHES_OF_ONE_COMPARISON
    }

    /// Which launch of a comparison that is, counted from 0: numbers of launches run through all comparisons of a
    /// contest.
    pub fn launch_of(&self, contest: usize, comparison: usize, launch: u32) -> usize {
        let place = (contest, comparison);
        let of_events = self.events_at(place).filter_map(|event| match event {
            Event::Calibrated { launch, .. } => Some(*launch),
            _ => None,
        });
        let of_blocks = self.blocks_of(place).map(|block| block.launch);
        of_events.chain(of_blocks).filter(|of| *of < launch).collect::<BTreeSet<u32>>().len()
    }

    /// Every failure, as the events tell it.
    pub fn failures(&self) -> Vec<Failure> {
        let failure = |event: &Event| match event {
            &Event::Failed { contest, comparison, lane, launch, ref fault } => {
                Some(Failure { contest, comparison, lane, launch, fault: fault.clone() })
            }
            _ => None,
        };
        self.events.iter().filter_map(failure).collect()
    }

    /// What happened to one lane in one comparison; a failure in the whole contest is not among it.
    pub fn events_of(&self, place: (usize, usize), lane: usize) -> impl DoubleEndedIterator<Item = &Event> {
        let place = Some((place.0, Some(place.1), Some(lane)));
        self.events.iter().filter(move |event| event.place() == place)
    }

    /// What happened to a comparison as a whole.
    pub fn events_at(&self, (contest, comparison): (usize, usize)) -> impl DoubleEndedIterator<Item = &Event> {
        let place = Some((contest, Some(comparison), None));
        self.events.iter().filter(move |event| event.place() == place)
    }

    /// All that was measured of a comparison.
    pub fn blocks_of(&self, place: (usize, usize)) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(move |block| (block.contest, block.comparison) == place)
    }

    /// Where it was imported from, if it was not measured here.
    pub fn source(&self) -> Option<&ImportSource> {
        self.events.iter().find_map(|event| if let Event::Imported(source) = event { Some(source) } else { None })
    }

    /// How the machine was, moment by moment.
    pub fn states(&self) -> impl Iterator<Item = &MachineState> {
        self.events.iter().filter_map(|event| if let Event::State(state) = event { Some(state) } else { None })
    }

    /// Nanoseconds inside timed sections, and nanoseconds of all measuring, over ended launches.
    pub fn timed_share(&self) -> (u64, u64) {
        self.events.iter().fold((0, 0), |(timed, all), event| match event {
            Event::LaunchEnded { measuring_ns, timed_ns, .. } => {
                (timed.saturating_add(*timed_ns), all.saturating_add(*measuring_ns))
            }
            _ => (timed, all),
        })
    }
}
