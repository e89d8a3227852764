//! From a ratio to a verdict, and from verdicts to what is measured next: interim analyses, who is fastest, who leaves the
//! race, when to stop.

pub(super) mod rule;
pub(super) mod analysis;
pub(super) mod ranking;
pub(super) mod settled;
pub(super) mod runners;
pub(super) mod control_turn;
pub(super) mod next;
