//! A few samples of two lanes in, what they prove when the difference is large out.
//!
//! Noise only ever adds time, so a sample is a bound from above, and the least of several is close to the truth unless
//! all of them were disturbed. The noise allowed for: one sample in 20 is disturbed, by up to 50 times; all others of a
//! cell are within a quarter of each other. The page in docs/decisions has the simulation.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::model::{Block, Interval, Sample};

/// Which part of all samples may be disturbed, and by how much at most.
const DISTURBED: f64 = 0.05;
const MOST_DISTURBED: f64 = 50.0;

/// What a sample takes on average under that noise, over its undisturbed time: 0.95 + 0.05 x 49 / ln 50, where the
/// logarithm of a disturbance is anything up to the most.
pub(crate) const DISTURBED_MEAN: f64 = 1.58;

/// How far apart samples of one cell may be that were not disturbed: layouts, frequencies, caches.
const CLEAN: f64 = 1.25;

/// Smaller differences are left to balanced blocks: at this factor a lane of the race is called behind.
pub(crate) const LEAST: f64 = 1.25;

/// A process that was on a processor for less than one part in so many of its wall time was waiting.
const HELD_UP: u64 = 4;

/// From here on a lane is clearly slow: it takes part in rounds of the race alone, and those of all clearly slow lanes
/// may take this share of the timed samples, once each has had one.
pub(crate) const SLOW: f64 = 4.0;
pub(crate) const SLOW_SHARE: f64 = 0.1;

/// What a few samples of two lanes prove. Logarithms of ratios, the other's time over the base's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Proof {
    /// Of the medians.
    pub(crate) ratio: f64,
    pub(crate) interval: Interval,
    /// Samples that either has at least.
    pub(crate) samples: usize,
    /// Launches that they are from.
    pub(crate) launches: usize,
}

/// Samples of a lane of which at least one was not disturbed, but for one case in thousands: so that the fastest is not
/// lost, and all lanes of a comparison together use up a part of `alpha` only.
pub(crate) fn needed(lanes: usize, alpha: f64) -> usize {
    (3..=64).find(|samples| error(lanes, *samples) <= alpha / 2.0).unwrap_or(64)
}

/// What all lanes of a race may be wrong by together: that every sample of one of them was disturbed.
pub(crate) fn error(lanes: usize, samples: usize) -> f64 {
    lanes.saturating_sub(1) as f64 * DISTURBED.powi(samples as i32)
}

/// What is known of one lane, of some of its samples.
#[derive(Clone, Debug)]
struct Runner {
    samples: usize,
    least_ns: f64,
    median_ns: f64,
    launches: usize,
}

/// Every lane's samples, as far as the race is concerned.
#[derive(Clone, Debug)]
pub(crate) struct Race<'a> {
    blocks: &'a [&'a Block],
    /// By lane: how many samples it has, and the place of the last block that it took part in.
    parts: Vec<Option<(usize, usize)>>,
    /// Who is ahead, and so beside everybody who races.
    witness: Option<usize>,
    /// See [`needed`].
    pub(crate) needed: usize,
    /// What two lanes prove, by base and other: asked several times of the same samples.
    known: RefCell<HashMap<(usize, usize), Option<Proof>>>,
}

