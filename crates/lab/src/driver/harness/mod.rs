//! Benchmark harnesses that people already have, as drivers: one file for each, which says how its benchmarks are listed,
//! how one of them is run for about so long, and where its samples are.

mod interface;
mod program;
mod criterion;
mod divan;
mod go;
mod google;
mod jmh;
mod pytest;
mod known;
mod serve;

pub use known::{WORD, benchmarks};
pub use serve::serve;
