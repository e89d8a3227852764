//! Options that several commands share.

pub(super) mod typed;
pub(super) mod global;
pub(super) mod measure_options;
pub(super) mod run_args;
pub(super) mod outcome_args;
