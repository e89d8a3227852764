//! A series without its single outliers: a disturbed reading is no change of what was read.

use crate::quantile::median;

/// The running medians of three of a series: each value becomes the middle one of itself and its two neighbours (Tukey,
/// "Exploratory Data Analysis", 1977).
///
/// The first and the last value have one neighbour only and are left off, so that there are two fewer than `values`, or
/// none. An outlier of one value disappears; what lasts for two stays.
pub fn steadied(values: &[f64]) -> Vec<f64> {
    values.windows(3).filter_map(median).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_reading_is_disturbed_and_two_are_a_change() {
        assert_eq!(steadied(&[3.0, 3.0, 1.0, 3.0, 3.0]), [3.0, 3.0, 3.0]);
        assert_eq!(steadied(&[3.0, 3.0, 1.0, 1.0, 3.0, 3.0]), [3.0, 1.0, 1.0, 3.0]);
        assert_eq!(steadied(&[1.0, 2.0, 3.0, 4.0]), [2.0, 3.0]);
    }

    #[test]
    fn two_values_have_no_middle() {
        assert!(steadied(&[1.0, 2.0]).is_empty() && steadied(&[]).is_empty());
    }
}