impl<'a> Race<'a> {
    pub(crate) fn of(blocks: &'a [&'a Block], lanes: usize, needed: usize) -> Race<'a> {
        let part = |lane: usize| {
            let last = blocks.iter().rposition(|block| block.has_part(lane))?;
            Some((blocks.iter().filter_map(|block| block.lanes.get(lane)).map(Vec::len).sum(), last))
        };
        let parts: Vec<Option<(usize, usize)>> = (0..lanes).map(part).collect();
        // Who is ahead has a part in every round of the race, and so the most samples.
        let witness = (0..lanes).max_by_key(|lane| parts[*lane].map_or(0, |(samples, _)| samples));
        Race { blocks, parts, witness, needed, known: RefCell::default() }
    }

    /// What the samples of two lanes prove; `None` where one of them has none.
    pub(crate) fn proof(&self, base: usize, other: usize) -> Option<Proof> {
        *self.known.borrow_mut().entry((base, other)).or_insert_with(|| self.proven(base, other))
    }

    fn proven(&self, base: usize, other: usize) -> Option<Proof> {
        let [(of_base, last_base), (of_other, last_other)] =
            [self.parts.get(base).copied()??, self.parts.get(other).copied()??];
        // What came after one of the two had left belongs to another time, and would move what was decided by then.
        let until = last_base.min(last_other);
        let least = of_base.min(of_other);
        let one = self.runner(base, |_| true, until, least)?;
        let two = self.runner(other, |_| true, until, least)?;
        // Of all samples until then, because the more there are the less were all of them disturbed; and of those that
        // the two had beside each other, because a machine that slows down makes late samples long. Both have to say
        // it.
        let all = self.ends(&one, &two);
        let ends = self.beside(base, other, until).map_or(all, |(low, high)| (all.0.min(low), all.1.max(high)));
        let ratio = (two.median_ns / one.median_ns).ln();
        let (samples, launches) = (one.samples.min(two.samples), one.launches.min(two.launches));
        Some(Proof { ratio, interval: claimed(ends.0, ends.1), samples, launches })
    }

    /// Where the logarithm of the other's time over the base's lies.
    fn ends(&self, base: &Runner, other: &Runner) -> (f64, f64) {
        // One sample alone may have been disturbed as much as any.
        let is_enough = base.samples.min(other.samples) >= self.needed;
        let doubt = if is_enough { CLEAN.ln() } else { (CLEAN * MOST_DISTURBED).ln() };
        ((other.least_ns / base.median_ns).ln() - doubt, (other.median_ns / base.least_ns).ln() + doubt)
    }

    /// Where the ratio of two lies by the rounds in which both took part, or by way of who is ahead where they had too
    /// few together.
    fn beside(&self, base: usize, other: usize, until: usize) -> Option<(f64, f64)> {
        let together = self.together(base, other, until);
        if together.as_ref().is_some_and(|(one, _)| one.samples >= self.needed) {
            return together.map(|(one, two)| self.ends(&one, &two));
        }
        let witness = self.witness.filter(|witness| *witness != base && *witness != other);
        let by_way = witness.and_then(|witness| {
            let (base, between) = self.together(base, witness, until)?;
            let (other, beyond) = self.together(other, witness, until)?;
            let (from, to) = (self.ends(&base, &between), self.ends(&beyond, &other));
            Some((from.0 + to.0, from.1 + to.1))
        });
        by_way.or_else(|| together.map(|(one, two)| self.ends(&one, &two)))
    }

    /// Two lanes in the rounds that both had.
    fn together(&self, one: usize, other: usize, until: usize) -> Option<(Runner, Runner)> {
        let of = |lane: usize, beside: usize| self.runner(lane, |block| block.has_part(beside), until, self.needed);
        of(one, other).zip(of(other, one))
    }

    /// A lane's samples in some blocks, up to a place; beyond it only as far as it has fewer than `least` before.
    fn runner(&self, lane: usize, counts: impl Fn(&Block) -> bool, until: usize, least: usize) -> Option<Runner> {
        let (mut whole, mut undisturbed, mut launches) = (Vec::new(), f64::INFINITY, Vec::new());
        for (place, block) in self.blocks.iter().enumerate() {
            if place > until && whole.len() >= least {
                break;
            }
            if !block.has_part(lane) || !counts(block) {
                continue;
            }
            for sample in block.lanes[lane].iter().filter(|sample| sample.wall_ns > 0) {
                whole.push(sample.per_call());
                undisturbed = undisturbed.min(own_ns(sample));
            }
            launches.push(block.launch);
        }
        let (samples, middle) = (whole.len(), whole.len() / 2);
        if samples == 0 {
            return None;
        }
        let (_, median, _) = whole.select_nth_unstable_by(middle, f64::total_cmp);
        let median_ns = *median;
        launches.dedup();
        Some(Runner { samples, least_ns: undisturbed, median_ns, launches: launches.len() })
    }
}

/// Nanoseconds a call that were the program's own: where others had its core for a part of the time, and a long sample
/// meets them more surely than a short one, its processor time is the better bound. Who waits by itself has little of
/// that, and is taken by the clock.
fn own_ns(sample: &Sample) -> f64 {
    let was_at_work = sample.cpu_ns.saturating_mul(HELD_UP) >= sample.wall_ns;
    let own_ns = if was_at_work { sample.wall_ns.min(sample.cpu_ns) } else { sample.wall_ns };
    own_ns as f64 / sample.calls.max(1) as f64
}

/// Of a difference that is no large one, nothing is claimed.
fn claimed(low: f64, high: f64) -> Interval {
    let least = LEAST.ln();
    Interval {
        low: if low < least { low.min(0.0) } else { low },
        high: if high > -least { high.max(0.0) } else { high },
    }
}

impl Proof {
    /// The proof of the inverse ratio, of the base beside the other.
    pub(crate) fn reversed(&self) -> Proof {
        Proof { ratio: 0.0 - self.ratio, interval: self.interval.reversed(), ..*self }
    }

    /// Whether the other is so far behind the base that it need not be measured any more. `needed`: see [`needed`];
    /// `launches`: as many as a smaller difference has to show in.
    pub(crate) fn is_behind(&self, needed: usize, launches: usize) -> bool {
        let low = self.interval.low;
        let is_large = low >= SLOW.ln() || (self.samples < needed && low > 0.0);
        is_large || (low > 0.0 && self.has_many(needed, launches))
    }

