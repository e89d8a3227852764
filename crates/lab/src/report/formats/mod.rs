//! Findings as other programs read them: a pen a file, from the same judged run, the same bytes each time.

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
mod go;
mod action;
mod bencher;
mod schema;
mod beside;
mod beside_json;
mod beside_markdown;

pub use action::github_action_benchmark;
pub use bencher::bencher;
pub use beside::beside;
pub use beside_json::beside_json;
pub use beside_markdown::beside_markdown;
pub use cells::cells;
pub use csv::csv;
pub use go::go;
pub use jmh::jmh;
pub use markdown::markdown;
#[cfg(feature = "parquet")]
pub use parquet::parquet;
pub use samples::samples;
pub use schema::{CHOOSE_SCHEMA, COMPARE_SCHEMA, SCHEMA};
pub use table::Table;
pub use trials::trials;
