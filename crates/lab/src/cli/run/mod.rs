//! Measures, keeps and reports; or says what would be measured.

mod dry;
mod command;

pub(super) use command::run;
