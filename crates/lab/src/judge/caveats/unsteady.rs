//! Within a launch, an implementation's ratio to the baseline changed from one level to another.

use paragone_stats::course::{Kind, course};

use crate::model::Caveat;

/// A step of less than this is left to the interval, as a logarithm.
const LEAST: f64 = 0.02;

/// `launches`: the values of its blocks in each launch, in order, as logarithms of ratios; `margin` is
/// a share.
pub(crate) fn unsteady(launches: &[Vec<f64>], margin: f64) -> Option<Caveat> {
    let least = margin.ln_1p().max(LEAST);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::Random;
    use crate::words::caveat_text;

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
}
