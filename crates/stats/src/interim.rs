//! When growing data are analysed, and how much of the error rate each interim analysis may spend.
//!
//! Looking as one pleases and stopping at the first interval that excludes 0 gives 20 to 50 %
//! false alarms (Armitage, McPherson and Rowe, "Repeated Significance Tests on Accumulating Data", 1969).
//! The analyses are therefore fixed beforehand and alpha is shared out among them (Dunn, "Multiple
//! Comparisons Among Means", 1961: Bonferroni's inequality): slightly wasteful, and right whatever the
//! dependence between analyses or pairs.

/// Numbers of launches after which a comparison is analysed whose unit of observation is the launch, in rising order:
/// Fibonacci's, each about 1.6 times the one before.
pub const LAUNCHES: [usize; 9] = [5, 8, 13, 21, 34, 55, 89, 144, 233];

/// Sample sizes to analyse at, each twice the one before: `first`, `2 first`, `4 first` and so on below `most`, and
/// `most` itself.
///
/// They are in rising order and at least 1, and there is one at least. A `first` of 0 counts as 1.
pub fn doubling(first: usize, most: usize) -> Vec<usize> {
    let steps = std::iter::successors(Some(first.max(1)), |step| step.checked_mul(2));
    let mut analyses: Vec<usize> = steps.take_while(|step| *step < most).collect();
    analyses.push(most.max(first.min(most)).max(1));
    analyses
}

/// Sample sizes to analyse at, each 1.4 times the one before, rounded up: `first` and so on below `most`, and `most`
/// itself.
///
/// This makes about twice as many analyses as [`doubling`], for samples so dear that to stop early is worth a smaller
/// share of the error rate for each. They are in rising order and at least 1, and there is one at least. A `first` of 0
/// counts as 1.
pub fn climbing(first: usize, most: usize) -> Vec<usize> {
    let steps = std::iter::successors(Some(first.max(1)), |step| step.checked_mul(7).map(|step| step.div_ceil(5)));
    let mut analyses: Vec<usize> = steps.take_while(|step| *step < most).collect();
    analyses.push(most.max(1));
    analyses
}

/// Numbers of launches to analyse at: those of [`LAUNCHES`] from `first` to `most`, both included.
///
/// Where none of them lies there, it is `most` alone, or 1 if that is 0: there is one analysis at least.
pub fn launches(first: usize, most: usize) -> Vec<usize> {
    let mut analyses: Vec<usize> = LAUNCHES.into_iter().filter(|analysis| (first..=most).contains(analysis)).collect();
    if analyses.is_empty() {
        analyses.push(most.max(1));
    }
    analyses
}

/// The error rate of one analysis of one pair, where all pairs and analyses together may have `alpha`, and each has as
/// much as any other: `alpha / (pairs * analyses)`.
///
/// No pairs, or no analyses, count as one.
pub fn error_rate(alpha: f64, pairs: usize, analyses: usize) -> f64 {
    alpha / (pairs.max(1) * analyses.max(1)) as f64
}

/// The error rate of analysis number `analysis` (counted from 0) of one pair, where all pairs and analyses together may
/// have `alpha`, and the second analysis has half as much as the first, the third a third of it, and so on.
///
/// This is for samples so dear that an early answer is worth a later one for those who come close to each other. No
/// pairs, or no analyses, count as one; a number past the last analysis is taken for the last.
pub fn falling_error_rate(alpha: f64, pairs: usize, analyses: usize, analysis: usize) -> f64 {
    let all: f64 = (1..=analyses.max(1)).map(|analysis| 1.0 / analysis as f64).sum();
    error_rate(alpha, pairs, 1) / (analysis.min(analyses.saturating_sub(1)) + 1) as f64 / all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantile::sorted;
    use crate::random::Random;
    use crate::sign;

    #[test]
    fn analyses_double_up_to_what_is_allowed() {
        assert_eq!(doubling(16, 16), [16]);
        assert_eq!(doubling(16, 100), [16, 32, 64, 100]);
        assert_eq!(doubling(16, 128), [16, 32, 64, 128]);
        assert_eq!(doubling(16, 7), [7]);
        assert_eq!(doubling(16, 0), [1]);
    }

    #[test]
    fn analyses_climb_up_to_what_is_allowed() {
        assert_eq!(climbing(12, 100), [12, 17, 24, 34, 48, 68, 96, 100]);
        assert_eq!(climbing(12, 12), [12]);
        assert_eq!(climbing(12, 5), [5]);
        assert_eq!(climbing(0, 0), [1]);
    }

    #[test]
    fn launches_are_analysed_at_fixed_counts() {
        assert_eq!(launches(5, 300), LAUNCHES);
        assert_eq!(launches(8, 30), [8, 13, 21]);
        assert_eq!(launches(5, 12), [5, 8]);
        assert_eq!(launches(5, 3), [3]);
        assert_eq!(launches(5, 0), [1]);
    }

    #[test]
    fn falling_shares_make_up_the_whole() {
        let shares: Vec<f64> = (0..12).map(|analysis| falling_error_rate(0.01, 2, 12, analysis)).collect();
        assert!(shares.is_sorted_by(|one, other| one > other), "{shares:?}");
        assert!((shares.iter().sum::<f64>() - 0.005).abs() < 1e-12);
        assert!((shares[0] / shares[11] - 12.0).abs() < 1e-9);
        assert_eq!(falling_error_rate(0.01, 1, 0, 3), 0.01);
    }

    #[test]
    fn many_analyses_stay_within_alpha() {
        let mut random = Random::new(11);
        let analyses = doubling(16, 512);
        let alpha = error_rate(0.05, 1, analyses.len());
        let trials = 1000;
        let alarms = (0..trials).filter(|_| {
            let values: Vec<f64> = (0..512).map(|_| random.normal()).collect();
            analyses
                .iter()
                .any(|analysis| !sign::interval(&sorted(values[..*analysis].to_vec()), alpha).unwrap().contains(0.0))
        });
        let rate = alarms.count() as f64 / trials as f64;
        assert!(rate <= 0.05, "{rate}");
    }
}
