//! Where a series changes its level: the segments between changes, each around a median of its own.
//!
//! The cheapest cut of the whole series, a change costing a penalty: optimal partitioning (Jackson et
//! al., "An Algorithm for Optimal Partitioning of Data on an Interval", 2005), whose answer is that of
//! PELT (Killick, Fearnhead, Eckley, "Optimal Detection of Changepoints With a Linear Computational
//! Cost", 2012). A segment costs its absolute deviations from its median (Bai, "Least Absolute
//! Deviation Estimation of a Shift", 1995), so that what stands out, a collection say, is no change.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::quantile::median;

/// The fewest values that a segment has, unless it is the only one of its series: fewer could all be outliers.
pub const SHORTEST: usize = 4;

/// Most values that are cut: the time it takes grows with their square. Longer series are cut into
/// so many medians of neighbours.
const MOST: usize = 256;

/// How many neighbouring values [`segments`] takes together in a series of `count` values: changes are found between
/// such groups only.
///
/// It is 1 for up to 256 values, and grows with the length, because the time that the search takes grows with the
/// square of the number of groups.
pub fn grain(count: usize) -> usize {
    count.div_ceil(MOST).max(1)
}

/// A stretch of a series that stays around one level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The index, in the series, of the segment's first value.
    pub from: usize,
    /// The index after that of the segment's last value.
    pub to: usize,
    /// The median of the segment's values.
    pub level: f64,
}

impl Segment {
    /// How many values the segment has.
    pub fn length(&self) -> usize {
        self.to - self.from
    }
}

/// Cuts a series into segments of one level each, which cover it without gaps, in order.
///
/// The cut is the one with the least sum of absolute deviations from the segments' medians and of a penalty for each
/// change, which is chosen so that noise alone is cut in fewer than two of a hundred series. Levels of neighbours
/// differ by more than `least`, in the unit of the values, which has to be above 0; each segment has [`SHORTEST`]
/// values or more, if there are several. There is one segment at least, and none only where there are no values.
pub fn segments(values: &[f64], least: f64) -> Vec<Segment> {
    let group = grain(values.len());
    let coarse: Vec<f64> = values.chunks(group).filter_map(median).collect();
    let starts: Vec<usize> = cuts(&coarse, scale(&coarse, least)).iter().map(|cut| cut * group).collect();
    merged(values, starts, least)
}

/// The mean absolute deviation of the noise, from the differences of neighbours, which a change of
/// level leaves alone. A difference of `least` or less tells nothing, however little noise there is.
fn scale(values: &[f64], least: f64) -> f64 {
    let steps: Vec<f64> = values.windows(2).map(|two| (two[1] - two[0]).abs()).collect();
    // The median step is 0.954 of normal noise's standard deviation, the mean absolute deviation 0.798.
    let noise = median(&steps).unwrap_or(0.0) * 0.836;
    noise.max(least / 2.0)
}

/// What a change costs. Two logarithms are the usual price of a level and a place (Schwarz,
/// "Estimating the Dimension of a Model", 1978); the rest is because the scale is an estimate too, and
/// makes a change out of noise rarer than twice in a hundred series.
fn penalty(values: usize) -> f64 {
    14.0 + 2.0 * (values.max(2) as f64).ln()
}

/// Starts of the segments of the cheapest cut, the first of which is 0.
fn cuts(values: &[f64], scale: f64) -> Vec<usize> {
    let n = values.len();
    let penalty = penalty(n);
    // The least cost of the values from here on, and where the first segment of them ends.
    let mut best = vec![(0.0, n); n + 1];
    for from in (0..n).rev() {
        let mut segment = Deviations::default();
        best[from] = (f64::INFINITY, n);
        for to in from + 1..=n {
            segment.add(values[to - 1]);
            if to - from < SHORTEST && to < n {
                continue;
            }
            // Twice the deviations over their scale: what Laplace's distribution makes of them.
            let cost = 2.0 * segment.sum() / scale + if to < n { penalty + best[to].0 } else { 0.0 };
            // A tail that is too short stands alone only where the whole series is that short.
            let whole = to - from >= SHORTEST || from == 0;
            if whole && cost < best[from].0 {
                best[from] = (cost, to);
            }
        }
    }
    let next = |from: &usize| Some(best[*from].1).filter(|to| *to < n);
    std::iter::successors(Some(0), next).filter(|_| n > 0).collect()
}

