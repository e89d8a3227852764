//! The processor: what it is, and how fast.

pub(super) mod cpuinfo;
pub(super) mod layout;
pub(super) mod speed;
pub(super) mod rates;
pub(super) mod virtualisation;
