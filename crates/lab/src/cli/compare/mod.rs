//! Puts runs beside each other.

mod slower;
mod command;

pub(super) use command::compare;
