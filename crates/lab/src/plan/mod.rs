//! From suites and wishes to a plan. Pure: same suites and same seed, same plan; starts and reads nothing.

mod order;

pub use order::{Dice, jitter, shuffled, square};