    /// Whether so many samples that would tell a smaller difference tell none.
    pub(crate) fn is_in_vain(&self, needed: usize, launches: usize) -> bool {
        self.interval.contains(0.0) && self.has_many(needed, launches)
    }

    fn has_many(&self, needed: usize, launches: usize) -> bool {
        self.samples >= 2 * needed && self.launches >= launches
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{flat_block, sample};

    fn blocks(times: &[[u64; 2]]) -> Vec<Block> {
        let of = |(index, [base, other]): (usize, &[u64; 2])| Block {
            lanes: vec![vec![sample(*base)], vec![sample(*other)]],
            ..flat_block(0, index as u32, &[1, 1], 1)
        };
        times.iter().enumerate().map(of).collect()
    }

    fn of(times: &[[u64; 2]]) -> Proof {
        let blocks = blocks(times);
        Race::of(&blocks.iter().collect::<Vec<_>>(), 2, 3).proof(0, 1).unwrap()
    }

    #[test]
    fn three_samples_tell_a_factor_of_ten_and_claim_eight() {
        let proof = of(&[[100, 1000], [102, 1010], [101, 1001]]);
        assert!((proof.interval.low.exp() - 1000.0 / 101.0 / 1.25).abs() < 1e-9);
        assert!(proof.is_behind(3, 1) && !of(&[[100, 1000], [102, 1010]]).is_behind(3, 1));
    }

    #[test]
    fn one_sample_tells_what_no_disturbance_could_make() {
        assert!(of(&[[100, 100_000]]).is_behind(3, 1));
        assert!(!of(&[[100, 5_000]]).is_behind(3, 1));
        assert!(of(&[[100, 5_000]]).interval.contains(0.0));
    }

    #[test]
    fn one_clean_sample_among_disturbed_ones_keeps_a_lane() {
        let proof = of(&[[100, 5000], [100, 101], [100, 4000]]);
        assert!(proof.interval.contains(0.0) && !proof.is_behind(3, 1));
    }

    #[test]
    fn a_smaller_difference_takes_twice_the_samples_and_as_many_launches_as_wanted() {
        let double = [[100, 200]; 6];
        assert!(of(&double).is_behind(3, 1) && !of(&double[..5]).is_behind(3, 1) && !of(&double).is_behind(3, 2));
        assert!(of(&[[100, 130]; 40]).interval.contains(0.0));
    }

    #[test]
    fn a_machine_that_slows_down_proves_nothing() {
        // Both take as long, and had their samples when the machine was fast and when it was slow.
        let early = blocks(&[[100, 100]; 3]);
        let mut late = blocks(&[[200, 200]; 9]);
        late.iter_mut().for_each(|block| block.lanes[1].clear());
        let all: Vec<&Block> = early.iter().chain(&late).collect();
        assert!(Race::of(&all, 2, 3).proof(0, 1).unwrap().interval.contains(0.0));
    }

    #[test]
    fn those_who_never_met_are_told_apart_by_way_of_the_first() {
        let three = |base: u64, first: u64, slow: u64| {
            let lanes = [base, first, slow].map(|time| if time == 0 { Vec::new() } else { vec![sample(time)] });
            Block { lanes: lanes.to_vec(), ..flat_block(0, 0, &[1], 1) }
        };
        // The machine is three times as slow by the time the slow one has its turn.
        let all: Vec<Block> =
            (0..6).map(|turn| if turn < 3 { three(200, 100, 0) } else { three(0, 300, 6000) }).collect();
        let proof = Race::of(&all.iter().collect::<Vec<_>>(), 3, 3).proof(0, 2).unwrap();
        assert!((proof.interval.low.exp() - 10.0 / 1.25 / 1.25).abs() < 1e-9, "{proof:?}");
    }

    #[test]
    fn what_was_proven_stays_so_whatever_comes_after_it_left() {
        let mut all = blocks(&[[90, 7300]]);
        for index in 0..400 {
            let mut alone = blocks(&[[100 + index % 3, 1]]);
            alone[0].lanes[1].clear();
            all.append(&mut alone);
        }
        let at_once = Race::of(&[&all[0]], 2, 3).proof(0, 1).unwrap();
        assert_eq!(Race::of(&all.iter().collect::<Vec<_>>(), 2, 3).proof(0, 1).unwrap(), at_once);
    }

    #[test]
    fn what_others_took_of_its_core_is_not_its_own() {
        let shared = Sample { calls: 1, wall_ns: 2000, cpu_ns: 1000 };
        let waits = Sample { calls: 1, wall_ns: 2000, cpu_ns: 10 };
        assert_eq!((own_ns(&shared), own_ns(&waits)), (1000.0, 2000.0));
    }

    #[test]
    fn the_samples_needed_grow_with_the_lanes() {
        assert_eq!([2, 3, 27, 33, 100].map(|lanes| needed(lanes, 0.01)), [3, 3, 3, 3, 4]);
        assert!(error(27, 3) < 0.005);
    }
}
