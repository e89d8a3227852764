//! The exact interval for how far two series lie apart that were sampled in blocks: whatever moves a whole
//! block moves both, and within a block every value of one is compared with every value of the other.
//!
//! The count of pairs in which the second is larger is Mann and Whitney's within a block ("On a Test of Whether
//! one of Two Random Variables is Stochastically Larger than the Other", 1947), and the sum of the counts over
//! blocks is van Elteren's ("On the Combination of Independent Two Sample Tests of Wilcoxon", 1960). It asks of
//! the values that those of a block might have come in any order, and nothing of their distribution. With one value
//! of each in a block it is the sign test.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::interval::Interval;
use crate::sign;

/// Values of two series that were sampled in one block, so that what moves the block moves all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// Values of the first series in this block, in any order.
    pub base: Vec<f64>,
    /// Values of the second series in this block, in any order; they need not be as many as those of the first.
    pub other: Vec<f64>,
}

/// Up to so many pairs the distribution of their count is built up, which takes some ten milliseconds; above,
/// the normal one stands for it, whose tails are the heavier ones.
const COUNTED: usize = 4096;

/// All differences within blocks, every value of [`Block::other`] less every value of [`Block::base`], in rising order.
///
/// Their median is the estimate of how far the second series lies above the first that belongs to [`interval`]: that of
/// Hodges and Lehmann, "Estimates of Location Based on Rank Tests", 1963, for two samples. A block that lacks values of
/// one series adds nothing.
pub fn differences(blocks: &[Block]) -> Vec<f64> {
    let of_block = |block: &Block| -> Vec<f64> {
        block.other.iter().flat_map(|other| block.base.iter().map(move |base| other - base)).collect()
    };
    crate::quantile::sorted(blocks.iter().flat_map(of_block).collect())
}

/// The confidence interval of how far the second series lies above the first, by van Elteren's test.
///
/// Its ends are two of the [`differences`]. It misses the true distance with probability `alpha` at most: exactly
/// counted for up to 4096 pairs of values, and by the normal approximation above, which gives wider ends. `None` where
/// too few values for that rate are given.
///
/// # Panics
///
/// It may panic if `alpha` is not between 0 and 1.
pub fn interval(blocks: &[Block], alpha: f64) -> Option<Interval> {
    let sizes: Vec<(usize, usize)> = blocks.iter().map(|block| (block.base.len(), block.other.len())).collect();
    let rank = rank(&sizes, alpha)?;
    let differences = differences(blocks);
    Some(Interval { low: differences[rank - 1], high: differences[differences.len() - rank] })
}

/// The largest k for which the k-th smallest and the k-th largest difference enclose the distance with a two-sided
/// error of `alpha` at most, for blocks with so many values of either.
fn rank(sizes: &[(usize, usize)], alpha: f64) -> Option<usize> {
    let pairs: usize = sizes.iter().map(|(base, other)| base * other).sum();
    let allowed = alpha / 2.0 * (1.0 + 1e-9);
    let rank = if pairs > COUNTED {
        approximate(sizes, pairs, allowed)
    } else if sizes.iter().all(|(base, other)| base * other <= 1) {
        // The sign test, by formula: building its counts up would take as many steps as there are pairs of blocks.
        sign::rank(pairs, alpha).unwrap_or(0)
    } else {
        exact(sizes, allowed)
    };
    // An interval has a lower and an upper end.
    (rank > 0 && 2 * rank <= pairs + 1).then_some(rank)
}

/// How many counts, from 0 up, are together as rare as `allowed`.
fn exact(sizes: &[(usize, usize)], allowed: f64) -> usize {
    let mut known: Vec<((usize, usize), Vec<f64>)> = Vec::new();
    // The counts are as often so many above their middle as below it, so that no rank lies above that.
    let pairs: usize = sizes.iter().map(|(base, other)| base * other).sum();
    let middle = pairs / 2 + 1;
    let mut sum = vec![1.0];
    for &size in sizes {
        let place = known.iter().position(|(of, _)| *of == size).unwrap_or_else(|| {
            known.push((size, counts(size)));
            known.len() - 1
        });
        sum = convolved(&sum, &known[place].1, middle);
    }
    let mut tail = 0.0;
    sum.iter()
        .take_while(|share| {
            tail += *share;
            tail <= allowed
        })
        .count()
}

fn approximate(sizes: &[(usize, usize)], pairs: usize, allowed: f64) -> usize {
    let variance: f64 = sizes.iter().map(|&(base, other)| (base * other * (base + other + 1)) as f64 / 12.0).sum();
    // With a half for continuity: counts below the rank are whole numbers.
    let least = pairs as f64 / 2.0 + Normal::standard().inverse_cdf(allowed) * variance.sqrt() - 0.5;
    (least.floor() + 1.0).max(0.0) as usize
}

