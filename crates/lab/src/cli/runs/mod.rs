//! Looks after the runs that are kept.

mod show;
mod command;

pub(super) use command::runs;
