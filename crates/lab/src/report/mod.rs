//! From judgements to ink. Pure: findings in, text out.

mod ink;
mod paragraph;
mod quantity;
mod words;
mod grid;
mod answer;
mod footer;
mod commands;
mod runtime;
mod cycles;
mod ranking;
mod percentiles;
mod resources;
mod spans;
mod caveats;
mod canvas;
mod axis;
mod series;
mod curve;
mod failures;
mod colophon;
mod sparkline;
mod builds;
mod over_time;
mod changes;
mod card;
mod terminal;
mod json;
mod plan;
mod selection;
#[cfg(test)]
mod specimen;

pub use card::{card, unknowns};
pub use colophon::{machine_line, run_line};
pub use ink::{Ink, Tone};
pub use json::json;
pub use paragraph::{clean, wrap, wrap_pieces};
pub use plan::dry_run;
pub use quantity::{counted, duration, size_label};
pub use selection::Selection;
pub use terminal::{Parts, terminal};
pub use words::verdict;
