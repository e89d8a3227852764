//! Quantiles of samples: values in, the value below which a share of them lies out.

/// The values in rising order, by [`f64::total_cmp`].
pub fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values
}

/// The sample quantile at `share`, interpolated between neighbours: type 7 of Hyndman and Fan, "Sample Quantiles in
/// Statistical Packages", 1996.
///
/// `sorted` holds the sample in rising order. A share below 0 counts as 0, which is the minimum, and one above 1 as 1,
/// which is the maximum. `None` without values.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (place - below as f64) * (sorted[above] - sorted[below]))
}

/// The sample median, of values in any order: the middle one, or the mean of the two in the middle. `None` without
/// values.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(&sorted(values.to_vec()), 0.5)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_quantiles() {
        let values = [1.0, 2.0, 3.0, 4.0, 10.0];
        assert_eq!(quantile(&values, 0.0), Some(1.0));
        assert_eq!(quantile(&values, 0.25), Some(2.0));
        assert_eq!(quantile(&values, 0.5), Some(3.0));
        assert_eq!(quantile(&values, 0.875), Some(7.0));
        assert_eq!(quantile(&values, 1.0), Some(10.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
    }

    #[test]
    fn nothing_has_no_quantile() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(median(&[]), None);
    }

    proptest! {
        #[test]
        fn a_quantile_lies_inside_and_rises(values in prop::collection::vec(-1e6..1e6f64, 1..50), a in 0.0..1.0f64, b in 0.0..1.0f64) {
            let values = sorted(values);
            let (low, high) = (quantile(&values, a.min(b)).unwrap(), quantile(&values, a.max(b)).unwrap());
            prop_assert!(values[0] <= low && low <= high && high <= values[values.len() - 1]);
        }
    }
}
