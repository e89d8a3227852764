//! Launches differ by so much that nothing is known to the margin, however many there were.

use crate::model::{Caveat, Estimate, Verdict};

/// `margin` is a share. The race asks who is far behind, and resolves no margin.
pub(crate) fn unresolved(estimate: &Estimate, verdict: &Verdict, margin: f64) -> Option<Caveat> {
    let is_open = matches!(verdict, Verdict::NotEnough | Verdict::Unreliable { .. });
    let half = estimate.interval.half_width();
    let is_wide = !estimate.raced && half.is_finite() && half > margin.ln_1p();
    (is_open && is_wide).then(|| Caveat::Unresolved { margin, half_width: half.exp_m1(), launches: estimate.launches })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Interval;
    use crate::words::caveat_text;

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
