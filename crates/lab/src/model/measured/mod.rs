//! What a run keeps: launches, samples, events, faults.

pub(super) mod run;
pub(super) mod event;
pub(super) mod launch;
pub(super) mod sample;
pub(super) mod fault;
pub(super) mod code_change;
