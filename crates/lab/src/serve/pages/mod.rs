//! The pages: values in, HTML out. Every text is escaped by the template language.

mod address;
mod frame;
mod list;
mod table;
mod run;
mod chart;
mod choose;
mod history;
mod compare;

pub(super) use choose::{choose_benchmark, choose_cell, choose_suite};
pub(super) use compare::{choose_runs, compared_runs};
pub(super) use frame::{html, no_store, refused};
pub(super) use history::history;
pub(super) use list::list;
pub(super) use run::run;
