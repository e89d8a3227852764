//! Into the store: a run while it goes on, and notes afterwards.

pub(super) mod insert;
pub(super) mod write;
pub(super) mod pack;
pub(super) mod amend;
