//! Shows what there is to measure, and what this machine lacks for it.

mod listing;
mod command;
mod languages;

pub(super) use command::list;
pub(super) use languages::list_languages;
