//! Bimodal times: a single number stands for neither of their two typical values.

use paragone_stats::modes;
use paragone_stats::quantile::sorted;

use crate::model::{Caveat, Sample};

/// How far apart the two heaps have to be, in units of their spread: one flat heap has 3.5.
const SEPARATION: f64 = 5.0;

/// The smaller heap's share of the samples at least: rarer ones are outliers.
const LEAST_SHARE: f64 = 0.1;

const LEAST_SAMPLES: usize = 32;

/// `margin`, a share: heaps closer to each other than that do not matter.
pub(crate) fn bimodal(samples: &[&Sample], margin: f64) -> Option<Caveat> {
    if samples.len() < LEAST_SAMPLES {
        return None;
    }
    let split = modes::split(&sorted(samples.iter().map(|sample| sample.per_call().ln()).collect()))?;
    let apart = (split.high - split.low).exp_m1();
    let two = split.separation > SEPARATION
        && apart > margin
        && (LEAST_SHARE..=1.0 - LEAST_SHARE).contains(&split.share_high);
    two.then_some(Caveat::Bimodal { apart, share_slower: split.share_high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{Random, sample};
    use crate::words::caveat_text;

    fn seen(slow_every: usize, slower: f64, margin: f64) -> Option<Caveat> {
        let mut random = Random::new(4);
        let time = |index: usize| {
            let mode = if index.is_multiple_of(slow_every) { slower } else { 1.0 };
            (200_000.0 * mode * (0.005 * random.normal()).exp()) as u64
        };
        let samples: Vec<Sample> = (0..200).map(time).map(sample).collect();
        bimodal(&samples.iter().collect::<Vec<_>>(), margin)
    }

    #[test]
    fn two_heaps_are_seen() {
        assert!(caveat_text(&seen(4, 1.2, 0.01).unwrap()).contains("20 % apart, with 25 %"));
        assert!(caveat_text(&seen(4, 20.0, 0.01).unwrap()).contains("a factor of 20 apart, with 25 %"));
    }

    #[test]
    fn one_heap_rare_outliers_and_heaps_within_the_margin_are_not() {
        assert_eq!(seen(4, 1.0, 0.01), None);
        assert_eq!(seen(50, 1.2, 0.01), None);
        assert_eq!(seen(4, 1.2, 0.5), None);
    }
}
