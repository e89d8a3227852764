//! Numbers in, numbers out: the intervals, looks and bounds that judging rests on.
//!
//! No clock, no disk, no randomness; an answer that too few numbers cannot give is `None`.

#![warn(missing_docs)]

pub mod quantile;
pub mod sign;
pub mod blocked_ranks;
pub mod student;
pub mod welch;
pub mod hodges_lehmann;
pub mod floor;
pub mod autocorrelation;
pub mod modes;
pub mod density;
pub mod steadied;
pub mod changepoint;
pub mod course;
pub mod shifts;
pub mod interim;
pub mod rate;
pub mod bisection;

#[cfg(test)]
mod random;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
