//! Whole commands side by side, without a suite.

mod args;
mod sweep;
mod specs;
mod command;

pub(super) use args::CommandsArgs;
pub(super) use command::{Asked, commands, go_on, is_of_commands};
