//! Conversations with drivers and servers.

pub(super) mod talk;
pub(super) mod ask;
pub(super) mod server;
pub(super) mod empty;
