//! What may be said of a run.

pub(super) mod finding;
pub(super) mod verdict;
pub(super) mod caveat;
pub(super) mod compared;
pub(super) mod self_test;
