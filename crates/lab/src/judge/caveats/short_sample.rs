//! Samples too short for the clock that timed them.

use paragone_stats::quantile::median;

use crate::model::{Caveat, Sample};

/// Clock steps that a sample should last: one step is then a tenth of a percent.
const STEPS: f64 = 1000.0;

/// `resolution_ns`: the step of the driver's clock, as it said.
pub(crate) fn short_sample(samples: &[&Sample], resolution_ns: u64) -> Option<Caveat> {
    let walls: Vec<f64> = samples.iter().map(|sample| sample.wall_ns as f64).collect();
    let steps = median(&walls)? / resolution_ns.max(1) as f64;
    (steps < STEPS).then_some(Caveat::ShortSample { steps, resolution_ns })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::sample;
    use crate::words::caveat_text;

    #[test]
    fn a_thousand_steps_are_enough() {
        let samples = [sample(200_000), sample(210_000), sample(190_000)];
        let samples: Vec<&Sample> = samples.iter().collect();
        assert_eq!(short_sample(&samples, 1), None);
        assert_eq!(short_sample(&samples, 200), None);
        assert!(caveat_text(&short_sample(&samples, 1000).unwrap()).contains("200 steps"));
        assert_eq!(short_sample(&[], 1000), None);
    }
}
