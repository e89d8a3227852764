//! Processor time of one process, whatever system tells it.

/// A number may belong to another process later, which began later.
pub(super) type Id = (u32, u64);

pub(super) struct Used {
    pub name: String,
    /// Of processor time, by all its threads.
    pub seconds: f64,
}
