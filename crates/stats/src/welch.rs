//! The interval for the difference of two means, of values that were not taken in pairs and may vary differently:
//! Welch, "The Generalization of 'Student's' Problem when Several Different Population Variances are Involved", 1947,
//! with the degrees of freedom of Satterthwaite, "An Approximate Distribution of Estimates of Variance Components",
//! 1946.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::interval::Interval;
use crate::student::{deviation, mean};

/// The difference of two sample means, that of `other` less that of `base`, and Welch's two-sided confidence interval
/// for the difference of the means of the two distributions.
///
/// The interval misses that difference with probability `alpha`, to a good approximation, if the values are independent
/// and normally distributed; the two variances and the numbers of values may differ. It is a single point where neither
/// sample varies. `None` if either sample has fewer than two values, which say nothing about their spread, and if
/// `alpha` is not between 0 and 1.
pub fn interval(base: &[f64], other: &[f64], alpha: f64) -> Option<(f64, Interval)> {
    let difference = mean(other)? - mean(base)?;
    let (one, two) = (of_mean(base)?, of_mean(other)?);
    let variance = one + two;
    if variance == 0.0 {
        return Some((difference, Interval { low: difference, high: difference }));
    }
    let parts = one.powi(2) / (base.len() - 1) as f64 + two.powi(2) / (other.len() - 1) as f64;
    let half = critical(variance.powi(2) / parts, alpha)? * variance.sqrt();
    Some((difference, Interval { low: difference - half, high: difference + half }))
}

/// The variance of the mean of some values.
fn of_mean(values: &[f64]) -> Option<f64> {
    Some(deviation(values)?.powi(2) / values.len() as f64)
}

fn critical(freedom: f64, alpha: f64) -> Option<f64> {
    let distribution = StudentsT::new(0.0, 1.0, freedom).ok()?;
    (alpha > 0.0 && alpha < 1.0).then(|| distribution.inverse_cdf(1.0 - alpha / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn a_known_interval() {
        // Means 3 and 7, variances of the means 0.5 and 2, so 5.8824 degrees of freedom.
        let (difference, Interval { low, high }) =
            interval(&[1.0, 2.0, 3.0, 4.0, 5.0], &[3.0, 5.0, 7.0, 9.0, 11.0], 0.05).unwrap();
        assert_eq!(difference, 4.0);
        let half = 2.4589 * 2.5f64.sqrt();
        assert!((high - difference - half).abs() < 2e-3 && (difference - low - half).abs() < 2e-3, "{low} {high}");
    }

    #[test]
    fn of_equal_spread_and_length_it_is_students_with_both_freedoms() {
        let (_, Interval { low, high }) = interval(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0], 0.05).unwrap();
        let half = crate::student::critical(4, 0.05).unwrap() * (2.0f64 / 3.0).sqrt();
        assert!((high - half).abs() < 1e-9 && (low + half).abs() < 1e-9);
    }

    #[test]
    fn one_value_has_no_interval_and_equal_values_a_point() {
        assert_eq!(interval(&[1.0], &[1.0, 2.0], 0.05), None);
        assert_eq!(interval(&[1.0, 2.0], &[], 0.05), None);
        assert_eq!(interval(&[1.0, 1.0], &[3.0, 3.0], 0.05), Some((2.0, Interval { low: 2.0, high: 2.0 })));
    }

    #[test]
    fn covers_as_often_as_it_says_with_unequal_spreads_and_lengths() {
        let mut random = Random::new(5);
        let trials = 4000;
        let covered = (0..trials).filter(|_| {
            let base: Vec<f64> = (0..5).map(|_| random.normal()).collect();
            let other: Vec<f64> = (0..8).map(|_| 3.0 * random.normal()).collect();
            interval(&base, &other, 0.05).unwrap().1.contains(0.0)
        });
        let share = covered.count() as f64 / trials as f64;
        assert!((0.94..=0.96).contains(&share), "{share}");
    }
}
