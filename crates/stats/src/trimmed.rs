//! The trimmed mean and its interval: Student's for what is left when the extremes are cut off (Tukey and McLaughlin,
//! "Less Vulnerable Confidence and Significance Procedures for Location Based on a Single Sample: Trimming/Winsorization
//! 1", 1963; the standard error in the form of Yuen, "The Two-Sample Trimmed t for Unequal Population Variances", 1974).
//!
//! For values most of which lie close together while some were disturbed: a few far ones widen Student's interval without
//! end, and this one hardly.

use crate::interval::Interval;
use crate::quantile::sorted;
use crate::student::critical;

/// The share of the values that is cut off at either end, rounded down to whole values: a fifth, which is usual.
pub const SHARE: f64 = 0.2;

/// The mean of the values that are left when a fifth of them is cut off at either end. `None` without values.
pub fn mean(values: &[f64]) -> Option<f64> {
    let values = sorted(values.to_vec());
    let cut = cut(values.len());
    crate::student::mean(&values[cut..values.len() - cut])
}

/// The trimmed mean, and the two-sided confidence interval of the trimmed mean of the distribution that the sample is
/// from, which of a symmetric one is its middle.
///
/// The interval misses that with probability `alpha`, approximately, for independent values: of normal ones up to half as
/// often again where `alpha` is small. `None` where fewer than two values are left, and if `alpha` is not between 0 and 1.
pub fn interval(values: &[f64], alpha: f64) -> Option<(f64, Interval)> {
    let values = sorted(values.to_vec());
    let (count, cut) = (values.len(), cut(values.len()));
    let left = count - 2 * cut;
    let mean = mean(&values)?;
    let critical = critical(left.checked_sub(1)?, alpha)?;
    // Those that were cut off count as the nearest that were not.
    let (low, high) = (values[cut], values[count - cut - 1]);
    let held: Vec<f64> = values.iter().map(|value| value.clamp(low, high)).collect();
    let middle = crate::student::mean(&held)?;
    let squares: f64 = held.iter().map(|value| (value - middle).powi(2)).sum();
    let half = critical * (squares / (left * (left - 1)) as f64).sqrt();
    Some((mean, Interval { low: mean - half, high: mean + half }))
}

fn cut(count: usize) -> usize {
    (count as f64 * SHARE) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::student;

    #[test]
    fn a_known_interval() {
        // Held within 2 and 4: 2 2 3 4 4, whose squares are 4; three are left, so the error is the root of 4 / 6, times
        // 4.3027 for two degrees of freedom.
        for far in [5.0, 500.0] {
            let (mean, Interval { low, high }) = interval(&[far, 1.0, 2.0, 4.0, 3.0], 0.05).unwrap();
            assert_eq!(mean, 3.0);
            assert!((low + 0.5131).abs() < 1e-3 && (high - 6.5131).abs() < 1e-3, "{low} {high}");
        }
    }

    #[test]
    fn of_few_values_nothing_is_cut_off() {
        for values in [&[1.0, 4.0][..], &[1.0, 2.0, 4.0, 4.5]] {
            let (mine, students) = (interval(values, 0.01).unwrap(), student::interval(values, 0.01).unwrap());
            assert!((mine.1.low - students.1.low).abs() < 1e-12 && (mine.1.high - students.1.high).abs() < 1e-12);
        }
        assert_eq!((interval(&[1.0], 0.01), mean(&[]), interval(&[], 0.01)), (None, None, None));
        assert_eq!(interval(&[1.0, 2.0, 3.0], 1.0), None);
        assert_eq!(interval(&[2.0; 9], 0.05), Some((2.0, Interval { low: 2.0, high: 2.0 })));
    }

    #[test]
    fn at_small_error_rates_it_misses_at_most_half_as_often_again() {
        for (count, samples) in [(8, 400_000), (13, 200_000), (21, 200_000)] {
            let missed = (0..samples).filter(|seed| {
                let mut random = Random::new(*seed);
                let values: Vec<f64> = (0..count).map(|_| random.normal()).collect();
                !interval(&values, 0.001).unwrap().1.contains(0.0)
            });
            let often = missed.count() as f64 / (samples as f64 * 0.001);
            assert!((1.0..=1.5).contains(&often), "{count}: {often}");
        }
    }

    /// Normal values, and values of which every fifth lies ten standard deviations away on a side by chance.
    #[test]
    fn it_misses_as_seldom_as_it_says_and_far_values_do_not_widen_it() {
        for (count, far, most) in [(8, 0.0, 1.5), (21, 0.0, 1.5), (21, 0.1, 1.5), (55, 0.2, 1.5)] {
            let (mut missed, mut mine, mut students) = (0, 0.0, 0.0);
            for seed in 0..4000 {
                let mut random = Random::new(seed);
                let values: Vec<f64> = (0..count)
                    .map(|_| {
                        let side = if random.uniform() < 0.5 { -10.0 } else { 10.0 };
                        random.normal() + if random.uniform() < far { side } else { 0.0 }
                    })
                    .collect();
                let (_, found) = interval(&values, 0.01).unwrap();
                missed += u32::from(!found.contains(0.0));
                mine += found.width();
                students += student::interval(&values, 0.01).unwrap().1.width();
            }
            assert!(missed <= (4000.0 * 0.01 * most) as u32, "{count}, {far}: {missed}");
            assert!(far == 0.0 || mine < students / 2.0, "{count}, {far}: {mine} {students}");
        }
    }
}