/// Segments from their starts; neighbours whose levels are within `least` become one, the closest first.
fn merged(values: &[f64], mut starts: Vec<usize>, least: f64) -> Vec<Segment> {
    loop {
        let ends = starts.iter().skip(1).copied().chain([values.len()]);
        let of = |(from, to): (usize, usize)| Some(Segment { from, to, level: median(&values[from..to])? });
        let segments: Vec<Segment> = starts.iter().copied().zip(ends).filter_map(of).collect();
        let steps = segments.windows(2).map(|two| (two[1].level - two[0].level).abs());
        match steps.enumerate().min_by(|one, other| one.1.total_cmp(&other.1)) {
            Some((place, step)) if step <= least => starts.remove(place + 1),
            _ => return segments,
        };
    }
}

/// The sum of absolute deviations from the median, of values that come one by one.
#[derive(Default)]
struct Deviations {
    low: BinaryHeap<Ordered>,
    high: BinaryHeap<Reverse<Ordered>>,
    low_sum: f64,
    high_sum: f64,
}

impl Deviations {
    fn add(&mut self, value: f64) {
        self.low.push(Ordered(value));
        self.low_sum += value;
        // The greatest of the lower half goes up, and comes back where the halves would differ.
        if let Some(Ordered(top)) = self.low.pop() {
            self.low_sum -= top;
            self.high_sum += top;
            self.high.push(Reverse(Ordered(top)));
        }
        if self.high.len() > self.low.len() {
            if let Some(Reverse(Ordered(least))) = self.high.pop() {
                self.high_sum -= least;
                self.low_sum += least;
                self.low.push(Ordered(least));
            }
        }
    }

    fn sum(&self) -> f64 {
        let middle = self.low.peek().map_or(0.0, |value| value.0);
        let odd = (self.low.len() - self.high.len()) as f64;
        (self.high_sum - self.low_sum + odd * middle).max(0.0)
    }
}

#[derive(Clone, Copy, PartialEq)]
struct Ordered(f64);

impl Eq for Ordered {}

