//! The Hodges-Lehmann estimate: the median of the means of all pairs of values, each with itself
//! too (Hodges and Lehmann, "Estimates of Location Based on Rank Tests", 1963).
//!
//! Few of the pairs are written out: how many of them lie below a value is counted in one walk over the sorted values, and
//! the range that holds the median is halved until there are few in it, or one that many pairs share.

/// The Hodges-Lehmann estimate of location: the median of all pairwise means, each value with itself included.
///
/// `sorted` holds finite values in rising order; with infinite ones the search may not end. Its time grows in
/// proportion to the number of values, though that of pairs grows with the square. `None` without values.
pub fn estimate(sorted: &[f64]) -> Option<f64> {
    let n = sorted.len();
    if n == 0 {
        return None;
    }
    let pairs = n * (n + 1) / 2;
    let upper = select(sorted, pairs / 2 + 1);
    if pairs % 2 == 1 {
        return Some(upper);
    }
    Some((select(sorted, pairs / 2) + upper) / 2.0)
}

/// So many pair means for each value are few enough to be written out.
const FEW: usize = 4;

/// The `rank`-th smallest pair mean, counted from 1.
fn select(sorted: &[f64], rank: usize) -> f64 {
    let (mut low, mut high) = (sorted[0], sorted[sorted.len() - 1]);
    let (mut up_to_low, mut up_to_high) = (Split::at(sorted, low).count, sorted.len() * (sorted.len() + 1) / 2);
    if up_to_low >= rank {
        return low;
    }
    // The mean of the smallest numbers there are is rounded.
    if Split::at(sorted, high).count < rank {
        return high;
    }
    // Invariant: fewer than `rank` means lie up to `low`, at least `rank` up to `high`.
    while up_to_high - up_to_low > FEW * sorted.len() {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return high;
        }
        let split = Split::at(sorted, middle);
        if split.count >= rank {
            (high, up_to_high) = (split.below, split.count);
        } else if split.above >= high {
            return high;
        } else {
            (low, up_to_low) = (middle, split.count);
        }
    }
    let mut means = above_up_to(sorted, low, high);
    *means.select_nth_unstable_by(rank - up_to_low - 1, f64::total_cmp).1
}

/// The pair means that are above `low` and at most `high`.
fn above_up_to(sorted: &[f64], low: f64, high: f64) -> Vec<f64> {
    let mut means = Vec::new();
    let (mut begin, mut end) = (sorted.len(), sorted.len());
    for (index, one) in sorted.iter().enumerate() {
        let mean = |other: usize| one / 2.0 + sorted[other] / 2.0;
        while begin > index && mean(begin - 1) > low {
            begin -= 1;
        }
        while end > index && mean(end - 1) > high {
            end -= 1;
        }
        if end <= index {
            break;
        }
        means.extend((begin.max(index)..end).map(mean));
    }
    means
}

/// The pair means on either side of a value.
struct Split {
    /// How many are at most the value.
    count: usize,
    /// The largest of these.
    below: f64,
    /// The smallest of all others.
    above: f64,
}

impl Split {
    fn at(sorted: &[f64], value: f64) -> Split {
        let mut end = sorted.len();
        let (mut count, mut below, mut above) = (0, f64::NEG_INFINITY, f64::INFINITY);
        for (index, one) in sorted.iter().enumerate() {
            let mean = |other: usize| one / 2.0 + sorted[other] / 2.0;
            while end > index && mean(end - 1) > value {
                end -= 1;
            }
            if end.max(index) < sorted.len() {
                above = above.min(mean(end.max(index)));
            }
            if end <= index {
                break;
            }
            below = below.max(mean(end - 1));
            count += end - index;
        }
        Split { count, below, above }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::quantile::{median, sorted};

    fn by_all_pairs(values: &[f64]) -> f64 {
        let means: Vec<f64> = (0..values.len())
            .flat_map(|i| (i..values.len()).map(move |j| (i, j)))
            .map(|(i, j)| values[i] / 2.0 + values[j] / 2.0)
            .collect();
        median(&means).unwrap()
    }

    #[test]
    fn known_values() {
        assert_eq!(estimate(&[]), None);
        assert_eq!(estimate(&[4.0]), Some(4.0));
        // Means 1, 1.5, 2: the middle one.
        assert_eq!(estimate(&[1.0, 2.0]), Some(1.5));
        // Means 1, 3, 5, 5.5, 7.5, 10: between the third and the fourth.
        assert_eq!(estimate(&[1.0, 5.0, 10.0]), Some(5.25));
    }

    #[test]
    fn one_wild_value_hardly_moves_it() {
        let mut values: Vec<f64> = (0..99).map(f64::from).collect();
        values.push(1e9);
        assert!((estimate(&values).unwrap() - 49.5).abs() < 1.0);
    }

    #[test]
    fn values_that_are_alike_have_one_mean() {
        let mut values = vec![3.0; 200];
        assert_eq!(estimate(&values), Some(3.0));
        values.extend([4.0; 200]);
        assert_eq!(estimate(&values), Some(3.5));
    }

    proptest! {
        #[test]
        fn many_values_agree_to_the_last_bit(values in prop::collection::vec(-100.0..100.0f64, 100..300)) {
            let values = sorted(values);
            prop_assert_eq!(estimate(&values).unwrap(), by_all_pairs(&values));
        }

        #[test]
        fn agrees_with_writing_out_all_pairs(values in prop::collection::vec(-100.0..100.0f64, 1..40)) {
            let values = sorted(values);
            prop_assert!((estimate(&values).unwrap() - by_all_pairs(&values)).abs() < 1e-9);
        }
    }
}
