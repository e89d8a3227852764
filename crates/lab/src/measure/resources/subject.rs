//! A cell that has been timed, with all that it takes to call it once more.

use crate::driver::{CellTask, Surroundings};
use crate::measure::lane::LaneProgram;
use crate::model::{Mode, Params};

/// A cell that has been timed.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimedCell<'a> {
    pub(super) entrant: &'a LaneProgram,
    pub(super) fixed: &'a Params,
    pub(super) task: CellTask<'a>,
    pub(super) per_call_ns: f64,
    /// Processor time of a call while it was timed, where that is known.
    pub(super) cpu_ns: Option<f64>,
    pub(super) around: &'a Surroundings,
    pub(super) mode: Mode,
}
