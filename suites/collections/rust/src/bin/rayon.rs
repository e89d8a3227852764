//! The pipeline in Rust with rayon, on every core that there is.
//!
//! In: an array of 64-bit integers; out: the sum of the leading zeros. The pool's threads are there before
//! the first call is timed.

use collections_suite::bench;
use paragone_sdk::Driver;
use rayon::prelude::*;

#[inline(never)]
fn parallel(values: &[i64]) -> i64 {
    values
        .par_iter()
        .copied()
        .filter(|value| *value != 0)
        .map(i64::swap_bytes)
        .filter(|value| (value & 0xff00) >> 8 < value & 0xff)
        .map(|value| i64::from(value.leading_zeros()))
        .filter(|zeros| *zeros <= 56)
        .reduce(|| 0, i64::wrapping_add)
}

fn main() {
    let mut driver = Driver::new();
    bench(&mut driver, "rust", "rayon", parallel);
    driver.serve()
}
