//! Where two curves cross, when each point can only be told with some doubt: points in, the sizes to measure
//! next out, and at last the interval.
//!
//! At each size it was said who is ahead, wrongly with a small probability that is the same for all sizes; or it
//! could not be said. A bisection that believes each answer is wrong as soon as one of them is, so the probability is
//! an equal part of what the whole search may be wrong by (`share`), over as many sizes as it may ever take (`most`):
//! right whatever the dependence between sizes. Searching with noisy answers goes back to Horstein, "Sequential
//! Transmission Using Noiseless Feedback", 1963, and to Waeber, Frazier and Henderson, "Bisection Search with Noisy
//! Responses", 2013, who ask at each point until it is certain and then move on, as is done here.

/// What was found out at one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The size at which the two curves were compared.
    pub size: u64,
    /// The curve that is ahead there; `None` where that could not be told. It is wrong with the probability
    /// [`Search::share`] at most.
    pub ahead: Option<Ahead>,
    /// Whether the two are certainly the same within the margin; one may be ahead all the same.
    pub same: bool,
}

/// One of the two curves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ahead {
    /// The curve that is expected to be ahead at the lower end of the search.
    First,
    /// The curve that is expected to be ahead at the upper end of the search.
    Second,
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The order changes once: the first curve is ahead at `below`, the second at `above`, and the ratio of these sizes
    /// is no larger than [`Search::width`], or they are neighbours.
    Once {
        /// The last size at which the first curve is certainly ahead.
        below: u64,
        /// The first size at which the second curve is certainly ahead.
        above: u64,
    },
    /// The two are the same within the margin from one size to another, and the ratio of these is larger than
    /// [`Search::width`]: there is no crossing to be found, and none is needed.
    Same {
        /// The smallest size at which the two are the same.
        from: u64,
        /// The largest size at which the two are the same.
        to: u64,
        /// The last size at which the first curve is certainly ahead.
        below: u64,
        /// The first size at which the second curve is certainly ahead.
        above: u64,
    },
    /// The order changes several times.
    Times {
        /// The number of changes that were found; there may be more.
        times: usize,
        /// The last size before the first change at which somebody is certainly ahead.
        below: u64,
        /// The first size after the last change at which somebody is certainly ahead.
        above: u64,
    },
    /// The order changes once, and it could not be told closer where.
    Between {
        /// The last size at which the first curve is certainly ahead.
        below: u64,
        /// The first size at which the second curve is certainly ahead.
        above: u64,
    },
    /// The order does not certainly change from the first curve to the second.
    Nowhere,
}

/// What a search asks for next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Sizes to compare the two curves at, in rising order; none of them is among the points so far.
    Measure(Vec<u64>),
    /// The search has ended, with this result.
    Done(Place),
}

/// A search for the size at which two curves cross: where it begins, and how closely it ends.
///
/// The caller compares the curves at the sizes that [`Search::next`] asks for, adds the [`Point`]s to those that there
/// are, and asks again until it is done. The state of a search is its points and nothing else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// The lower end of the range that is searched.
    pub low: u64,
    /// The upper end of the range that is searched, above `low`.
    pub high: u64,
    /// The largest ratio, above 1, that the ends of the interval around the crossing may have.
    pub width: f64,
}

/// Parts that the interval is cut into first: a curve with teeth shows some of them then.
const FIRST_PARTS: u32 = 4;

/// Looks beyond the found interval, and sizes to spare for points that tell nothing.
const SPARE: usize = 8;

impl Search {
    /// The greatest number of sizes that the search ever asks for.
    pub fn most(&self) -> usize {
        let part = (self.high as f64 / self.low.max(1) as f64).ln() / f64::from(FIRST_PARTS);
        let halvings = (part / self.width.ln()).log2().ceil().max(0.0) as usize;
        // Twice, since a middle that tells nothing has to be approached from both sides.
        FIRST_PARTS as usize + 1 + 2 * halvings + SPARE
    }

    /// The error rate of the comparison at one size, where the whole search may be wrong with probability `alpha`: an
    /// equal part for each of [`Search::most`] sizes.
    pub fn share(&self, alpha: f64) -> f64 {
        alpha / self.most() as f64
    }

