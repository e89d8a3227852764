//! What is doubtful of a row beside the baseline: its estimate, its verdict and the blocks of both in, one doubt each out.

use paragone_stats::course::{Kind, course};

use crate::model::{Caveat, Design, Estimate, Interval, Verdict};

/// The fastest samples disagree with the typical ones: collectors, caches, disks.
///
/// Logarithms of the ratio to the baseline with their 95 % intervals: of the fastest samples and of
/// the medians. `margin` is a share.
pub(crate) fn floor_and_typical(
    (floor, floor_interval): (Option<f64>, Interval),
    (typical, interval): (Option<f64>, Interval),
    margin: f64,
) -> Option<Caveat> {
    let (floor, typical) = (floor?, typical?);
    let apart = floor_interval.low > interval.high || floor_interval.high < interval.low;
    let matters = (floor - typical).abs() > margin.ln_1p();
    (apart && matters).then(|| Caveat::FloorAndTypicalDisagree { fastest: floor.exp_m1(), median: typical.exp_m1() })
}

/// A difference was found that is smaller than what two processes of the same program differ by.
pub(crate) fn noise_above_difference(estimate: &Estimate, verdict: &Verdict) -> Option<Caveat> {
    let difference = match verdict {
        Verdict::Faster { .. } | Verdict::Slower { .. } => true,
        Verdict::Same { leaning, .. } => leaning.is_some(),
        _ => false,
    };
    let is_more = estimate.noise > estimate.ratio.abs();
    (difference && is_more).then(|| Caveat::NoiseAboveDifference { noise: estimate.noise.exp_m1() })
}

/// Neighbouring blocks resembled each other, so that there is less to learn from them than it seems.
///
/// `joined`: how many blocks went into one value until neighbours were unrelated.
pub(crate) fn autocorrelated(design: Design, joined: usize) -> Option<Caveat> {
    // Elsewhere blocks are not what is counted.
    (design == Design::Blocks && joined > 1).then_some(Caveat::Autocorrelated { joined })
}

/// A step of less than this is left to the interval, as a logarithm.
const LEAST_STEP: f64 = 0.02;

/// Within a launch, an implementation's ratio to the baseline changed from one level to another.
///
/// `launches`: the values of its blocks in each launch, in order, as logarithms of ratios; `margin` is
/// a share.
pub(crate) fn unsteady(launches: &[Vec<f64>], margin: f64) -> Option<Caveat> {
    let least = margin.ln_1p().max(LEAST_STEP);
    let courses = launches.iter().filter_map(|values| course(values, least));
    let changed: Vec<f64> =
        courses.filter(|found| found.kind != Kind::Flat).map(|found| found.highest - found.lowest).collect();
    // Now and then noise alone looks like a step: one launch of several is no habit.
    if changed.is_empty() || changed.len() * 4 < launches.len() {
        return None;
    }
    let most = changed.iter().copied().fold(0.0, f64::max);
    Some(Caveat::Unsteady { launches: changed.len(), of: launches.len(), change: most.exp_m1() })
}

