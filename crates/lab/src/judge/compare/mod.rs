//! Compared runs: revisions, machines, values of a parameter, and the history of one machine.

pub(super) mod by_size;
pub(super) mod over_machines;
pub(super) mod change;
pub(super) mod changes;
pub(super) mod missing;
pub(super) mod runs;
pub(super) mod history;
