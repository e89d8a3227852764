//! Where a history of single values changed its level, place by place: which value is the first of a
//! new level, and how far that is from the one before.
//!
//! The changes are those of `changepoint` (its sources stand there). In a long history these lie between
//! groups of values; each is moved to where two levels fit the values around it best, which is the least
//! absolute deviation estimate of a shift's place (Bai, "Least Absolute Deviation Estimation of a Shift",
//! 1995). That histories of benchmarks are searched for changes in this way is the idea of Daly, Brown,
//! Ingo, O'Leary and Bradford, "The Use of Change Point Detection to Identify Software Performance
//! Regressions in a Continuous Integration System", 2020, who divide by E-statistics instead.

use crate::changepoint::{SHORTEST, Segment, grain, segments};
use crate::quantile::median;

/// A change of a series from one level to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// The index of the first value of the new level.
    pub at: usize,
    /// The old level: the median of the values from the change before, or the begin of the series, up to this change.
    pub before: f64,
    /// The new level: the median of the values from this change up to the next one, or the end of the series.
    pub after: f64,
}

/// The changes of level of a series, in order.
///
/// `values` are in the order in which they were observed. Levels differ by more than `least`, in the unit of the
/// values, which has to be above 0. A level that has lasted for fewer than four values is none yet.
pub fn shifts(values: &[f64], least: f64) -> Vec<Shift> {
    let found = segments(values, least);
    let reach = 2 * grain(values.len());
    let places: Vec<usize> = found.windows(2).map(|two| place(values, two[0], two[1], reach)).collect();
    let starts = std::iter::once(0).chain(places.iter().copied());
    let ends = places.iter().copied().chain([values.len()]);
    let levels: Vec<f64> = starts.zip(ends).filter_map(|(from, to)| median(values.get(from..to)?)).collect();
    let shift = |(at, two): (usize, &[f64])| Shift { at, before: two[0], after: two[1] };
    places.into_iter().zip(levels.windows(2)).map(shift).collect()
}

/// Where the two levels meet with the least deviations, at most `reach` away; no segment is left without
/// the values that make it one.
fn place(values: &[f64], one: Segment, other: Segment, reach: usize) -> usize {
    // Neighbouring changes may both move, so that each keeps to its half of what lies between them.
    let lowest = (one.from + one.length() / 2).max(one.to.saturating_sub(reach)).max(one.from + SHORTEST / 2);
    let highest = (other.to - other.length() / 2).min(one.to + reach).min(other.to - SHORTEST / 2);
    // What the deviations grow by when the values between here and the cut go over to the other level.
    let cost = |at: usize| {
        let (passed, sign) = if at < one.to { (&values[at..one.to], 1.0) } else { (&values[one.to..at], -1.0) };
        sign * passed.iter().map(|value| (value - other.level).abs() - (value - one.level).abs()).sum::<f64>()
    };
    let places = lowest.min(one.to)..=highest.max(one.to);
    let nearest = |at: &usize| at.abs_diff(one.to);
    places.min_by(|a, b| cost(*a).total_cmp(&cost(*b)).then(nearest(a).cmp(&nearest(b)))).unwrap_or(one.to)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::random::Random;

    const LEAST: f64 = 0.02;

    fn noisy(levels: &[(usize, f64)], spread: f64, random: &mut Random) -> Vec<f64> {
        let values = levels.iter().flat_map(|(count, level)| std::iter::repeat_n(*level, *count));
        values.map(|level| level + spread * random.normal()).collect()
    }

    fn places(values: &[f64]) -> Vec<usize> {
        shifts(values, LEAST).iter().map(|shift| shift.at).collect()
    }

    #[test]
    fn a_step_of_a_long_history_is_found_to_the_value() {
        let mut random = Random::new(11);
        for at in [397, 398, 399, 400, 401, 402] {
            let values = noisy(&[(at, 1.0), (1000 - at, 1.3)], 0.02, &mut random);
            let found = shifts(&values, LEAST);
            assert!(found.len() == 1 && found[0].at == at, "{at}: {found:?}");
            assert!((found[0].before - 1.0).abs() < 0.01 && (found[0].after - 1.3).abs() < 0.01, "{found:?}");
        }
    }

    #[test]
    fn there_and_back_are_two_shifts() {
        let mut random = Random::new(12);
        assert_eq!(places(&noisy(&[(20, 0.0), (6, 0.5), (20, 0.0)], 0.02, &mut random)), [20, 26]);
    }

    #[test]
    fn noise_alone_seldom_shifts() {
        let mut random = Random::new(13);
        for count in [10, 50, 200, 1000] {
            let trials = if count > 100 { 40 } else { 200 };
            let found = (0..trials).filter(|_| !places(&noisy(&[(count, 0.0)], 0.05, &mut random)).is_empty()).count();
            assert!(found * 40 <= trials, "{count}: {found} of {trials}");
        }
    }

    #[test]
    fn few_values_have_no_shift() {
        assert_eq!(shifts(&[], LEAST), []);
        assert_eq!(shifts(&[1.0, 5.0, 1.0, 5.0, 1.0], LEAST), []);
    }

    proptest! {
        // A long history takes the square of 256 steps each time.
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn places_are_in_order_and_levels_are_medians(values in prop::collection::vec(-5.0..5.0f64, 0..600)) {
            let found = shifts(&values, LEAST);
            let mut edges = vec![0];
            edges.extend(found.iter().map(|shift| shift.at));
            edges.push(values.len());
            prop_assert!(found.is_empty() || edges.windows(2).all(|two| two[0] < two[1]));
            for (index, shift) in found.iter().enumerate() {
                prop_assert_eq!(Some(shift.before), median(&values[edges[index]..shift.at]));
                prop_assert_eq!(Some(shift.after), median(&values[shift.at..edges[index + 2]]));
            }
        }

        #[test]
        fn a_clear_step_is_found(one in 8usize..700, other in 8usize..700, up in prop::bool::ANY) {
            let step = if up { 1.0 } else { -1.0 };
            let wobble = |index: usize| 0.01 * ((index * 7919) % 13) as f64 / 13.0;
            let values: Vec<f64> =
                (0..one + other).map(|index| wobble(index) + if index < one { 0.0 } else { step }).collect();
            prop_assert_eq!(places(&values), [one]);
        }

        #[test]
        fn a_short_history_has_the_changes_of_its_segments(values in prop::collection::vec(-3.0..3.0f64, 1..40)) {
            prop_assert_eq!(shifts(&values, LEAST).len(), segments(&values, LEAST).len() - 1);
        }
    }
}
