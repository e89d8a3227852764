//! Statistics for comparing timings: confidence intervals, interim analyses, bounds and changepoints.
//!
//! Numbers in, numbers out: no clock, no disk, no randomness; an answer that too few numbers cannot give is `None`.
//!
//! ```
//! use paragone_stats::student;
//!
//! // Logarithms of ratios of two times, one for each launch.
//! let (mean, interval) = student::interval(&[0.021, 0.019, 0.024, 0.020, 0.022], 0.01).expect("two values or more");
//! assert!(interval.contains(mean) && !interval.contains(0.0));
//! ```
//!
//! # Conventions
//!
//! - `alpha` is an error rate, a probability between 0 and 1: an interval misses what it is for with probability
//!   `alpha` at most, and its confidence level is `1 - alpha`. All intervals are two-sided [`Interval`]s.
//! - A parameter that is called `sorted` holds values in rising order, as [`quantile::sorted`] gives them. This is not
//!   checked, and in another order the answer means nothing.
//! - Values are finite. An infinite one, or one that is no number, makes answers that mean nothing.
//! - Values have any unit, and answers have the same. Times are best given as logarithms, so that differences are
//!   ratios.
//! - Each module names the paper that its method is from.

#![deny(missing_docs)]

mod interval;
pub mod quantile;
pub mod sign;
pub mod blocked_ranks;
pub mod student;
pub mod trimmed;
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

pub use interval::Interval;

#[cfg(test)]
mod random;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
