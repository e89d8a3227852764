//! What commands share on the way from a definition to a run: suites read, programs built, a plan measured and kept, its
//! findings told.

mod interrupt;
mod folders;
mod programs;
mod chosen;
mod lab;
mod versions;
mod definition;
mod prepare;
mod resume;
mod scene;
mod live;
mod execute;
mod conditions;
mod conclusion;
mod measured;
pub(super) mod whole_commands;

pub(super) use chosen::{needed_builds, served, server_of};
pub(super) use conclusion::Asked;
pub(super) use execute::{Job, around, execute, take_core};
pub(super) use folders::{builds_of, cache, inputs};
pub(super) use interrupt::asked_to_stop;
pub(super) use lab::Lab;
pub(super) use measured::measured;
pub(super) use prepare::{Prepared, expanded, layouts, prepared, settle, wishes};
pub(super) use resume::{cut_off, prepared_again};
