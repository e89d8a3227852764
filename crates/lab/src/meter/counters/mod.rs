//! The kernel's counters of a process: which there are, and how they are read.

pub(super) mod kernel_counters;
pub(super) mod kernel_sources;
pub(super) mod perf;
pub(super) mod tracepoints;
