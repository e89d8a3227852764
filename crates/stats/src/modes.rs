//! Whether values are unimodal or bimodal.
//!
//! The cut into two groups is that of Fisher, "On Grouping for Maximum Homogeneity", 1958; how far these are apart is
//! told by the D of Ashman, Bird and Zepf, "Detecting Bimodality in Astronomical Datasets", 1994.

/// The best cut of a sample into two groups, and how far apart these are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split {
    /// The mean of the lower group, in the unit of the sample.
    pub low: f64,
    /// The mean of the upper group, in the unit of the sample.
    pub high: f64,
    /// The share of all values that are in the upper group, between 0 and 1.
    pub share_high: f64,
    /// Ashman's D: the distance of the two means, over the root of half the sum of the groups' variances. A normal
    /// distribution cut in two has 2.7, a uniform one 3.5; it is 0 where all values are equal, and infinite where
    /// those of each group are and the groups differ.
    pub separation: f64,
}

/// Cuts a sample into the two groups of two or more values with the least sum of squared deviations from the groups'
/// means.
///
/// `sorted` holds the sample in rising order. `None` for fewer than four values.
pub fn split(sorted: &[f64]) -> Option<Split> {
    let n = sorted.len();
    if n < 4 {
        return None;
    }
    // Sums are taken around the middle value: squares of large numbers would cancel.
    let centre = sorted[n / 2];
    let (mut sum, mut squares) = (vec![0.0; n + 1], vec![0.0; n + 1]);
    for (index, value) in sorted.iter().enumerate() {
        let from_centre = value - centre;
        sum[index + 1] = sum[index] + from_centre;
        squares[index + 1] = squares[index] + from_centre * from_centre;
    }
    let group = |from: usize, to: usize| {
        let count = (to - from) as f64;
        let mean = (sum[to] - sum[from]) / count;
        (mean, (squares[to] - squares[from] - count * mean * mean).max(0.0))
    };
    let within = |cut: &usize| group(0, *cut).1 + group(*cut, n).1;
    let cut = (2..=n - 2).min_by(|one, other| within(one).total_cmp(&within(other)))?;
    let ((low, low_squares), (high, high_squares)) = (group(0, cut), group(cut, n));
    let variances = low_squares / cut as f64 + high_squares / (n - cut) as f64;
    let separation = if high > low { std::f64::consts::SQRT_2 * (high - low) / variances.sqrt() } else { 0.0 };
    Some(Split { low: low + centre, high: high + centre, share_high: (n - cut) as f64 / n as f64, separation })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantile::sorted;
    use crate::random::Random;

    #[test]
    fn two_heaps_are_told_from_one() {
        let mut random = Random::new(9);
        let one = sorted((0..500).map(|_| random.normal()).collect());
        let tail = sorted((0..500).map(|_| random.exponential()).collect());
        let two = sorted((0..500).map(|index| random.normal() + if index % 4 == 0 { 8.0 } else { 0.0 }).collect());
        assert!(split(&one).unwrap().separation < 3.5);
        assert!(split(&tail).unwrap().separation < 4.0);
        let found = split(&two).unwrap();
        assert!(found.separation > 6.0 && (found.share_high - 0.25).abs() < 0.01, "{found:?}");
        assert!(found.low.abs() < 0.2 && (found.high - 8.0).abs() < 0.3, "{found:?}");
    }

    #[test]
    fn equal_or_few_values_are_one_heap() {
        assert_eq!(split(&[1.0, 2.0, 3.0]), None);
        assert_eq!(split(&[5.0; 10]).unwrap().separation, 0.0);
    }
}
