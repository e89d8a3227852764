//! How findings are written: for the terminal or in a form for others, to standard output or into files.

mod file;
mod form;
mod report;

pub(super) use file::{deliver, draw};
pub(super) use form::parquet;
pub(super) use report::show;