/// How probable each count of pairs is in a block with so many values of either, if they came in any order.
fn counts((base, other): (usize, usize)) -> Vec<f64> {
    // Row by row: `ways[n]` are the shares for so many of `base` and n of `other`.
    let mut ways: Vec<Vec<f64>> = vec![vec![1.0]; other + 1];
    for m in 1..=base {
        for n in 1..=other {
            // The largest value is one of `other`, which is above all m of `base`, or one of `base`.
            let (of_other, of_base) = (n as f64 / (m + n) as f64, m as f64 / (m + n) as f64);
            let mut shares = vec![0.0; m * n + 1];
            ways[n - 1].iter().enumerate().for_each(|(count, share)| shares[count + m] += share * of_other);
            ways[n].iter().enumerate().for_each(|(count, share)| shares[count] += share * of_base);
            ways[n] = shares;
        }
    }
    ways.swap_remove(other)
}

/// The first `most` values of what two distributions give together.
fn convolved(one: &[f64], other: &[f64], most: usize) -> Vec<f64> {
    let mut sum = vec![0.0; (one.len() + other.len() - 1).min(most)];
    // The short one outside: what is inside is long, and goes into vectors.
    for (place, share) in other.iter().enumerate().take(sum.len()) {
        for (sum, one) in sum[place..].iter_mut().zip(one) {
            *sum += share * one;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn counts_are_those_of_the_tables() {
        let sixths: Vec<f64> = counts((2, 2)).iter().map(|share| share * 6.0).collect();
        for (found, known) in sixths.iter().zip([1.0, 1.0, 2.0, 1.0, 1.0]) {
            assert!((found - known).abs() < 1e-12, "{sixths:?}");
        }
        // Mann and Whitney's table: P(U <= 3) for 4 and 4 is 7 of 70, for 3 and 5 it is 7 of 56.
        let below = |size, most: usize| counts(size)[..=most].iter().sum::<f64>();
        assert!((below((4, 4), 3) - 7.0 / 70.0).abs() < 1e-12);
        assert!((below((3, 5), 3) - 7.0 / 56.0).abs() < 1e-12);
        assert_eq!(counts((5, 3)).len(), 16);
    }

    #[test]
    fn with_one_value_of_each_it_is_the_sign_test() {
        for (n, alpha) in [(5, 0.05), (6, 0.05), (25, 0.05), (40, 0.001), (300, 0.01)] {
            let sizes = vec![(1, 1); n];
            let counted = exact(&sizes, alpha / 2.0 * (1.0 + 1e-9));
            assert_eq!(counted, sign::rank(n, alpha).unwrap_or(0), "{n} at {alpha}");
            assert_eq!(rank(&sizes, alpha), sign::rank(n, alpha), "{n} at {alpha}");
        }
    }

    #[test]
    fn few_values_carry_no_interval() {
        assert_eq!(interval(&[], 0.5), None);
        assert_eq!(rank(&[(2, 2)], 0.05), None);
        assert_eq!(rank(&[(2, 0), (0, 2)], 0.5), None);
        assert_eq!(rank(&[(4, 4)], 0.05), Some(1));
    }

    #[test]
    fn the_normal_tail_is_the_wider_one() {
        for blocks in [40, 200, 1000] {
            for alpha in [0.05, 0.001, 1e-6] {
                let sizes = vec![(2, 2); blocks];
                let (exact, near) = (exact(&sizes, alpha / 2.0), approximate(&sizes, 4 * blocks, alpha / 2.0));
                assert!(near <= exact && exact - near <= 2 + blocks / 40, "{blocks} at {alpha}: {near} and {exact}");
            }
        }
    }

    /// Blocks that have levels of their own, and noise that only ever adds.
    fn measured(random: &mut Random, blocks: usize, distance: f64) -> Vec<Block> {
        let block = |random: &mut Random| {
            let level = 10.0 * random.exponential();
            let mut two = |more: f64| (0..2).map(|_| level + more + random.exponential()).collect();
            Block { base: two(0.0), other: two(distance) }
        };
        (0..blocks).map(|_| block(random)).collect()
    }

    #[test]
    fn covers_as_often_as_it_says_and_is_narrower_than_the_sign_tests() {
        let mut random = Random::new(7);
        let (mut covered, mut narrower, trials) = (0, 0, 2000);
        for _ in 0..trials {
            let blocks = measured(&mut random, 24, 0.3);
            let found = interval(&blocks, 0.05).unwrap();
            covered += usize::from(found.contains(0.3));
            let rounds = blocks.iter().flat_map(|block| block.other.iter().zip(&block.base).map(|(a, b)| a - b));
            let by_signs = sign::interval(&crate::quantile::sorted(rounds.collect()), 0.05).unwrap();
            narrower += usize::from(found.width() < by_signs.width());
        }
        let share = covered as f64 / trials as f64;
        assert!((0.94..=0.975).contains(&share), "{share}");
        assert!(narrower > trials * 3 / 4, "{narrower}");
    }
}
