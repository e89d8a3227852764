//! A launch that goes on: its processes, and what they share.

use std::time::Instant;

use crate::measure::lane::{Lane, TimeMeter};
use crate::measure::state::RunInProgress;
use crate::model::Fault;
use crate::plan::Dice;

/// The lanes of a launch and what they share.
pub(super) struct OpenLaunch<'a> {
    pub(super) contest: usize,
    pub(super) comparison: usize,
    pub(super) launch: u32,
    pub(super) began: Instant,
    /// By lane; `None` for those without a process.
    pub(super) lanes: Vec<Option<Lane<'a>>>,
    /// Least length of a sample.
    pub(super) least_ns: u64,
    /// Whether every run is a launch of its own.
    pub(super) fresh: bool,
    pub(super) dice: Dice,
    pub(super) meter: TimeMeter,
}

impl OpenLaunch<'_> {
    /// Marks a lane as failed in the launch's comparison, and tells it.
    pub(super) fn fail(&self, run: &mut RunInProgress<'_>, lane: usize, fault: Fault) -> anyhow::Result<()> {
        run.fail((self.contest, Some(self.comparison)), lane, self.launch, fault)
    }
}
