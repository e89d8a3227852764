//! One file a command; the only room that sees both wings. No arithmetic here.
//!
//! `args` is what can be typed, `session` what commands share on the way from definitions to a run, `output` how findings
//! are written. A command uses these, and no other command.

mod exit;
mod outlet;
mod shell;
mod args;
mod output;
mod session;
mod new;
mod list;
mod check;
mod build;
mod clean;
mod verify;
mod run;
mod gate;
mod bisect;
mod commands;
mod runs;
mod report;
mod compare;
mod import;
mod choose;
#[cfg(feature = "serve")]
mod serve;
mod doctor;
mod conform;
mod start;

pub use start::start;
