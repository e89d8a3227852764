//! A difference was found that is smaller than what two processes of the same program differ by.

use crate::model::{Caveat, Estimate, Verdict};

pub(crate) fn noise_above_difference(estimate: &Estimate, verdict: &Verdict) -> Option<Caveat> {
    let difference = match verdict {
        Verdict::Faster { .. } | Verdict::Slower { .. } => true,
        Verdict::Same { leaning, .. } => leaning.is_some(),
        _ => false,
    };
    let is_more = estimate.noise > estimate.ratio.abs();
    (difference && is_more).then(|| Caveat::NoiseAboveDifference { noise: estimate.noise.exp_m1() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Interval;

    fn seen(noise: f64, verdict: &Verdict) -> bool {
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
        assert!(seen(0.05, &slower));
        assert!(!seen(0.01, &slower));
        assert!(!seen(0.05, &Verdict::Same { margin: 0.05, leaning: None }));
        assert!(!seen(0.05, &Verdict::Unreliable { floor: 0.05 }));
    }
}
