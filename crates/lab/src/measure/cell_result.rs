//! What becomes of an attempt that costs a cell at most.

use crate::model::Fault;

/// Outside: whether Paragone itself can go on; where it cannot, the run ends. Inside: what was asked for, or the fault
/// that costs whoever was asked its cell, and nobody else.
pub(crate) type CellResult<T> = anyhow::Result<Result<T, Fault>>;
