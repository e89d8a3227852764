//! One block of two lanes in, one number out: the logarithm of the ratio of their times.
//!
//! Which statistic a block is reduced by is decided here and nowhere else.

use paragone_stats::{floor, quantile};

/// Nanoseconds a call of two lanes, or what their trials cost, round by round: both of one length.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rounds {
    pub(crate) base: Vec<f64>,
    pub(crate) other: Vec<f64>,
}

/// What the verdict is made of: the difference of the logarithms of the lower quartiles. Noise only
/// ever adds time, and in bursts, so that low order statistics are the steady ones; the quartile is
/// nearly as steady as the minimum and does not hang on one sample (docs/decisions compares them).
/// `None` without rounds.
pub(crate) fn undisturbed(rounds: &Rounds) -> Option<f64> {
    Some(level(rounds.other.clone())? - level(rounds.base.clone())?)
}

/// Of one lane alone, likewise.
pub(crate) fn level(times: Vec<f64>) -> Option<f64> {
    quantile::quantile(&quantile::sorted(times), 0.25).map(f64::ln)
}

/// The ratio of the medians of a block.
pub(crate) fn typical(rounds: &Rounds) -> Option<f64> {
    Some(quantile::median(&rounds.other)?.ln() - quantile::median(&rounds.base)?.ln())
}

/// The ratio of the fastest samples of a block.
pub(crate) fn fastest(rounds: &Rounds) -> Option<f64> {
    floor::log_ratio(&rounds.base, &rounds.other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(base: &[f64], other: &[f64]) -> Rounds {
        Rounds { base: base.to_vec(), other: other.to_vec() }
    }

    #[test]
    fn an_undisturbed_ratio_is_found() {
        let rounds = rounds(&[100.0; 4], &[120.0; 4]);
        assert!((undisturbed(&rounds).unwrap().exp() - 1.2).abs() < 1e-12);
        assert!((typical(&rounds).unwrap().exp() - 1.2).abs() < 1e-12);
        assert!((fastest(&rounds).unwrap().exp() - 1.2).abs() < 1e-12);
    }

    #[test]
    fn one_disturbed_sample_moves_none() {
        let rounds = rounds(&[100.0; 4], &[100.0, 100.0, 100.0, 1600.0]);
        assert_eq!((undisturbed(&rounds), typical(&rounds), fastest(&rounds)), (Some(0.0), Some(0.0), Some(0.0)));
    }

    #[test]
    fn half_a_block_disturbed_moves_the_median_alone() {
        let rounds = rounds(&[100.0; 6], &[100.0, 100.0, 100.0, 140.0, 150.0, 160.0]);
        assert_eq!((undisturbed(&rounds), fastest(&rounds)), (Some(0.0), Some(0.0)));
        assert!(typical(&rounds) > Some(0.1));
    }

    #[test]
    fn without_rounds_there_is_nothing() {
        assert_eq!(undisturbed(&Rounds::default()), None);
        assert_eq!((typical(&Rounds::default()), fastest(&Rounds::default())), (None, None));
    }
}
