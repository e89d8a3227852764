//! The order in which things are measured: from a seed to balanced squares, shuffles and jitter.
//!
//! Pure: the same seed gives the same orders. It knows indices, not what they stand for.

use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

/// A source of chance that can be repeated: the whole of a run's chance comes from one recorded seed.
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    stream: Xoshiro256StarStar,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { seed, stream: Xoshiro256StarStar::seed_from_u64(seed) }
    }

    /// A stream of its own for `label`. It depends on this one's seed alone and not on how often it
    /// was rolled, so that a resumed run finds the same streams again.
    pub fn fork(&self, label: u64) -> Dice {
        let mut mixer = Xoshiro256StarStar::seed_from_u64(self.seed);
        let salt = mixer.next_u64();
        // A second round through the generator's own seeding keeps neighbouring labels apart.
        let mut mixer = Xoshiro256StarStar::seed_from_u64(salt ^ label);
        Dice::new(mixer.next_u64())
    }

    /// 64 even bits.
    pub fn bits(&mut self) -> u64 {
        self.stream.next_u64()
    }

    /// A number below `n`, each equally likely; 0 where `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        if n < 2 {
            return 0;
        }
        // Numbers above the last whole multiple of `n` would favour the small ones: roll again.
        let whole = u64::MAX - u64::MAX % n;
        loop {
            let bits = self.bits();
            if bits < whole {
                return (bits % n) as usize;
            }
        }
    }

    /// A number in 0..1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A block's rounds, each an order of all lanes: a Williams square, its labels and rounds shuffled.
///
/// In an even number of lanes it has as many rounds as lanes (two lanes: AB, BA), in an odd number
/// twice as many. Within the block every lane stands equally often at every place and equally often
/// right after every other lane (Williams 1949).
pub fn square(lanes: usize, dice: &mut Dice) -> Vec<Vec<usize>> {
    if lanes == 0 {
        return Vec::new();
    }
    let labels = shuffled(lanes, dice);
    let first: Vec<usize> = (0..lanes).map(|place| zigzag(place, lanes)).collect();
    let mut rounds: Vec<Vec<usize>> = (0..lanes)
        .map(|shift| first.iter().map(|&lane| labels[(lane + shift) % lanes]).collect::<Vec<usize>>())
        .collect();
    if lanes % 2 == 1 && lanes > 1 {
        let mirrored: Vec<Vec<usize>> = rounds.iter().map(|round| round.iter().rev().copied().collect()).collect();
        rounds.extend(mirrored);
    }
    shuffle(&mut rounds, dice);
    rounds
}

/// 0, 1, n-1, 2, n-2, …: neighbours differ by every amount modulo n, once each where n is even.
fn zigzag(place: usize, lanes: usize) -> usize {
    if place % 2 == 1 { place.div_ceil(2) } else { (lanes - place / 2) % lanes }
}

/// The numbers 0 to n - 1 in an order of which each is equally likely.
pub fn shuffled(n: usize, dice: &mut Dice) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    shuffle(&mut order, dice);
    order
}

fn shuffle<T>(items: &mut [T], dice: &mut Dice) {
    for last in (1..items.len()).rev() {
        items.swap(last, dice.below(last + 1));
    }
}

/// A factor of 0.8 to 1.2 for the calls of a round's samples, so that their length falls into no
/// step with a timer.
pub fn jitter(dice: &mut Dice) -> f64 {
    0.8 + 0.4 * dice.unit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_balanced_for_place_and_predecessor() {
        for lanes in 2..=12 {
            for seed in 0..20 {
                let rounds = square(lanes, &mut Dice::new(seed));
                let each = if lanes % 2 == 0 { 1 } else { 2 };
                assert_eq!(rounds.len(), lanes * each);
                let mut places = vec![vec![0; lanes]; lanes];
                let mut after = vec![vec![0; lanes]; lanes];
                for round in &rounds {
                    assert_eq!(round.len(), lanes);
                    for (place, &lane) in round.iter().enumerate() {
                        places[lane][place] += 1;
                    }
                    for pair in round.windows(2) {
                        after[pair[0]][pair[1]] += 1;
                    }
                }
                assert!(places.iter().flatten().all(|&times| times == each), "places of {lanes}: {places:?}");
                for (before, row) in after.iter().enumerate() {
                    for (lane, &times) in row.iter().enumerate() {
                        assert_eq!(
                            times,
                            if lane == before { 0 } else { each },
                            "{lanes} lanes, {lane} after {before}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn two_lanes_alternate_and_either_may_begin() {
        let firsts: Vec<usize> = (0..200).map(|seed| square(2, &mut Dice::new(seed))[0][0]).collect();
        let zeros = firsts.iter().filter(|&&lane| lane == 0).count();
        assert!((60..140).contains(&zeros), "lane 0 began {zeros} of 200 blocks");
        let rounds = square(2, &mut Dice::new(1));
        assert_eq!(rounds[0][0], rounds[1][1]);
        assert_eq!(square(1, &mut Dice::new(1)), [[0]]);
        assert!(square(0, &mut Dice::new(1)).is_empty());
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(square(7, &mut Dice::new(3)), square(7, &mut Dice::new(3)));
        assert_ne!(square(7, &mut Dice::new(3)), square(7, &mut Dice::new(4)));
        let dice = Dice::new(5);
        let mut rolled = dice.clone();
        rolled.bits();
        assert_eq!(dice.fork(1).bits(), rolled.fork(1).bits());
        assert_ne!(dice.fork(1).bits(), dice.fork(2).bits());
        assert_ne!(dice.fork(1).fork(1).bits(), dice.fork(1).bits());
        assert_ne!(dice.fork(0).bits(), dice.clone().bits());
    }

    #[test]
    fn every_order_and_number_is_about_equally_likely() {
        let mut dice = Dice::new(11);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            let order = shuffled(3, &mut dice);
            seen[order[0] * 2 + usize::from(order[1] > order[2])] += 1;
        }
        assert!(seen.iter().all(|times| (850..1150).contains(times)), "{seen:?}");
        let mut places = [0; 7];
        (0..7000).for_each(|_| places[dice.below(7)] += 1);
        assert!(places.iter().all(|times| (850..1150).contains(times)), "{places:?}");
        assert_eq!((dice.below(0), dice.below(1)), (0, 0));
    }

    #[test]
    fn jitter_stays_within_its_bounds() {
        let mut dice = Dice::new(2);
        let factors: Vec<f64> = (0..1000).map(|_| jitter(&mut dice)).collect();
        assert!(factors.iter().all(|factor| (0.8..1.2).contains(factor)));
        let mean = factors.iter().sum::<f64>() / 1000.0;
        assert!((mean - 1.0).abs() < 0.02, "{mean}");
    }
}
