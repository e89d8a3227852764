//! Out of the store: runs, lists of them, and what earlier ones knew.

pub(super) mod read;
pub(super) mod list;
pub(super) mod browse;
pub(super) mod past;
pub(super) mod spread;
pub(super) mod resolve;
