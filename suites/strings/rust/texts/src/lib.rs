//! What the Rust programs of the suite `strings` share: the strings, their hash, and the job for any allocator.
//!
//! In: the number of strings and the entries that they are drawn from; out: the sum of the hashes of what became of
//! them. It knows no allocator by name.

mod job;
mod texts;

pub use job::{blocks, decomposed, hash};
pub use texts::{BENCHMARKS, Texts, bench, bench_in};
