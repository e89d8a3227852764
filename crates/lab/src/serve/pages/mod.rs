//! The pages: values in, HTML out. Every text is escaped by the template language.

mod frame;
mod list;
mod table;
mod run;
mod choose;
mod history;
mod compare;

pub(super) use choose::{choose_benchmark, choose_cell, choose_suite, placed};
pub(super) use compare::{choose_runs, compared_runs};
pub(super) use frame::{address, date, frame, html, no_store, of_cell, refused, styled};
pub(super) use history::history;
pub(super) use list::{list, machine_name};
pub(super) use run::run;
use table::table;
