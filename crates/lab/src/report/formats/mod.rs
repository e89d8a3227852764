//! Findings as other programs read them: a pen a file, from the same judged run, the same bytes each time.

pub(super) mod document;
pub(super) mod json;
mod table;
mod cells;
mod samples;
mod trials;
mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod name;
mod markdown;
mod jmh;
mod junit;
mod go;
mod action;
mod bencher;
mod schema;
mod compare;
mod compare_markdown;

pub use action::github_action_benchmark;
pub use bencher::bencher;
pub use cells::cells;
pub use compare::compare_table;
pub use compare_markdown::compare_markdown;
pub use csv::csv;
pub use document::compare_json;
pub use go::go;
pub use jmh::jmh;
pub use junit::junit;
pub use markdown::markdown;
#[cfg(feature = "parquet")]
pub use parquet::parquet;
pub use samples::samples;
pub use schema::{CHOOSE_SCHEMA, COMPARE_SCHEMA, SCHEMA};
pub use table::Table;
pub use trials::trials;
