//! What became of a series of times from its first to its last: whether it came to rest, and how.
//!
//! The classes are those of Barrett, Bolz-Tereick, Killick, Mount and Tratt, "Virtual Machine Warmup
//! Blows Hot and Cold", 2017.

use crate::changepoint::{Segment, segments};

/// The class of a series of times, by its levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The series has one level from its first value on.
    Flat,
    /// The series has several levels, and the last is the lowest, or no more than the least difference above it.
    Warmup,
    /// The series has several levels, and the last is above the lowest by more than the least difference.
    Slowdown,
    /// The last level has not lasted long enough to be taken for the one that stays: for fewer than eight values, or
    /// for less than a quarter of all.
    NoSteadyState,
}

/// The class of a series of times, and where it came to rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// The class of the series.
    pub kind: Kind,
    /// The index of the first value of the last level.
    pub settled: usize,
    /// The last level: the median of the last segment.
    pub level: f64,
    /// The lowest level of all segments.
    pub lowest: f64,
    /// The highest level of all segments.
    pub highest: f64,
}

/// Fewest values of a last level.
const LEAST_LAST: usize = 8;

/// Share of all values that the last level has to have lasted for.
const LAST_SHARE: f64 = 0.25;

/// Classifies a series of times, in the order in which they were taken.
///
/// Its levels are those of [`segments`], and differ by more than `least`, in the unit of the values, which has to be
/// above 0. `None` for fewer than eight values, which is the fewest that a last level has.
pub fn course(values: &[f64], least: f64) -> Option<Course> {
    if values.len() < LEAST_LAST {
        return None;
    }
    let found = segments(values, least);
    let last: &Segment = found.last()?;
    let lowest = found.iter().map(|segment| segment.level).fold(f64::INFINITY, f64::min);
    let highest = found.iter().map(|segment| segment.level).fold(f64::NEG_INFINITY, f64::max);
    let kind = match found.len() {
        1 => Kind::Flat,
        _ if last.length() < LEAST_LAST.max((values.len() as f64 * LAST_SHARE).ceil() as usize) => Kind::NoSteadyState,
        _ if last.level > lowest + least => Kind::Slowdown,
        _ => Kind::Warmup,
    };
    Some(Course { kind, settled: last.from, level: last.level, lowest, highest })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::random::Random;

    fn of(levels: &[(usize, f64)]) -> Option<Course> {
        let mut random = Random::new(7);
        let values = levels.iter().flat_map(|(count, level)| std::iter::repeat_n(*level, *count));
        course(&values.map(|level| level + 0.005 * random.normal()).collect::<Vec<f64>>(), 0.02)
    }

    fn kind(levels: &[(usize, f64)]) -> Kind {
        of(levels).unwrap().kind
    }

    #[test]
    fn the_four_classes() {
        assert_eq!(kind(&[(40, 1.0)]), Kind::Flat);
        assert_eq!(kind(&[(10, 3.0), (10, 1.0), (20, 0.0)]), Kind::Warmup);
        assert_eq!(kind(&[(10, 3.0), (10, 0.0), (20, 1.0)]), Kind::Slowdown);
        assert_eq!(kind(&[(20, 3.0), (6, 1.0)]), Kind::NoSteadyState);
        assert_eq!(kind(&[(90, 3.0), (12, 1.0)]), Kind::NoSteadyState);
    }

    #[test]
    fn coming_back_to_the_lowest_level_is_no_slowdown() {
        assert_eq!(kind(&[(10, 0.0), (10, 1.0), (20, 0.01)]), Kind::Warmup);
    }

    #[test]
    fn it_says_from_where_on() {
        let found = of(&[(10, 3.0), (15, 0.5), (20, 1.0)]).unwrap();
        assert_eq!(found.settled, 25);
        assert!((found.level - 1.0).abs() < 0.01 && (found.lowest - 0.5).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn too_few_values_say_nothing() {
        assert_eq!(of(&[(7, 1.0)]), None);
    }

    proptest! {
        #[test]
        fn a_course_ends_at_a_level_of_its_own(values in prop::collection::vec(0.1..10.0f64, 8..60)) {
            let found = course(&values, 0.02).unwrap();
            prop_assert!(found.settled < values.len() && found.lowest <= found.level && found.level <= found.highest);
            prop_assert_eq!(found.kind == Kind::Flat, found.settled == 0);
        }
    }
}
