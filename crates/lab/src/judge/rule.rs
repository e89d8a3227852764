//! The interval of a ratio, the margin and the noise floor in, a verdict out.

use crate::model::{Interval, Mode, Verdict};

/// Rounds to ask for at least when there is not enough.
const LEAST_ROUNDS: u64 = 16;

/// What a verdict rests on. Ratios and bounds are logarithms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence {
    pub(crate) ratio: f64,
    /// At the pair's share of alpha, not widened.
    pub(crate) interval: Interval,
    /// How far lane A' may be from the baseline; 0 where that is not known.
    pub(crate) noise: f64,
    pub(crate) rounds: usize,
    pub(crate) seconds: f64,
}

/// Whether verdicts rest on the interval as widened by lane A''s bound. One launch is one layout,
/// and only A' tells what layouts do; several launches show it in their own spread.
pub(crate) fn widens(mode: Mode) -> bool {
    match mode {
        Mode::Quick => true,
        Mode::Standard | Mode::Fresh | Mode::Imported | Mode::Trials => false,
    }
}

/// The interval that the verdict rests on, and the verdict. `margin` is a share.
///
/// A noise floor above the margin does not veto: what holds although the interval was widened by
/// it is said; the rest is unreliable here. Nor does noise ever make a difference: what reaches
/// beyond the margin only because it was widened is neither a difference nor the same.
pub(crate) fn rule(evidence: &Evidence, margin: f64, mode: Mode) -> (Interval, Verdict) {
    let edge = margin.ln_1p();
    let noisy = evidence.noise > edge;
    let judged = if widens(mode) || noisy { evidence.interval.widened(evidence.noise) } else { evidence.interval };
    let excludes_0 = judged.low > 0.0 || judged.high < 0.0;
    let beyond = evidence.interval.bound() >= edge;
    let verdict = if -edge < judged.low && judged.high < edge {
        Verdict::Same { margin, leaning: excludes_0.then_some(judged) }
    } else if beyond && judged.low > 0.0 {
        Verdict::Slower { at_least: judged.low.exp_m1(), likely: evidence.ratio.exp_m1() }
    } else if beyond && judged.high < 0.0 {
        Verdict::Faster { at_least: -judged.high.exp_m1(), likely: -evidence.ratio.exp_m1() }
    } else if noisy && evidence.interval.half_width().is_finite() {
        Verdict::Unreliable { floor: evidence.noise.exp_m1() }
    } else {
        not_enough(evidence, &judged, edge)
    };
    (judged, verdict)
}

/// Whether more data would not change what is said.
pub(crate) fn is_reached(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Faster { .. } | Verdict::Slower { .. } | Verdict::Same { .. })
}

/// Whether an interval is as narrow as anybody asked for: half the margin, or a tenth of the effect.
pub(crate) fn is_narrow(evidence: &Evidence, margin: f64) -> bool {
    evidence.interval.half_width() <= (margin.ln_1p() / 2.0).max(evidence.ratio.abs() / 10.0)
}

