//! The t interval for a mean (Student, "The Probable Error of a Mean", 1908): for launch values,
//! which are few, and medians themselves, so that their distribution is near the normal one.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::interval::Interval;

/// The sample mean, and Student's two-sided confidence interval for the mean of the distribution that the sample is
/// from.
///
/// The interval misses that mean with probability `alpha` if the values are independent and normally distributed.
/// `None` for fewer than two values, which say nothing about their spread, and if `alpha` is not between 0 and 1.
pub fn interval(values: &[f64], alpha: f64) -> Option<(f64, Interval)> {
    let deviation = deviation(values)?;
    let mean = mean(values)?;
    let half = critical(values.len() - 1, alpha)? * deviation / (values.len() as f64).sqrt();
    Some((mean, Interval { low: mean - half, high: mean + half }))
}

/// The sample mean. `None` without values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The sample standard deviation (n - 1): the root of the sum of squared deviations from the mean over one less than
/// the number of values. `None` for fewer than two.
pub fn deviation(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// The two-sided critical value of Student's t distribution with `freedom` degrees of freedom: its quantile at
/// `1 - alpha / 2`.
///
/// By so many standard errors at most a sample mean differs from the true one, but for the probability `alpha`. `None`
/// without a degree of freedom, and if `alpha` is not between 0 and 1, both excluded.
pub fn critical(freedom: usize, alpha: f64) -> Option<f64> {
    let distribution = StudentsT::new(0.0, 1.0, freedom as f64).ok()?;
    (alpha > 0.0 && alpha < 1.0).then(|| distribution.inverse_cdf(1.0 - alpha / 2.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn critical_values_are_those_of_the_table() {
        let table = [
            (1, 0.05, 12.706),
            (4, 0.05, 2.776),
            (7, 0.05, 2.365),
            (20, 0.05, 2.086),
            (4, 0.01, 4.604),
            (4, 0.001, 8.610),
            (20, 0.001, 3.850),
        ];
        for (freedom, alpha, value) in table {
            let critical = critical(freedom, alpha).unwrap();
            assert!((critical - value).abs() < 6e-4, "{freedom} {alpha}: {critical}");
        }
    }

    #[test]
    fn a_known_interval() {
        // Mean 3, standard deviation 1.5811, error 0.7071, times 2.776.
        let (mean, Interval { low, high }) = interval(&[1.0, 2.0, 3.0, 4.0, 5.0], 0.05).unwrap();
        assert_eq!(mean, 3.0);
        assert!((low - 1.0368).abs() < 1e-3 && (high - 4.9632).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn one_value_has_no_interval_and_equal_values_a_point() {
        assert_eq!(interval(&[1.0], 0.05), None);
        assert_eq!(interval(&[2.0, 2.0, 2.0], 0.05), Some((2.0, Interval { low: 2.0, high: 2.0 })));
    }

    #[test]
    fn covers_as_often_as_it_says() {
        let mut random = Random::new(3);
        let trials = 4000;
        let covered = (0..trials).filter(|_| {
            let values: Vec<f64> = (0..5).map(|_| random.normal()).collect();
            interval(&values, 0.05).unwrap().1.contains(0.0)
        });
        let share = covered.count() as f64 / trials as f64;
        assert!((0.94..=0.96).contains(&share), "{share}");
    }
}
