//! Compares runs.

mod slower;
mod command;

pub(super) use command::compare;
