//! What commands share on the way from a definition to a run: suites read, programs built, a plan measured and kept, its
//! findings told.

mod interrupt;
mod folders;
mod programs;
mod served;
mod needed_builds;
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
pub(super) mod whole_commands;

pub(super) use conclusion::Asked;
pub(super) use execute::{Job, around, execute};
pub(super) use folders::{builds_of, cache, inputs};
pub(super) use interrupt::asked_to_stop;
pub(super) use lab::Lab;
pub(super) use live::{Live, Voice};
pub(super) use needed_builds::needed_builds;
pub(super) use prepare::{Prepared, expanded, prepared, wishes};
pub(super) use programs::Programs;
pub(super) use resume::{cut_off, prepared_again};
pub(super) use served::{served, server_of};
