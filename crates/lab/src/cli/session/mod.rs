//! What commands share on the way from a definition to a run: suites read, programs built, a plan measured and kept, its
//! findings told.

mod interrupt;
mod folders;
mod programs;
mod lab;
mod versions;
mod definition;
mod prepare;
mod resume;
mod scene;
mod live;
mod execute;
mod conditions;
mod measured;
pub(super) mod whole_commands;

pub(super) use execute::{Job, RunPlace, around, execute, take_core};
pub(super) use folders::{builds_of, cache, inputs};
pub(super) use interrupt::asked_to_stop;
pub(super) use lab::{Commits, Lab, fed, server_of};
pub(super) use measured::Asked;
pub(super) use prepare::{Prepared, RunWish, settle};
pub(super) use resume::{cut_off, prepared_again};
