//! Bounds for a rate that was observed in so many trials: Clopper and Pearson, "The Use of
//! Confidence or Fiducial Limits Illustrated in the Case of the Binomial", 1934. Exact, so never
//! too narrow, also where nothing was observed at all.

use statrs::distribution::{Beta, ContinuousCDF};

use crate::interval::Interval;

/// The two-sided confidence interval of Clopper and Pearson for the probability of a hit, of which `hits` were observed
/// in `trials` independent trials.
///
/// It misses the true probability with `alpha` at most, half of it on each side, and lies within 0 and 1. Without
/// trials it is from 0 to 1.
///
/// # Panics
///
/// It may panic if `alpha` is not between 0 and 1.
pub fn bounds(hits: u64, trials: u64, alpha: f64) -> Interval {
    Interval { low: lower_bound(hits, trials, alpha / 2.0), high: upper_bound(hits, trials, alpha / 2.0) }
}

/// The one-sided upper confidence bound of Clopper and Pearson for the probability of a hit, of which `hits` were
/// observed in `trials` independent trials: the true one exceeds it with probability `alpha` at most.
///
/// It is 1 where every trial was a hit, and without trials.
///
/// # Panics
///
/// It may panic if `alpha` is not between 0 and 1.
pub fn upper_bound(hits: u64, trials: u64, alpha: f64) -> f64 {
    if hits >= trials {
        return 1.0;
    }
    beta(hits + 1, trials - hits).map_or(1.0, |beta| beta.inverse_cdf(1.0 - alpha))
}

/// The one-sided lower confidence bound of Clopper and Pearson for the probability of a hit, of which `hits` were
/// observed in `trials` independent trials: the true one is below it with probability `alpha` at most.
///
/// It is 0 where no trial was a hit, and without trials.
///
/// # Panics
///
/// It may panic if `alpha` is not between 0 and 1.
pub fn lower_bound(hits: u64, trials: u64, alpha: f64) -> f64 {
    if hits == 0 || trials == 0 {
        return 0.0;
    }
    beta(hits, trials - hits.min(trials) + 1).map_or(0.0, |beta| beta.inverse_cdf(alpha))
}

fn beta(a: u64, b: u64) -> Option<Beta> {
    Beta::new(a as f64, b as f64).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: Interval, (low, high): (f64, f64)) {
        assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{found:?}");
    }

    #[test]
    fn known_bounds() {
        close(bounds(0, 10, 0.05), (0.0, 0.30850));
        close(bounds(1, 10, 0.05), (0.00253, 0.44502));
        close(bounds(5, 10, 0.05), (0.18709, 0.81291));
        close(bounds(10, 10, 0.05), (0.69150, 1.0));
        // Of 200 without a hit: 1 - 0.025^(1/200).
        close(bounds(0, 200, 0.05), (0.0, 1.0 - 0.025f64.powf(1.0 / 200.0)));
    }

    #[test]
    fn no_trials_say_nothing() {
        assert_eq!(bounds(0, 0, 0.05), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn the_truth_is_outside_no_more_often_than_alpha() {
        // Exact, by summing the binomial probabilities of every outcome whose bounds miss 0.1.
        let (n, rate) = (40u64, 0.1f64);
        let mut probability = (1.0 - rate).powi(n as i32);
        let mut missed = 0.0;
        for hits in 0..=n {
            if !bounds(hits, n, 0.05).contains(rate) {
                missed += probability;
            }
            probability *= (n - hits) as f64 / (hits + 1) as f64 * rate / (1.0 - rate);
        }
        assert!(missed > 0.0 && missed <= 0.05, "{missed}");
    }
}