/// Intervals shrink with the root of the rounds: how many more until this one is clear of 0 or
/// inside the margin, whichever the likely ratio is farther from deciding against.
fn not_enough(evidence: &Evidence, judged: &Interval, edge: f64) -> Verdict {
    let needed = (edge - evidence.ratio.abs()).max(evidence.ratio.abs());
    let factor = (judged.half_width() / needed).powi(2) - 1.0;
    let have = evidence.rounds.max(1) as f64;
    let more = if factor.is_finite() { (have * factor).ceil() } else { have };
    let rounds = (more as u64).max(LEAST_ROUNDS);
    Verdict::NotEnough { rounds, seconds: evidence.seconds / have * rounds as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(low: f64, high: f64, noise: f64) -> Evidence {
        Evidence { ratio: (low + high) / 2.0, interval: Interval { low, high }, noise, rounds: 100, seconds: 2.0 }
    }

    fn word(low: f64, high: f64, noise: f64, mode: Mode) -> &'static str {
        rule(&evidence(low, high, noise), 0.01, mode).1.word()
    }

    #[test]
    fn each_verdict_has_its_place() {
        assert_eq!(word(-0.005, 0.005, 0.0, Mode::Standard), "same");
        assert_eq!(word(0.002, 0.005, 0.0, Mode::Standard), "same");
        assert_eq!(word(0.002, 0.02, 0.0, Mode::Standard), "slower");
        assert_eq!(word(-0.02, -0.002, 0.0, Mode::Standard), "faster");
        assert_eq!(word(-0.002, 0.02, 0.0, Mode::Standard), "not-enough");
        assert_eq!(word(-0.002, 0.02, 0.05, Mode::Standard), "unreliable");
    }

    #[test]
    fn same_leans_when_it_excludes_0() {
        let (_, verdict) = rule(&evidence(0.002, 0.005, 0.0), 0.01, Mode::Standard);
        assert_eq!(verdict, Verdict::Same { margin: 0.01, leaning: Some(Interval { low: 0.002, high: 0.005 }) });
        let (_, verdict) = rule(&evidence(-0.002, 0.005, 0.0), 0.01, Mode::Standard);
        assert_eq!(verdict, Verdict::Same { margin: 0.01, leaning: None });
    }

    #[test]
    fn noise_widens_quick_verdicts_and_standard_ones_only_above_the_margin() {
        assert_eq!(word(0.002, 0.02, 0.005, Mode::Quick), "not-enough");
        assert_eq!(word(0.002, 0.02, 0.005, Mode::Standard), "slower");
        assert_eq!(word(0.002, 0.02, 0.05, Mode::Standard), "unreliable");
    }

    #[test]
    fn noise_never_makes_a_difference() {
        assert_eq!(word(0.006, 0.008, 0.005, Mode::Quick), "not-enough");
        assert_eq!(word(0.006, 0.011, 0.005, Mode::Quick), "slower");
    }

    #[test]
    fn noise_above_the_margin_is_no_veto() {
        assert_eq!(word(0.4, 0.5, 0.05, Mode::Quick), "slower");
        assert_eq!(word(0.4, 0.5, 0.05, Mode::Standard), "slower");
    }

    #[test]
    fn shares_are_of_the_baselines_time() {
        let (_, verdict) = rule(&evidence(-(2f64.ln()), -(2f64.ln()), 0.0), 0.01, Mode::Standard);
        let Verdict::Faster { at_least, likely } = verdict else { panic!("{verdict:?}") };
        assert!((at_least - 0.5).abs() < 1e-12 && (likely - 0.5).abs() < 1e-12);
        let (_, verdict) = rule(&evidence(1.5f64.ln(), 2f64.ln(), 0.0), 0.01, Mode::Standard);
        let Verdict::Slower { at_least, likely } = verdict else { panic!("{verdict:?}") };
        assert!((at_least - 0.5).abs() < 1e-12 && likely > at_least);
    }

    #[test]
    fn more_rounds_go_with_the_square_of_the_width() {
        let (_, verdict) = rule(&evidence(-0.02, 0.02, 0.0), 0.01, Mode::Standard);
        let Verdict::NotEnough { rounds, seconds } = verdict else { panic!("{verdict:?}") };
        // Twice the margin's logarithm on each side: three times as much again, and a little.
        assert!((300..=310).contains(&rounds), "{rounds}");
        assert!((seconds - rounds as f64 * 0.02).abs() < 1e-9);
    }

    #[test]
    fn knowing_nothing_is_not_enough_even_under_noise() {
        let nothing = Evidence { interval: Interval::EVERYTHING, ..evidence(0.0, 0.0, 0.5) };
        assert_eq!(rule(&nothing, 0.01, Mode::Quick).1, Verdict::NotEnough { rounds: 100, seconds: 2.0 });
    }
}
