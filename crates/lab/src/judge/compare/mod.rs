//! Runs beside each other: revisions, machines, values of a parameter, and the history of one machine.

pub(super) mod by_size;
pub(super) mod over_machines;
pub(super) mod shift;
pub(super) mod shifts;
pub(super) mod lost;
pub(super) mod across;
pub(super) mod history;
