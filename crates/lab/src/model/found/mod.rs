//! What may be said of a run.

pub(super) mod finding;
pub(super) mod verdict;
pub(super) mod caveat;
pub(super) mod choice;
pub(super) mod history;
pub(super) mod changes;
pub(super) mod compared;
pub(super) mod resource;
pub(super) mod told;
