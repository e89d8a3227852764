//! A cell that has been timed, with all that it takes to call it once more.

use std::path::PathBuf;

use crate::driver::{CellTask, Surroundings};
use crate::measure::lane::LaneProgram;
use crate::model::{Mode, Params};

/// A cell that has been timed.
#[derive(Clone, Debug)]
pub(super) struct TimedCell<'a> {
    /// Contest, comparison and lane.
    pub(super) place: (usize, usize, usize),
    pub(super) entrant: &'a LaneProgram,
    pub(super) fixed: &'a Params,
    pub(super) benchmark: &'a str,
    pub(super) params: Params,
    pub(super) inputs: Vec<PathBuf>,
    pub(super) per_call_ns: f64,
    /// Processor time of a call while it was timed, where that is known.
    pub(super) cpu_ns: Option<f64>,
    pub(super) around: &'a Surroundings,
    pub(super) mode: Mode,
}

impl TimedCell<'_> {
    pub(super) fn task(&self) -> CellTask<'_> {
        let (benchmark, implementation) = (self.benchmark, &self.entrant.name);
        CellTask { benchmark, implementation, inputs: &self.inputs, params: &self.params }
    }
}
