//! What is going to be measured, and when it may stop.

pub(super) mod plan;
pub(super) mod decide;
pub(super) mod design;
pub(super) mod further;
