//! Judged lanes of a comparison in; who is fastest, who may be as fast and who is behind out.
//!
//! There is one set of intervals: of each lane against whoever may be the fastest, and against the reference. They hold
//! together but for alpha, because the fastest lane in truth is never called slower than anybody as long as the
//! intervals of its own pairs hold (Hsu, "Constrained Simultaneous Confidence Intervals for Multiple Comparisons with
//! the Best", Ann. Statist. 1984). Everything that any report says of a comparison is read from here.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::judge::decide::analysis::Judgement;
use crate::judge::design::setting::Setting;
use crate::model::{Estimate, Interval, Standing};

/// How a lane stands to the fastest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placing {
    pub(crate) standing: Standing,
    /// Logarithm of its time over that of the first in the order.
    pub(crate) ratio: f64,
    /// Where the logarithm of its time over that of the fastest lies, whoever that is: never below 0.
    pub(crate) interval: Interval,
    /// The interval's upper end rests on the few samples of a race, and is not claimed.
    pub(crate) raced: bool,
}

/// The order of those who have a time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranking {
    /// Lanes from the fastest to the slowest.
    pub(crate) order: Vec<usize>,
    /// By lane.
    pub(crate) places: BTreeMap<usize, Placing>,
    /// Lanes whom nobody is certainly ahead of.
    pub(crate) candidates: Vec<usize>,
}

impl Ranking {
    pub(crate) fn standing(&self, lane: usize) -> Option<Standing> {
        self.places.get(&lane).map(|place| place.standing)
    }
}

/// Ranks the reference and the contenders that were judged against it.
pub(crate) fn rank(setting: &Setting<'_>, judgements: &BTreeMap<usize, Judgement>) -> Ranking {
    let reference = setting.field.reference;
    let ratio = |lane: &usize| judgements.get(lane).map_or(0.0, |judgement| judgement.estimate.ratio);
    let contenders = setting.field.contenders.iter().copied().filter(|lane| judgements.contains_key(lane));
    let mut order: Vec<usize> = [reference].into_iter().chain(contenders).collect();
    order.sort_by(|one, other| ratio(one).total_cmp(&ratio(other)));
    let pairs = Pairs { setting, judgements, known: RefCell::default() };
    let candidates = pairs.candidates(&order);
    let first = pairs.first(&candidates);
    let edge = setting.field.margin().ln_1p();
    let place = |lane: usize| (lane, pairs.place(lane, first, &candidates, edge));
    let places: BTreeMap<usize, Placing> = order.iter().copied().map(place).collect();
    // Those who left early were seen in other blocks than the first: rows go by the ratio that they show.
    order.sort_by(|one, other| places[one].ratio.total_cmp(&places[other].ratio));
    order.retain(|lane| *lane != first);
    order.insert(0, first);
    Ranking { order, places, candidates }
}

/// Every pair of a comparison.
struct Pairs<'a> {
    setting: &'a Setting<'a>,
    judgements: &'a BTreeMap<usize, Judgement>,
    /// By base and other, the lower lane first: each is asked for several times, from both sides.
    known: RefCell<BTreeMap<(usize, usize), Option<Estimate>>>,
}

