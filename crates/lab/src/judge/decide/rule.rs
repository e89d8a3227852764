//! The interval of a ratio, the margin and the noise floor in, a verdict out.

use crate::model::{Interval, Verdict};

/// What a verdict rests on. Ratios and bounds are logarithms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence {
    pub(crate) ratio: f64,
    /// At the pair's share of alpha, not widened.
    pub(crate) interval: Interval,
    /// How far the A/A control may be from the baseline; 0 where that is not known.
    pub(crate) noise: f64,
}

/// The interval that is shown and that everything rests on, and the verdict. `margin` is a share. `of_one_launch`: verdicts
/// rest on the interval as widened by the control's bound. One launch is one layout, and only the control tells what
/// layouts do; several launches show it in their own spread.
///
/// A noise floor above the margin does not veto: what holds although the interval was widened by
/// it is said; the rest is unreliable here. Nor does noise ever make a difference: what reaches
/// beyond the margin only because it was widened is drawn out to 0, so that it is neither a difference nor the same.
pub(crate) fn rule(evidence: &Evidence, margin: f64, of_one_launch: bool) -> (Interval, Verdict) {
    let edge = margin.ln_1p();
    let noisy = evidence.noise > edge;
    let widened = if of_one_launch || noisy { evidence.interval.widened(evidence.noise) } else { evidence.interval };
    let by_noise_alone = evidence.interval.is_within(edge) && !widened.is_within(edge);
    let interval = if by_noise_alone { widened.with_0() } else { widened };
    let verdict = if interval.is_within(edge) {
        Verdict::Same { margin, leaning: interval.excludes_0().then_some(interval) }
    } else if interval.low > 0.0 {
        Verdict::Slower {
            at_least: interval.low.exp_m1(),
            likely: evidence.ratio.exp_m1(),
            at_most: Some(interval.high.exp_m1()).filter(|share| share.is_finite()),
        }
    } else if interval.high < 0.0 {
        Verdict::Faster {
            at_least: -interval.high.exp_m1(),
            likely: -evidence.ratio.exp_m1(),
            at_most: Some(-interval.low.exp_m1()).filter(|share| *share < 1.0),
        }
    } else if noisy && evidence.interval.half_width().is_finite() {
        Verdict::Unreliable { floor: evidence.noise.exp_m1() }
    } else {
        Verdict::NotEnough
    };
    (interval, verdict)
}

/// Whether more data would not change what is said.
pub(crate) fn is_reached(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Faster { .. } | Verdict::Slower { .. } | Verdict::Same { .. })
}

/// Whether an interval is as narrow as anybody asked for: half the margin, or a tenth of the effect.
pub(crate) fn is_narrow(evidence: &Evidence, margin: f64) -> bool {
    evidence.interval.half_width() <= (margin.ln_1p() / 2.0).max(evidence.ratio.abs() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(low: f64, high: f64, noise: f64) -> Evidence {
        Evidence { ratio: (low + high) / 2.0, interval: Interval { low, high }, noise }
    }

    const ONE: bool = true;
    const SEVERAL: bool = false;

    fn word(low: f64, high: f64, noise: f64, of_one_launch: bool) -> &'static str {
        rule(&evidence(low, high, noise), 0.01, of_one_launch).1.word()
    }

    #[test]
    fn each_verdict_has_its_place() {
        assert_eq!(word(-0.005, 0.005, 0.0, SEVERAL), "same");
        assert_eq!(word(0.002, 0.005, 0.0, SEVERAL), "same");
        assert_eq!(word(0.002, 0.02, 0.0, SEVERAL), "slower");
        assert_eq!(word(-0.02, -0.002, 0.0, SEVERAL), "faster");
        assert_eq!(word(-0.002, 0.02, 0.0, SEVERAL), "not-enough");
        assert_eq!(word(-0.002, 0.02, 0.05, SEVERAL), "unreliable");
    }

    #[test]
    fn same_leans_when_it_excludes_0() {
        let (_, verdict) = rule(&evidence(0.002, 0.005, 0.0), 0.01, SEVERAL);
        assert_eq!(verdict, Verdict::Same { margin: 0.01, leaning: Some(Interval { low: 0.002, high: 0.005 }) });
        let (_, verdict) = rule(&evidence(-0.002, 0.005, 0.0), 0.01, SEVERAL);
        assert_eq!(verdict, Verdict::Same { margin: 0.01, leaning: None });
    }

    #[test]
    fn noise_widens_verdicts_of_one_launch_and_of_several_only_above_the_margin() {
        assert_eq!(word(0.002, 0.02, 0.005, ONE), "not-enough");
        assert_eq!(word(0.002, 0.02, 0.005, SEVERAL), "slower");
        assert_eq!(word(0.002, 0.02, 0.05, SEVERAL), "unreliable");
    }

    #[test]
    fn noise_never_makes_a_difference() {
        assert_eq!(word(0.006, 0.008, 0.005, ONE), "not-enough");
        assert_eq!(word(0.006, 0.011, 0.005, ONE), "slower");
        // What is shown says the same as the verdict.
        assert_eq!(rule(&evidence(0.006, 0.008, 0.005), 0.01, ONE).0.low, 0.0);
    }

    #[test]
    fn noise_above_the_margin_is_no_veto() {
        assert_eq!(word(0.4, 0.5, 0.05, ONE), "slower");
        assert_eq!(word(0.4, 0.5, 0.05, SEVERAL), "slower");
    }

    #[test]
    fn shares_are_of_the_baselines_time() {
        let (_, verdict) = rule(&evidence(-(2f64.ln()), -(2f64.ln()), 0.0), 0.01, SEVERAL);
        let Verdict::Faster { at_least, likely, .. } = verdict else { panic!("{verdict:?}") };
        assert!((at_least - 0.5).abs() < 1e-12 && (likely - 0.5).abs() < 1e-12);
        let (_, verdict) = rule(&evidence(1.5f64.ln(), 2f64.ln(), 0.0), 0.01, SEVERAL);
        let Verdict::Slower { at_least, likely, .. } = verdict else { panic!("{verdict:?}") };
        assert!((at_least - 0.5).abs() < 1e-12 && likely > at_least);
    }

    #[test]
    fn knowing_nothing_is_not_enough_even_under_noise() {
        let nothing = Evidence { interval: Interval::EVERYTHING, ..evidence(0.0, 0.0, 0.5) };
        assert_eq!(rule(&nothing, 0.01, ONE).1, Verdict::NotEnough);
    }
}
