//! Launches differ by so much that nothing is known to the margin, however many there were.

use crate::model::unit::{self, apart, plural};
use crate::model::{Caveat, Estimate, Verdict};

/// `margin` is a share. The race asks who is far behind, and resolves no margin.
pub(crate) fn unresolved(estimate: &Estimate, verdict: &Verdict, margin: f64) -> Option<Caveat> {
    let is_open = matches!(verdict, Verdict::NotEnough | Verdict::Unreliable { .. });
    let half = estimate.interval.half_width();
    let counted = format!("{} {}", estimate.launches, plural(estimate.launches as u64, "launch"));
    let text = format!(
        "Cannot resolve {} here: the ratio is known to {} to either side, after {counted}.",
        unit::margin(margin),
        apart(half.exp_m1()),
    );
    let is_wide = !estimate.raced && half.is_finite() && half > margin.ln_1p();
    (is_open && is_wide).then(|| Caveat::new("unresolved", text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Interval;

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
        let text = unresolved(&estimate(0.03), &Verdict::NotEnough, 0.01).unwrap().text;
        assert_eq!(text, "Cannot resolve 1 % here: the ratio is known to 3.0 % to either side, after 21 launches.");
        let raced = Estimate { raced: true, ..estimate(4.0) };
        assert_eq!(unresolved(&raced, &Verdict::NotEnough, 0.01), None);
        assert_eq!(unresolved(&estimate(0.005), &Verdict::NotEnough, 0.01), None);
        assert_eq!(unresolved(&estimate(f64::INFINITY), &Verdict::NotEnough, 0.01), None);
        assert_eq!(unresolved(&estimate(0.03), &Verdict::Same { margin: 0.05, leaning: None }, 0.01), None);
    }
}
