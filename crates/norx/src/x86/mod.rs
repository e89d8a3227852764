//! Vectors of x86-64, and the functions that enable them.
//!
//! In reading order: what the processor has; the vectors; the functions.

pub(crate) mod detect;
mod avx2;
mod half;
mod round;
mod fours;
mod avx512;
mod sse;
mod pair;
mod entry;

pub(crate) use entry::*;