impl Ord for Ordered {
    fn cmp(&self, other: &Ordered) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Ordered) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::random::Random;

    const LEAST: f64 = 0.02;

    fn places(values: &[f64]) -> Vec<usize> {
        segments(values, LEAST).iter().map(|segment| segment.from).collect()
    }

    /// So many values around each level, with noise of this spread.
    fn steps(levels: &[(usize, f64)], spread: f64, random: &mut Random) -> Vec<f64> {
        let mut values = Vec::new();
        for (count, level) in levels {
            values.extend((0..*count).map(|_| level + spread * random.normal()));
        }
        values
    }

    #[test]
    fn a_step_is_found_where_it_is() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let values = steps(&[(12, 1.0), (30, 0.2)], 0.05, &mut random);
            assert_eq!(places(&values), [0, 12], "{values:?}");
        }
        let values = steps(&[(5, 3.0), (8, 1.0), (40, 0.0), (20, 0.4)], 0.02, &mut random);
        assert_eq!(places(&values), [0, 5, 13, 53]);
    }

    #[test]
    fn noise_alone_is_one_segment() {
        let mut random = Random::new(2);
        for count in [8, 16, 64, 300, 1000] {
            let trials = if count > 100 { 80 } else { 400 };
            let normal = (0..trials).filter(|_| places(&steps(&[(count, 0.0)], 0.1, &mut random)).len() > 1).count();
            let tailed = (0..trials)
                .filter(|_| places(&(0..count).map(|_| 0.1 * random.exponential()).collect::<Vec<f64>>()).len() > 1)
                .count();
            assert!(normal * 40 <= trials && tailed * 40 <= trials, "{count}: {normal}, {tailed} of {trials}");
        }
    }

    #[test]
    fn what_stands_out_is_no_change() {
        let mut random = Random::new(3);
        let mut values = steps(&[(60, 0.0)], 0.01, &mut random);
        for place in [3, 17, 18, 40, 59] {
            values[place] += 2.0;
        }
        assert_eq!(places(&values), [0]);
    }

    #[test]
    fn little_changes_do_not_count() {
        let level = |count: usize, value: f64| vec![value; count];
        assert_eq!(places(&[level(20, 1.0), level(20, 1.019)].concat()), [0]);
        assert_eq!(places(&[level(20, 1.0), level(20, 1.1)].concat()), [0, 20]);
    }

    #[test]
    fn few_values_are_one_segment_and_none_are_none() {
        assert_eq!(segments(&[], LEAST), []);
        assert_eq!(segments(&[2.0], LEAST), [Segment { from: 0, to: 1, level: 2.0 }]);
        assert_eq!(places(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), [0]);
    }

    #[test]
    fn a_long_series_is_cut_between_groups() {
        let mut random = Random::new(4);
        let values = steps(&[(3000, 1.0), (7000, 0.0)], 0.2, &mut random);
        let found = segments(&values, LEAST);
        assert!(found.len() == 2 && found[1].from.abs_diff(3000) <= 40, "{found:?}");
    }

    #[test]
    fn deviations_are_those_of_the_definition() {
        let mut random = Random::new(5);
        let mut deviations = Deviations::default();
        let mut values = Vec::new();
        for _ in 0..50 {
            values.push(random.normal());
            deviations.add(values[values.len() - 1]);
            let middle = median(&values).unwrap();
            let expected: f64 = values.iter().map(|value| (value - middle).abs()).sum();
            assert!((deviations.sum() - expected).abs() < 1e-9);
        }
    }

    /// What a cut costs, by the definition.
    fn cost(values: &[f64], starts: &[usize]) -> f64 {
        let ends = starts.iter().skip(1).copied().chain([values.len()]);
        let scale = scale(values, LEAST);
        let deviations = starts.iter().zip(ends).map(|(from, to)| {
            let middle = median(&values[*from..to]).unwrap();
            values[*from..to].iter().map(|value| (value - middle).abs()).sum::<f64>()
        });
        2.0 * deviations.sum::<f64>() / scale + (starts.len() - 1) as f64 * penalty(values.len())
    }

    proptest! {
        #[test]
        fn segments_cover_the_series_and_are_apart(values in prop::collection::vec(-10.0..10.0f64, 1..80)) {
            let found = segments(&values, LEAST);
            prop_assert_eq!((found[0].from, found[found.len() - 1].to), (0, values.len()));
            for two in found.windows(2) {
                prop_assert_eq!(two[0].to, two[1].from);
                prop_assert!((two[0].level - two[1].level).abs() > LEAST);
            }
            prop_assert!(found.len() == 1 || found.iter().all(|segment| segment.length() >= SHORTEST));
        }

        #[test]
        fn no_cut_into_two_or_three_is_cheaper(values in prop::collection::vec(-3.0..3.0f64, 12..24)) {
            let best = cost(&values, &cuts(&values, scale(&values, LEAST)));
            let n = values.len();
            prop_assert!(best <= cost(&values, &[0]) + 1e-9);
            for one in SHORTEST..=n - SHORTEST {
                prop_assert!(best <= cost(&values, &[0, one]) + 1e-9);
                for other in one + SHORTEST..=n - SHORTEST {
                    prop_assert!(best <= cost(&values, &[0, one, other]) + 1e-9);
                }
            }
        }

        #[test]
        fn shifting_and_mirroring_move_no_place(values in prop::collection::vec(-3.0..3.0f64, 1..60), by in -50.0..50.0f64) {
            let shifted: Vec<f64> = values.iter().map(|value| value + by).collect();
            let mirrored: Vec<f64> = values.iter().map(|value| -value).collect();
            prop_assert_eq!(places(&shifted).len(), places(&values).len());
            prop_assert_eq!(places(&mirrored).len(), places(&values).len());
        }
    }
}
