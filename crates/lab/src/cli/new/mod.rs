//! Begins a suite: its files in all the languages asked for, and the SDKs that they need.

mod templates;
mod contents;
mod command;

pub(super) use command::new;
