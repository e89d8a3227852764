//! The fastest of several timings: noise only ever adds time, so the least is the least disturbed.
//!
//! Chen and Revels, "Robust Benchmarking in Noisy Environments", 2016.

/// The sample minimum, of values in any order. `None` without values.
pub fn floor(values: &[f64]) -> Option<f64> {
    values.iter().copied().min_by(f64::total_cmp)
}

/// The natural logarithm of the ratio of two sample minima, that of `other` over that of `base`.
///
/// All values have to be above 0. `None` where either sample has no values.
pub fn log_ratio(base: &[f64], other: &[f64]) -> Option<f64> {
    Some(floor(other)?.ln() - floor(base)?.ln())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_is_found() {
        assert_eq!(floor(&[3.0, 1.0, 2.0]), Some(1.0));
        assert_eq!(floor(&[]), None);
        assert_eq!(log_ratio(&[2.0, 4.0], &[9.0, 2.0]), Some(0.0));
        assert_eq!(log_ratio(&[1.0], &[std::f64::consts::E]), Some(1.0));
        assert_eq!(log_ratio(&[1.0], &[]), None);
    }
}
