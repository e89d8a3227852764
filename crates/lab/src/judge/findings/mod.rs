//! Everything that a run shows, comparison by comparison, with its caveats.

pub(super) mod failures;
pub(super) mod usable;
pub(super) mod outcomes;
pub(super) mod resources;
pub(super) mod over_time;
pub(super) mod meanwhile;
pub(super) mod changes;
pub(super) mod around;
pub(super) mod effects;
pub(super) mod imported;
pub(super) mod growth;
pub(super) mod spending;
pub(super) mod comparison;
pub(super) mod same_code;
pub(super) mod of_run;
pub(super) mod self_test;
