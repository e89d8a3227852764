//! The exact interval for a median, from order statistics: it asks nothing of the distribution.
//!
//! David and Nagaraja, "Order Statistics", 2003, section 7.1: between the k-th smallest and the
//! k-th largest of n values lies the median with probability 1 - 2 P(Binomial(n, 1/2) < k).

use statrs::function::factorial::ln_binomial;

use crate::interval::Interval;

/// The exact confidence interval for the median of the distribution that a sample is from, whatever that distribution
/// is.
///
/// Its ends are two of the values: those of [`rank`], counted from below and from above. `sorted` holds the sample in
/// rising order; `alpha`, between 0 and 1, is the greatest probability of missing the median. `None` where even the
/// smallest and the largest value do not enclose it that surely: at 0.05, for fewer than six values.
pub fn interval(sorted: &[f64], alpha: f64) -> Option<Interval> {
    let rank = rank(sorted.len(), alpha)?;
    Some(Interval { low: sorted[rank - 1], high: sorted[sorted.len() - rank] })
}

/// The largest k, counted from 1, for which the k-th smallest and the k-th largest of `n` values enclose the median of
/// their distribution, with a two-sided error rate of `alpha` at most.
///
/// It is one more than the critical value of the sign test. `alpha` is between 0 and 1. `None` where even the smallest
/// and the largest value do not enclose the median that surely.
pub fn rank(n: usize, alpha: f64) -> Option<usize> {
    // A table's alpha is often exactly the tail: rounding must not cost a rank.
    let allowed = alpha * (1.0 + 1e-9);
    let mut tail = 0.0;
    let mut rank = 0;
    while rank < n / 2 + 1 {
        tail += 2.0 * (ln_binomial(n as u64, rank as u64) - n as f64 * std::f64::consts::LN_2).exp();
        if tail > allowed {
            break;
        }
        rank += 1;
    }
    (rank > 0).then_some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantile::sorted;
    use crate::random::Random;

    #[test]
    fn known_ranks() {
        // Two-sided 5 %: the table of the sign test, one more than its critical value.
        for (n, rank_at_5) in [
            (5, None),
            (6, Some(1)),
            (8, Some(1)),
            (9, Some(2)),
            (15, Some(4)),
            (16, Some(4)),
            (20, Some(6)),
            (25, Some(8)),
            (50, Some(18)),
            (100, Some(40)),
        ] {
            assert_eq!(rank(n, 0.05), rank_at_5, "n = {n}");
        }
        assert_eq!(rank(16, 0.001), Some(2));
        assert_eq!(rank(20, 0.01), Some(4));
        assert_eq!(rank(0, 0.05), None);
    }

    #[test]
    fn an_alpha_that_is_exactly_a_tail_is_used_up() {
        assert_eq!(rank(5, 0.0625), Some(1));
        assert_eq!(rank(6, 0.03125), Some(1));
    }

    #[test]
    fn many_values_neither_underflow_nor_lose_the_middle() {
        // Normal approximation: n/2 - 1.96 sqrt(n)/2.
        let rank = rank(100_000, 0.05).unwrap();
        assert!((49_688..=49_692).contains(&rank), "{rank}");
    }

    #[test]
    fn covers_as_often_as_it_says_for_skewed_values() {
        let mut random = Random::new(7);
        let median = std::f64::consts::LN_2;
        let trials = 4000;
        let covered = (0..trials).filter(|_| {
            let values = sorted((0..50).map(|_| random.exponential()).collect());
            interval(&values, 0.05).unwrap().contains(median)
        });
        let share = covered.count() as f64 / trials as f64;
        // 50 values at rank 18 cover exactly 96.7 %.
        assert!((0.955..=0.978).contains(&share), "{share}");
    }
}
