//! What drivers are given: inputs, in memory, in files, or by a server.

pub(super) mod inputs;
pub(super) mod sealed;
pub(super) mod stored;
pub(super) mod supply;
