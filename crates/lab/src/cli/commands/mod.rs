//! Whole commands side by side, without a suite.

mod sweep;
mod specs;
mod command;

pub(super) use command::commands;