impl Pairs<'_> {
    /// The other lane's time over the base's, as measured of the two.
    fn estimate(&self, base: usize, other: usize) -> Option<Estimate> {
        if base > other {
            return self.estimate(other, base).map(Estimate::reversed);
        }
        let judged = || Some(self.setting.judge(base, other, self.setting.error_rate(base, other))?.estimate);
        self.known.borrow_mut().entry((base, other)).or_insert_with(judged).clone()
    }

    /// Where that lies: as measured, or by way of the reference, which one that left early has more blocks in common
    /// with than with the fastest.
    fn between(&self, base: usize, other: usize) -> (Interval, bool) {
        let measured = self.estimate(base, other);
        let (direct, raced) = measured.map_or((Interval::EVERYTHING, false), |one| (one.interval, one.raced));
        let [(from, from_raced), (to, to_raced)] = [base, other].map(|lane| self.to_reference(lane));
        let (low, high) = (to.low - from.high, to.high - from.low);
        // Two intervals that both hold have something in common; where they have not, what was measured of the two counts.
        let both = Interval { low: direct.low.max(low), high: direct.high.min(high) };
        if both.low > both.high || low.is_nan() || high.is_nan() {
            (direct, raced)
        } else {
            (both, if direct.high <= high { raced } else { from_raced || to_raced })
        }
    }

    /// Where a lane's time over the reference's lies, and whether that rests on the few samples of a race.
    fn to_reference(&self, lane: usize) -> (Interval, bool) {
        match self.judgements.get(&lane) {
            _ if lane == self.setting.field.reference => (Interval { low: 0.0, high: 0.0 }, false),
            Some(judgement) => (judgement.estimate.interval, judgement.estimate.raced),
            None => (Interval::EVERYTHING, false),
        }
    }

    /// Lanes that nobody is certainly ahead of; `order` is by the ratio to the reference.
    fn candidates(&self, order: &[usize]) -> Vec<usize> {
        let behind = |base: usize, other: usize| self.between(base, other).0.low > 0.0;
        // Whoever is ahead of the first in the blocks that both have takes its place, each once.
        let mut best = order[0];
        for _ in 1..order.len() {
            let ahead = order.iter().copied().filter(|lane| *lane != best && behind(*lane, best));
            let Some(next) = ahead.min_by(|one, other| self.ratio(best, *one).total_cmp(&self.ratio(best, *other)))
            else {
                break;
            };
            best = next;
        }
        let near = order.iter().copied().filter(|lane| *lane == best || !behind(best, *lane));
        // Also those who are behind the best themselves: of few samples they may be all that is certainly ahead of a lane.
        let leads = |lane: &usize| order.iter().all(|other| other == lane || !behind(*other, *lane));
        let found: Vec<usize> = near.filter(leads).collect();
        if found.is_empty() { vec![best] } else { found }
    }

    /// How far a lane is at least behind anybody, by way of the reference: who is slower than somebody is slower than the
    /// fastest by as much, whoever that is. Only the pairs of the reference hold whichever lane is the fastest. Of all
    /// pairs of those that are equally fast, one is wrong more often than alpha.
    fn behind_anybody(&self, lane: usize) -> f64 {
        // The A/A control is not ranked: where it is ahead of the baseline, that is noise.
        let others = self.setting.field.ranked().filter(|other| *other != lane);
        let low = |other: usize| self.to_reference(lane).0.low - self.to_reference(other).0.high;
        others.map(low).fold(f64::NEG_INFINITY, f64::max)
    }

    fn ratio(&self, base: usize, other: usize) -> f64 {
        self.estimate(base, other).map_or(0.0, |estimate| estimate.ratio)
    }

    /// Of those who lead, the one whom the others are least ahead of.
    fn first(&self, candidates: &[usize]) -> usize {
        let ahead = |lane: usize| {
            let others = candidates.iter().filter(move |other| **other != lane);
            others.map(|other| -self.ratio(lane, *other)).fold(0.0, f64::max)
        };
        let least = candidates.iter().copied().min_by(|one, other| ahead(*one).total_cmp(&ahead(*other)));
        least.unwrap_or(self.setting.field.reference)
    }

    fn place(&self, lane: usize, first: usize, candidates: &[usize], edge: f64) -> Placing {
        let others = candidates.iter().filter(|candidate| **candidate != lane);
        // From end to end of all of them.
        let widest = others.map(|candidate| self.between(*candidate, lane)).reduce(|(all, few), (one, of_few)| {
            (Interval { low: all.low.min(one.low), high: all.high.max(one.high) }, few || of_few)
        });
        let (interval, raced) = widest.unwrap_or((Interval { low: 0.0, high: 0.0 }, false));
        let low = if candidates.contains(&lane) { interval.low } else { interval.low.max(self.behind_anybody(lane)) };
        let interval = Interval { low: low.max(0.0), high: interval.high.max(low).max(0.0) };
        let standing = match interval {
            within if within.high < edge => Standing::Fastest,
            behind if behind.low > 0.0 => Standing::Behind,
            _ => Standing::MayBeAsFast,
        };
        let ratio = if lane == first { 0.0 } else { self.ratio(first, lane).clamp(interval.low, interval.high) };
        Placing { standing, ratio, interval, raced }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::design::field::Field;
    use crate::judge::simulation::stage::{ONE_LAUNCH, contest, flat_block, plan};
    use crate::model::{Block, Mode};

    /// A race of the baseline, one a tenth faster and one a thousand times slower; then blocks of the first two.
    fn race_then_blocks() -> Vec<Block> {
        let race = |index| Block { race: true, ..flat_block(0, index, &[220, 200, 200_000, 220], 1) };
        let close = |index| {
            let mut block = flat_block(0, index, &[220, 200, 200_000, 220], 4);
            block.lanes[2].clear();
            block
        };
        (0..3).map(race).chain((3..35).map(close)).collect()
    }

    #[test]
    fn no_upper_end_is_claimed_of_few_samples_by_whichever_way_it_is_found() {
        let blocks = race_then_blocks();
        let plan = ONE_LAUNCH.plan(contest(2));
        let field = Field::of(&plan, 0, &[]).unwrap();
        let blocks: Vec<&Block> = blocks.iter().collect();
        let setting = Setting::new(&field, &blocks, None);
        let ranking = rank(&setting, &setting.judgements());
        assert_eq!(ranking.order, [1, 0, 2]);
        let is_few = [0, 1, 2].map(|lane| ranking.places[&lane].raced);
        assert_eq!(is_few, [false, false, true]);
        // The nearer end comes by way of the baseline and the farther one from the two alone.
        let found = ranking.places[&2].interval;
        assert!(found.low > 400f64.ln() && found.high < f64::INFINITY, "{found:?}");
    }

    #[test]
    fn nobody_is_behind_the_control() {
        let alone = |index| {
            let mut block = flat_block(0, index, &[200_000, 2_000_000, 190_000], 4);
            block.lanes[1].clear();
            block
        };
        let race = |index| Block { race: true, ..flat_block(0, index, &[200_000, 2_000_000, 190_000], 1) };
        let blocks: Vec<Block> = (0..3).map(race).chain((3..35).map(alone)).collect();
        let blocks: Vec<&Block> = blocks.iter().collect();
        let plan = plan(Mode::Fresh, contest(1));
        let field = Field::of(&plan, 0, &[]).unwrap();
        let setting = Setting::new(&field, &blocks, None);
        let judgements = setting.judgements();
        assert!(judgements[&2].estimate.interval.high < 0.0, "the control is certainly ahead");
        let places = rank(&setting, &judgements).places;
        assert_eq!(places[&1].interval.low, judgements[&1].estimate.interval.low);
    }
}
