//! One file a command; the only room that sees both wings. No arithmetic here.

mod options;
mod session;
mod output;
mod new;
mod list;
mod check;
mod build;
mod clean;
mod verify;
mod run;
mod commands;
mod report;
mod compare;
mod import;
mod choose;
mod runs;
#[cfg(feature = "serve")]
mod serve;
mod doctor;
mod conform;
mod args;
mod start;

pub use start::start;
