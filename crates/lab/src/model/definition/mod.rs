//! What a suite says: its benchmarks, programs, metrics and interventions.

pub(super) mod suite;
pub(super) mod call_kind;
pub(super) mod intervention;
pub(super) mod metric;
pub(super) mod trial;
