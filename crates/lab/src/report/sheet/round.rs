//! Numbers with as many digits as a picture can show: a page of ten thousand cells is a third as long with them.

/// Five significant digits; what is infinite or no number stays as it is.
pub(super) fn rounded(value: f64) -> f64 {
    // Reckoned with powers of ten, 0.1 would come back as 0.10000000000000002.
    format!("{value:.4e}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_digits_are_kept() {
        assert_eq!([0.0, 1.234_567, 123_456.7, 0.000_123_456].map(rounded), [0.0, 1.2346, 123_460.0, 0.000_123_46]);
        assert_eq!(serde_json::to_string(&rounded(-9.876_543e-7)).unwrap(), "-9.8765e-7");
        assert_eq!(rounded(2.5e300), 2.5e300);
        assert!(rounded(f64::INFINITY).is_infinite());
    }
}
