//! One block of two lanes in, one number out: the logarithm of the ratio of their times.
//!
//! Which statistic a block is reduced by is decided here and nowhere else.

use paragone_stats::floor;
use paragone_stats::quantile;
use paragone_stats::student;

/// Nanoseconds a call of two lanes, round by round: both of one length.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rounds {
    pub(crate) base: Vec<f64>,
    pub(crate) other: Vec<f64>,
}

/// Ways to reduce a block to a number.
#[cfg_attr(not(test), expect(dead_code, reason = "candidates stand ready for the next measurement of their power"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockStatistic {
    /// The mean of the rounds' log ratios.
    MeanOfRounds,
    /// The same without the smallest and the largest, where there are at least four rounds.
    TrimmedMean,
    /// The difference of the logarithms of the medians.
    LogMedians,
    /// The difference of the logarithms of the fastest samples.
    LogMinima,
}

impl BlockStatistic {
    /// Every candidate, for comparing their power.
    #[cfg(test)]
    pub(crate) const ALL: [BlockStatistic; 4] = [
        BlockStatistic::MeanOfRounds,
        BlockStatistic::TrimmedMean,
        BlockStatistic::LogMedians,
        BlockStatistic::LogMinima,
    ];
}

/// The statistic in use.
pub(crate) const STATISTIC: BlockStatistic = BlockStatistic::LogMedians;

/// The logarithm of the ratio of the other's time to the base's in one block; `None` without rounds.
pub(crate) fn block_value(statistic: BlockStatistic, rounds: &Rounds) -> Option<f64> {
    match statistic {
        BlockStatistic::MeanOfRounds => student::mean(&log_ratios(rounds)),
        BlockStatistic::TrimmedMean => {
            let ratios = quantile::sorted(log_ratios(rounds));
            let inner = if ratios.len() >= 4 { &ratios[1..ratios.len() - 1] } else { &ratios };
            student::mean(inner)
        }
        BlockStatistic::LogMedians => {
            Some(quantile::median(&rounds.other)?.ln() - quantile::median(&rounds.base)?.ln())
        }
        BlockStatistic::LogMinima => floor::log_ratio(&rounds.base, &rounds.other),
    }
}

fn log_ratios(rounds: &Rounds) -> Vec<f64> {
    rounds.base.iter().zip(&rounds.other).map(|(base, other)| other.ln() - base.ln()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(statistic: BlockStatistic, base: &[f64], other: &[f64]) -> f64 {
        block_value(statistic, &Rounds { base: base.to_vec(), other: other.to_vec() }).unwrap().exp()
    }

    #[test]
    fn each_statistic_finds_an_undisturbed_ratio() {
        for statistic in BlockStatistic::ALL {
            let ratio = value(statistic, &[100.0, 100.0, 100.0, 100.0], &[120.0, 120.0, 120.0, 120.0]);
            assert!((ratio - 1.2).abs() < 1e-12, "{statistic:?}: {ratio}");
        }
    }

    #[test]
    fn only_the_plain_mean_follows_one_disturbed_sample() {
        let (base, other) = ([100.0, 100.0, 100.0, 100.0], [100.0, 100.0, 100.0, 1600.0]);
        assert!((value(BlockStatistic::MeanOfRounds, &base, &other) - 2.0).abs() < 1e-12);
        for statistic in [BlockStatistic::TrimmedMean, BlockStatistic::LogMedians, BlockStatistic::LogMinima] {
            assert!((value(statistic, &base, &other) - 1.0).abs() < 1e-12, "{statistic:?}");
        }
    }

    #[test]
    fn no_rounds_have_no_value() {
        for statistic in BlockStatistic::ALL {
            assert_eq!(block_value(statistic, &Rounds::default()), None, "{statistic:?}");
        }
    }
}