/// Launches differ by so much that nothing is known to the margin, however many there were.
///
/// `margin` is a share. The race asks who is far behind, and resolves no margin.
pub(crate) fn unresolved(estimate: &Estimate, verdict: &Verdict, margin: f64) -> Option<Caveat> {
    let is_open = verdict.is_undecided();
    let half = estimate.interval.half_width();
    let is_wide = !estimate.raced && half.is_finite() && half > margin.ln_1p();
    (is_open && is_wide).then(|| Caveat::Unresolved { margin, half_width: half.exp_m1(), launches: estimate.launches })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::Random;
    use crate::words::caveat_text;

    fn seen(typical: f64, floor: f64) -> Option<Caveat> {
        let around = |value: f64| Interval { low: value - 0.003, high: value + 0.003 };
        floor_and_typical((Some(floor), around(floor)), (Some(typical), around(typical)), 0.01)
    }

    #[test]
    fn speaks_where_the_intervals_are_apart() {
        let text = caveat_text(&seen(0.1f64.ln_1p(), (-0.1f64).ln_1p()).unwrap());
        assert!(text.contains("its fastest samples take 10 % less time, its median 10 % more"), "{text}");
        let text = caveat_text(&seen((-0.536f64).ln_1p(), (-0.544f64).ln_1p()).unwrap());
        assert!(text.contains("its fastest samples take 54.4 % less time, its median 53.6 % less"), "{text}");
        let text = caveat_text(&seen(19.42f64.ln_1p(), 0.1f64.ln_1p()).unwrap());
        assert!(text.contains("its fastest samples take 10 % more time, its median 20 times as much:"), "{text}");
        assert_eq!(seen(0.1, 0.108), None);
        assert_eq!(seen(0.1, 0.1), None);
    }

    fn is_noisy(noise: f64, verdict: &Verdict) -> bool {
        let estimate = Estimate {
            ratio: 0.02,
            interval: Interval { low: 0.01, high: 0.03 },
            floor: 0.02,
            hodges_lehmann: 0.02,
            noise,
            blocks: 80,
            launches: 5,
            raced: false,
        };
        noise_above_difference(&estimate, verdict).is_some()
    }

    #[test]
    fn speaks_of_differences_alone() {
        let slower = Verdict::Slower { at_least: 0.01, likely: 0.02, at_most: None };
        assert!(is_noisy(0.05, &slower));
        assert!(!is_noisy(0.01, &slower));
        assert!(!is_noisy(0.05, &Verdict::Same { margin: 0.05, leaning: None }));
        assert!(!is_noisy(0.05, &Verdict::Unreliable { floor: 0.05 }));
    }

    #[test]
    fn speaks_where_blocks_were_joined() {
        assert!(caveat_text(&autocorrelated(Design::Blocks, 4).unwrap()).contains("4 of them"));
        assert_eq!(autocorrelated(Design::Blocks, 1), None);
        assert_eq!(autocorrelated(Design::Launches, 4), None);
    }

    fn launch(step: f64, seed: u64) -> Vec<f64> {
        let mut random = Random::new(seed);
        (0..16).map(|index| if index < 6 { step } else { 0.0 } + 0.003 * random.normal()).collect()
    }

    fn launches(step: f64, count: u64) -> Vec<Vec<f64>> {
        (0..count).map(|seed| launch(step, seed)).collect()
    }

    #[test]
    fn a_step_is_seen() {
        let text = caveat_text(&unsteady(&launches(0.1, 5), 0.01).unwrap());
        assert!(text.contains("within 5 of 5 launches, by up to 1"), "{text}");
        assert!(caveat_text(&unsteady(&launches(-0.1, 1), 0.01).unwrap()).contains("while it was timed"));
    }

    #[test]
    fn noise_and_small_steps_and_too_little_are_not() {
        assert!((0..100).all(|seed| unsteady(&[launch(0.0, seed)], 0.001).is_none()));
        assert_eq!(unsteady(&launches(0.1, 5), 0.2), None);
        assert_eq!(unsteady(&[vec![0.0, 1.0, 2.0]], 0.01), None);
        assert_eq!(unsteady(&[], 0.01), None);
    }

    #[test]
    fn one_launch_of_many_is_no_habit() {
        let mut all = launches(0.0, 8);
        all[3] = launch(0.1, 9);
        assert_eq!(unsteady(&all, 0.01), None);
    }

    #[test]
    fn speaks_of_open_verdicts_that_are_wider_than_the_margin() {
        let estimate = |half: f64| Estimate {
            ratio: 0.0,
            interval: Interval { low: -half, high: half },
            floor: 0.0,
            hodges_lehmann: 0.0,
            noise: 0.0,
            blocks: 80,
            launches: 21,
            raced: false,
        };
        let text = caveat_text(&unresolved(&estimate(0.03), &Verdict::NotEnough, 0.01).unwrap());
        assert_eq!(text, "Cannot resolve 1 % here: the ratio is known to 3.0 % to either side, after 21 launches.");
        let raced = Estimate { raced: true, ..estimate(4.0) };
        assert_eq!(unresolved(&raced, &Verdict::NotEnough, 0.01), None);
        assert_eq!(unresolved(&estimate(0.005), &Verdict::NotEnough, 0.01), None);
        assert_eq!(unresolved(&estimate(f64::INFINITY), &Verdict::NotEnough, 0.01), None);
        assert_eq!(unresolved(&estimate(0.03), &Verdict::Same { margin: 0.05, leaning: None }, 0.01), None);
    }
}
