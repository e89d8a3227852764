//! One file a command; the only room that sees both wings. No arithmetic here.

mod runs;
mod runs_show;

pub use runs::{RunsArgs, RunsCommand, runs};
