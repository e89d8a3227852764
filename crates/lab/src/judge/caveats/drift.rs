//! The baseline itself became slower or faster while it was measured.

use paragone_stats::quantile::{median, sorted};
use paragone_stats::{Interval, sign};

use crate::model::Caveat;

/// Error rate of the test.
const ALPHA: f64 = 0.01;

/// `times`: logarithms of the baseline's time, block by block; `margin` is a share.
///
/// The test of Cox and Stuart ("Some Quick Sign Tests for Trend in Location and Dispersion", 1955):
/// each value of the first half is compared with the one half the series later.
pub(crate) fn drift(times: &[f64], margin: f64) -> Option<Caveat> {
    let half = times.len() / 2;
    let later = &times[times.len() - half..];
    let changes = sorted(times[..half].iter().zip(later).map(|(first, second)| second - first).collect());
    let Interval { low, high } = sign::interval(&changes, ALPHA)?;
    let change = median(&changes).filter(|change| change.abs() > margin.ln_1p() && (low > 0.0 || high < 0.0))?;
    Some(Caveat::Drift { change: change.exp_m1() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::Random;
    use crate::words::caveat_text;

    fn series(trend: f64, seed: u64) -> Vec<f64> {
        let mut random = Random::new(seed);
        (0..64).map(|index| trend * f64::from(index) / 64.0 + 0.01 * random.normal()).collect()
    }

    #[test]
    fn a_trend_is_seen() {
        assert!(caveat_text(&drift(&series(0.1, 1), 0.01).unwrap()).contains("slower by"));
        assert!(caveat_text(&drift(&series(-0.1, 2), 0.01).unwrap()).contains("faster by"));
    }

    #[test]
    fn a_small_trend_or_none_or_too_little_is_not() {
        assert!((0..100).all(|seed| drift(&series(0.0, seed), 0.01).is_none()));
        assert_eq!(drift(&series(0.1, 1), 0.1), None);
        assert_eq!(drift(&[0.0, 1.0, 2.0], 0.01), None);
        assert_eq!(drift(&[], 0.01), None);
    }
}
