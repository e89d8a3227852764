//! Processes: started with a keeper, watched, and ended.

pub(super) mod process;
pub(super) mod process_tree;
pub(super) mod adopted;
pub(super) mod held;
pub(super) mod awake;
