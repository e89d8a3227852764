//! The pipeline in Rust, on one core.
//!
//! In: an array of 64-bit integers; out: the sum of the leading zeros. Nothing is inlined into what calls
//! it, so that the machine code of each way stands below its own name.

use collections_suite::{Way, bench};
use paragone_sdk::Driver;

#[inline(never)]
fn imperative(values: &[i64]) -> i64 {
    let mut sum = 0_i64;
    for &value in values {
        if value != 0 {
            let swapped = value.swap_bytes();
            if (swapped & 0xff00) >> 8 < swapped & 0xff {
                let zeros = i64::from(swapped.leading_zeros());
                if zeros <= 56 {
                    sum = sum.wrapping_add(zeros);
                }
            }
        }
    }
    sum
}

/// Every element is counted, by nothing where a filter holds it back: conditions are numbers here.
#[inline(never)]
fn branchless(values: &[i64]) -> i64 {
    let mut sum = 0_i64;
    for &value in values {
        let swapped = value.swap_bytes();
        let zeros = i64::from(swapped.leading_zeros());
        let kept = (value != 0) & ((swapped & 0xff00) >> 8 < swapped & 0xff) & (zeros <= 56);
        sum = sum.wrapping_add(i64::from(kept).wrapping_neg() & zeros);
    }
    sum
}

#[inline(never)]
fn lazy(values: &[i64]) -> i64 {
    values
        .iter()
        .copied()
        .filter(|value| *value != 0)
        .map(i64::swap_bytes)
        .filter(|value| (value & 0xff00) >> 8 < value & 0xff)
        .map(|value| i64::from(value.leading_zeros()))
        .filter(|zeros| *zeros <= 56)
        .fold(0, i64::wrapping_add)
}

/// The same iterator, asked for one element after the other by a loop.
#[inline(never)]
fn lazy_for(values: &[i64]) -> i64 {
    let zeros = values
        .iter()
        .copied()
        .filter(|value| *value != 0)
        .map(i64::swap_bytes)
        .filter(|value| (value & 0xff00) >> 8 < value & 0xff)
        .map(|value| i64::from(value.leading_zeros()))
        .filter(|zeros| *zeros <= 56);
    let mut sum = 0_i64;
    for zeros in zeros {
        sum = sum.wrapping_add(zeros);
    }
    sum
}

/// A collection after each stage.
#[inline(never)]
fn eager(values: &[i64]) -> i64 {
    let present: Vec<i64> = values.iter().copied().filter(|value| *value != 0).collect();
    let swapped: Vec<i64> = present.into_iter().map(i64::swap_bytes).collect();
    let ordered: Vec<i64> = swapped.into_iter().filter(|value| (value & 0xff00) >> 8 < value & 0xff).collect();
    let zeros: Vec<i64> = ordered.into_iter().map(|value| i64::from(value.leading_zeros())).collect();
    let kept: Vec<i64> = zeros.into_iter().filter(|zeros| *zeros <= 56).collect();
    kept.into_iter().fold(0, i64::wrapping_add)
}

/// The same, borrowing what was collected: each stage takes memory of its own.
#[inline(never)]
fn eager_borrowed(values: &[i64]) -> i64 {
    let present: Vec<i64> = values.iter().copied().filter(|value| *value != 0).collect();
    let swapped: Vec<i64> = present.iter().map(|value| value.swap_bytes()).collect();
    let ordered: Vec<i64> = swapped.iter().copied().filter(|value| (value & 0xff00) >> 8 < value & 0xff).collect();
    let zeros: Vec<i64> = ordered.iter().map(|value| i64::from(value.leading_zeros())).collect();
    let kept: Vec<i64> = zeros.iter().copied().filter(|zeros| *zeros <= 56).collect();
    kept.iter().copied().fold(0, i64::wrapping_add)
}

fn main() {
    let ways: [(&str, Way); 6] = [
        ("loop", imperative),
        ("branchless", branchless),
        ("lazy", lazy),
        ("lazy-for", lazy_for),
        ("eager", eager),
        ("eager-borrowed", eager_borrowed),
    ];
    let mut driver = Driver::new();
    for (name, way) in ways {
        for benchmark in ["pipeline", "rust", "published", "published-largest", "prediction", "prediction-others"] {
            bench(&mut driver, benchmark, name, way);
        }
    }
    driver.serve()
}
