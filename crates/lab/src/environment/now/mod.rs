//! What the machine is doing: load, others, sleep.

pub(super) mod moment;
pub(super) mod others;
pub(super) mod state;
pub(super) mod ticks;