    /// The next sizes to compare the curves at, or the result, by the points so far. These are in rising order of size;
    /// a search begins without any.
    pub fn next(&self, points: &[Point]) -> Step {
        if points.is_empty() {
            return Step::Measure(self.first());
        }
        let changes = changes(points);
        let place = self.place_of(points, &changes);
        let mut sizes: Vec<u64> = match (&place, changes.as_slice()) {
            (Place::Same { .. } | Place::Nowhere, _) | (_, []) => Vec::new(),
            (_, [one]) => self.closer(points, *one).map_or_else(|| self.beyond(points, *one), |size| vec![size]),
            (_, [first, .., last]) => [first, last].into_iter().filter_map(|it| self.closer(points, *it)).collect(),
        };
        sizes.sort_unstable();
        sizes.dedup();
        sizes.retain(|size| points.iter().all(|point| point.size != *size));
        sizes.truncate(self.most().saturating_sub(points.len()));
        if sizes.is_empty() { Step::Done(place) } else { Step::Measure(sizes) }
    }

    /// The result by the points so far, which are in rising order of size: also of a search that is cut short.
    pub fn place(&self, points: &[Point]) -> Place {
        self.place_of(points, &changes(points))
    }

    /// The ends, and sizes that cut what is between into parts of one ratio.
    fn first(&self) -> Vec<u64> {
        let ratio = self.high as f64 / self.low.max(1) as f64;
        let at = |part: u32| self.low as f64 * ratio.powf(f64::from(part) / f64::from(FIRST_PARTS));
        let between = (1..FIRST_PARTS).map(|part| at(part).round() as u64).filter(|_| ratio > self.width);
        let mut sizes: Vec<u64> = [self.low, self.high].into_iter().chain(between).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    fn place_of(&self, points: &[Point], changes: &[(usize, usize)]) -> Place {
        let (Some(&(first, _)), Some(&(_, last))) = (changes.first(), changes.last()) else { return Place::Nowhere };
        // Ends that say the contrary of what they said before.
        if points[first].ahead == Some(Ahead::Second) || points[last].ahead == Some(Ahead::First) {
            return Place::Nowhere;
        }
        let (below, above) = (points[first].size, points[last].size);
        match self.same_around(points, first, last) {
            Some((from, to)) => Place::Same { from, to, below, above },
            None if changes.len() > 1 => Place::Times { times: changes.len(), below, above },
            None if self.is_close(below, above) => Place::Once { below, above },
            None => Place::Between { below, above },
        }
    }

    /// The sizes from one to the other at which the two are the same, without a gap, around all that lies between two
    /// points; `None` where these sizes are no further apart than the interval may be.
    fn same_around(&self, points: &[Point], from: usize, to: usize) -> Option<(u64, u64)> {
        let within = if to > from + 1 { &points[from + 1..to] } else { &points[from..=to] };
        if !within.iter().all(|point| point.same) {
            return None;
        }
        let before = points[..=from].iter().rev().take_while(|point| point.same).count();
        let after = points[to..].iter().take_while(|point| point.same).count();
        let (first, last) = (points[from + 1 - before].size, points[to + after - 1].size);
        (!self.is_close(first, last)).then_some((first, last))
    }

    fn is_close(&self, below: u64, above: u64) -> bool {
        above <= below.saturating_add(1) || above as f64 <= below as f64 * self.width
    }

    /// A size within a change: the middle; where that told nothing, the middle of the wider side of what did not.
    fn closer(&self, points: &[Point], (from, to): (usize, usize)) -> Option<u64> {
        if self.is_close(points[from].size, points[to].size) {
            return None;
        }
        let silent = &points[from + 1..to];
        let (Some(first), Some(last)) = (silent.first(), silent.last()) else {
            return middle(points[from].size, points[to].size);
        };
        if !self.is_close(first.size, last.size) {
            return None;
        }
        let gaps = [(points[from].size, first.size), (last.size, points[to].size)];
        let ratio = |(low, high): &(u64, u64)| *high as f64 / (*low).max(1) as f64;
        let wider = gaps.into_iter().max_by(|one, other| ratio(one).total_cmp(&ratio(other)))?;
        // So close to what told nothing, there is nothing to be told either.
        (ratio(&wider) > 1.0 + (self.width - 1.0) / 16.0).then(|| middle(wider.0, wider.1)).flatten()
    }

    /// Sizes just outside of an interval that was found: there the order must be what it is further out, or the curve
    /// has teeth. Odd ones, since blocks are of even sizes.
    fn beyond(&self, points: &[Point], (from, to): (usize, usize)) -> Vec<u64> {
        let (below, above) = (points[from].size, points[to].size);
        let under = (below as f64 / self.width) as u64 | 1;
        let over = (above as f64 * self.width) as u64 | 1;
        let is_outside = |size: &u64| (self.low < *size && *size < below) || (above < *size && *size < self.high);
        [under, over].into_iter().filter(is_outside).collect()
    }
}

/// Neighbours among the points that tell who is ahead, of which one says this and the next that.
fn changes(points: &[Point]) -> Vec<(usize, usize)> {
    let telling: Vec<usize> = (0..points.len()).filter(|index| points[*index].ahead.is_some()).collect();
    let pairs = telling.windows(2).map(|two| (two[0], two[1]));
    pairs.filter(|(one, other)| points[*one].ahead != points[*other].ahead).collect()
}

/// The size in the geometric middle; `None` where there is none between.
fn middle(low: u64, high: u64) -> Option<u64> {
    let middle = ((low.max(1) as f64) * (high as f64)).sqrt().round() as u64;
    (low < middle && middle < high).then_some(middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const WIDTH: f64 = 1.05;

    /// Carries a search out against whoever tells a point, and gives the end and how many sizes that took.
    fn carried_out(search: Search, mut tell: impl FnMut(u64) -> (Option<Ahead>, bool)) -> (Place, usize) {
        let mut points: Vec<Point> = Vec::new();
        loop {
            match search.next(&points) {
                Step::Done(place) => return (place, points.len()),
                Step::Measure(sizes) => {
                    for size in sizes {
                        let (ahead, same) = tell(size);
                        points.push(Point { size, ahead, same });
                    }
                    points.sort_by_key(|point| point.size);
                    assert!(points.len() <= search.most());
                }
            }
        }
    }

    /// Whoever knows that the first is ahead below a size.
    fn sharp(crossing: f64) -> impl FnMut(u64) -> (Option<Ahead>, bool) {
        move |size| (Some(if (size as f64) < crossing { Ahead::First } else { Ahead::Second }), false)
    }

    const X4: Search = Search { low: 1024, high: 4096, width: WIDTH };

    #[test]
    fn a_crossing_is_enclosed_as_closely_as_asked() {
        for search in [X4, Search { low: 8, high: 64, width: WIDTH }, Search { low: 100, high: 100_000, width: WIDTH }]
        {
            let mut random = Random::new(1);
            for _ in 0..300 {
                let (low, high) = (search.low as f64, search.high as f64);
                let crossing = low * (high / low).powf(random.uniform());
                let (place, took) = carried_out(search, sharp(crossing));
                let Place::Once { below, above } = place else { panic!("{crossing}: {place:?}") };
                assert!((below as f64) < crossing && crossing <= above as f64, "{crossing}: {place:?}");
                assert!(above - below <= 1 || above as f64 / below as f64 <= WIDTH, "{place:?}");
                assert!(took < search.most(), "{took} of {}", search.most());
            }
        }
    }

    #[test]
    fn neighbours_need_no_search() {
        assert_eq!(carried_out(Search { low: 7, high: 8, ..X4 }, sharp(7.5)).0, Place::Once { below: 7, above: 8 });
        let close = Search { low: 1000, high: 1040, ..X4 };
        assert_eq!(carried_out(close, sharp(1020.0)), (Place::Once { below: 1000, above: 1040 }, 2));
        assert_eq!(carried_out(Search { low: 0, high: 2, ..X4 }, sharp(1.5)).0, Place::Once { below: 1, above: 2 });
    }

    #[test]
    fn a_middle_that_tells_nothing_is_approached_from_both_sides() {
        let mut random = Random::new(2);
        for _ in 0..300 {
            let crossing = 1100.0 * 3.5f64.powf(random.uniform());
            // Within 1 % of the crossing nobody can tell.
            let vague = |size: u64| match size as f64 / crossing {
                ratio if ratio < 0.99 => (Some(Ahead::First), false),
                ratio if ratio > 1.01 => (Some(Ahead::Second), false),
                _ => (None, true),
            };
            let (place, _) = carried_out(X4, vague);
            let Place::Once { below, above } = place else { panic!("{crossing}: {place:?}") };
            assert!((below as f64) < crossing && crossing < above as f64 && above as f64 / below as f64 <= WIDTH);
        }
    }

    #[test]
    fn where_the_two_are_the_same_for_long_that_is_the_answer() {
        let flat = |size: u64| match size {
            0..1500 => (Some(Ahead::First), false),
            1500..2000 => (Some(Ahead::First), true),
            2000..3000 => (Some(Ahead::Second), true),
            _ => (Some(Ahead::Second), false),
        };
        let (place, took) = carried_out(X4, flat);
        let Place::Same { from, to, below, above } = place else { panic!("{place:?}") };
        assert!(from >= 1500 && to < 3000 && to as f64 / from as f64 > WIDTH, "{place:?}");
        assert!(below < above && took <= 6, "{place:?} after {took}");
    }

    #[test]
    fn what_cannot_be_told_closer_is_said_to_be_so() {
        let vague = |size: u64| match size {
            0..1500 => (Some(Ahead::First), false),
            3000.. => (Some(Ahead::Second), false),
            _ => (None, false),
        };
        let (place, _) = carried_out(X4, vague);
        let Place::Between { below, above } = place else { panic!("{place:?}") };
        assert!(below < 1500 && above >= 3000, "{place:?}");
    }

    #[test]
    fn teeth_are_counted() {
        // Blocks of 64: a started one costs as much as a whole one.
        let teeth = |size: u64| {
            let (first, second) = (size as f64, size.div_ceil(64) as f64 * 64.0 * 0.95 + 60.0);
            (Some(if second < first { Ahead::Second } else { Ahead::First }), false)
        };
        let (place, _) = carried_out(X4, teeth);
        let Place::Times { times, below, above } = place else { panic!("{place:?}") };
        assert!(times >= 3 && below < above, "{place:?}");
    }

    #[test]
    fn an_order_that_does_not_change_again_is_no_crossing() {
        assert_eq!(carried_out(X4, |_| (Some(Ahead::First), false)).0, Place::Nowhere);
        assert_eq!(carried_out(X4, |_| (None, true)).0, Place::Nowhere);
        let contrary = |size| (Some(if size < 2000 { Ahead::Second } else { Ahead::First }), false);
        assert_eq!(carried_out(X4, contrary).0, Place::Nowhere);
        let twice = |size| (Some(if (1500..3000).contains(&size) { Ahead::Second } else { Ahead::First }), false);
        assert_eq!(carried_out(X4, twice).0, Place::Nowhere);
    }

    #[test]
    fn every_answer_may_be_wrong_as_often_as_it_says() {
        let mut random = Random::new(3);
        let (trials, wrong_rate) = (2000, X4.share(0.05));
        let wrong = (0..trials).filter(|_| {
            let crossing = 1024.0 * 4f64.powf(random.uniform());
            let mut right = sharp(crossing);
            let told = |size: u64| {
                let (ahead, same) = right(size);
                let is_wrong = random.uniform() < wrong_rate;
                let other = if ahead == Some(Ahead::First) { Ahead::Second } else { Ahead::First };
                (if is_wrong { Some(other) } else { ahead }, same)
            };
            match carried_out(X4, told).0 {
                Place::Once { below, above } => !(below as f64..=above as f64).contains(&crossing),
                _ => false,
            }
        });
        let rate = wrong.count() as f64 / trials as f64;
        assert!(rate <= 0.05, "{rate}");
    }

    #[test]
    fn whatever_is_told_a_search_ends() {
        let mut random = Random::new(4);
        for _ in 0..2000 {
            let low = (random.uniform() * 5000.0) as u64;
            let search = Search { low, high: low + 1 + (random.uniform() * 50_000.0) as u64, width: WIDTH };
            carried_out(search, |_| {
                let ahead = [None, Some(Ahead::First), Some(Ahead::Second)][(random.uniform() * 3.0) as usize];
                (ahead, random.uniform() < 0.5)
            });
        }
    }
}
