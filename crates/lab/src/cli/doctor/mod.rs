//! Measures the machine, and Paragone itself on it.

mod diagnosis;
mod examine;
mod compare;
mod drivers;
mod words;
mod command;

pub(super) use command::doctor;
