//! One cell in two runs: the blocks of each in, by how much its time differs out.
//!
//! The two were not measured in the same rounds: what varies from launch to launch is in each side alone, so that
//! the interval is of two independent sets of launches. Who is judged, and at which alpha, is not known here.

use paragone_stats::{blocked_ranks, quantile, sign, welch};

use crate::judge::estimate::pair::{Pair, or_everything};
use crate::judge::estimate::spread::noise_floor;
use crate::judge::estimate::times::{levels, times};
use crate::model::{Block, Design, Interval};

/// An interval whose upper end is more times its lower end says nothing, and its ends are only long to read: Student's
/// distribution makes them of two launches on each side.
const WIDEST: f64 = 1e6;

/// One side: the logarithms of a cell's time, beside the baseline or alone.
#[derive(Clone, Debug)]
pub(crate) struct RunSide {
    design: Design,
    /// Block values by launch.
    launches: Vec<Vec<f64>>,
    /// Blocks that make a launch whole.
    per_launch: usize,
    /// Logarithms of every time.
    every: Vec<f64>,
    /// What launches of the same program are known to differ by; runs of one launch need it.
    spread: Option<f64>,
}

impl RunSide {
    /// The time of `lane` over that of `base`, or alone.
    pub(crate) fn of(
        blocks: &[&Block],
        base: Option<usize>,
        lane: usize,
        design: Design,
        per_launch: usize,
    ) -> RunSide {
        let launches = match base {
            Some(base) => {
                Pair::new(blocks.iter().copied().filter(|block| !block.race), base, lane, per_launch).launch_series()
            }
            None => levels(blocks, lane).into_values().collect(),
        };
        let every = blocks.iter().flat_map(|block| times(block, lane)).map(f64::ln).collect();
        RunSide { design, launches, per_launch, every, spread: None }
    }

    pub(crate) fn with_spread(self, spread: Option<f64>) -> RunSide {
        RunSide { spread, ..self }
    }

    /// The median of each whole launch.
    fn launch_values(&self) -> Vec<f64> {
        let whole = self.launches.iter().filter(|values| values.len() >= self.per_launch);
        whole.filter_map(|values| quantile::median(values)).collect()
    }

    fn block_values(&self) -> Vec<f64> {
        quantile::sorted(self.launches.concat())
    }
}

/// The logarithm of the later time over the earlier, and where it lies, wrong with probability `alpha`. `None`: one of
/// them has no time at all.
pub(crate) fn change(from: &RunSide, to: &RunSide, alpha: f64) -> Option<(f64, Interval)> {
    match (from.design, to.design) {
        (Design::Launches, Design::Launches) => {
            let (one, two) = (from.launch_values(), to.launch_values());
            let (ratio, ends) = welch::interval(&one, &two, alpha).unzip();
            let ends = ends.filter(|ends| ends.high - ends.low <= WIDEST.ln());
            Some((ratio.or_else(|| of_blocks(from, to))?, or_everything(ends)))
        }
        (Design::Runs, Design::Runs) => {
            let all = [blocked_ranks::Block { base: from.every.clone(), other: to.every.clone() }];
            let ratio = quantile::median(&blocked_ranks::differences(&all))?;
            Some((ratio, or_everything(blocked_ranks::interval(&all, alpha))))
        }
        _ => Some((of_blocks(from, to)?, of_single_launches(from, to, alpha))),
    }
}

/// A launch is one memory layout, and two are two: only what is known of earlier launches says what that may do.
fn of_single_launches(from: &RunSide, to: &RunSide, alpha: f64) -> Interval {
    let ends = |side: &RunSide| sign::interval(&side.block_values(), alpha / 2.0);
    match (ends(from), ends(to), noise_floor(from.spread, to.spread)) {
        (Some(from), Some(to), Some(spread)) => {
            Interval { low: to.low - from.high, high: to.high - from.low }.widened(spread)
        }
        _ => Interval::EVERYTHING,
    }
}

fn of_blocks(from: &RunSide, to: &RunSide) -> Option<f64> {
    Some(quantile::median(&to.block_values())? - quantile::median(&from.block_values())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{Random, flat_block};

    /// Launches of 16 blocks, each launch with its own speed.
    fn launches(times: &[[u64; 2]]) -> Vec<Block> {
        let of = |(launch, times): (usize, &[u64; 2])| {
            let times = *times;
            (0..16).map(move |index| flat_block(launch as u32, index, &times, 4)).collect::<Vec<_>>()
        };
        times.iter().enumerate().flat_map(of).collect()
    }

    fn side(blocks: &[Block], base: Option<usize>, design: Design) -> RunSide {
        RunSide::of(&blocks.iter().collect::<Vec<_>>(), base, 1, design, 16)
    }

    #[test]
    fn a_slower_machine_cancels_beside_the_baseline_and_not_alone() {
        let before = launches(&[[1000, 2000], [1010, 2010], [990, 1990]]);
        let after = launches(&[[1100, 2200], [1111, 2211], [1089, 2189]]);
        let of =
            |base| change(&side(&before, base, Design::Launches), &side(&after, base, Design::Launches), 0.05).unwrap();
        let (beside, within) = of(Some(0));
        assert!(beside.abs() < 1e-9 && within.contains(0.0), "{beside} {within:?}");
        let (alone, within) = of(None);
        assert!((alone - 1.1f64.ln()).abs() < 1e-6 && within.low > 0.05, "{alone} {within:?}");
    }

    #[test]
    fn one_launch_each_says_nothing_unless_it_is_known_what_launches_differ_by() {
        let (before, after) = (launches(&[[1000, 2000]]), launches(&[[1000, 2300]]));
        let (from, to) = (side(&before, Some(0), Design::Blocks), side(&after, Some(0), Design::Blocks));
        let (ratio, within) = change(&from, &to, 0.01).unwrap();
        assert!((ratio - 1.15f64.ln()).abs() < 1e-9);
        assert_eq!(within, Interval::EVERYTHING);
        let (_, within) = change(&from.with_spread(Some(0.02)), &to.with_spread(Some(0.01)), 0.01).unwrap();
        assert!((within.low - (ratio - 0.02)).abs() < 1e-9 && (within.high - (ratio + 0.02)).abs() < 1e-9);
    }

    #[test]
    fn two_launches_that_are_far_apart_say_nothing() {
        let side = |times: &[[u64; 2]]| side(&launches(times), None, Design::Launches);
        let near = change(&side(&[[1000, 2000], [1000, 2001]]), &side(&[[1000, 2000], [1000, 2001]]), 0.01).unwrap().1;
        assert!(near.low > -0.1 && near.high < 0.1, "{near:?}");
        let far = change(&side(&[[1000, 2000], [1000, 3000]]), &side(&[[1000, 2000], [1000, 3000]]), 0.0001).unwrap().1;
        assert_eq!(far, Interval::EVERYTHING);
    }

    #[test]
    fn a_launch_that_is_not_whole_is_left_out() {
        let mut before = launches(&[[1000, 2000], [1000, 2020], [1000, 9000]]);
        before.truncate(40);
        assert_eq!(side(&before, Some(0), Design::Launches).launch_values().len(), 2);
    }

    #[test]
    fn commands_are_compared_run_by_run() {
        let blocks = |time: u64| -> Vec<Block> {
            let at = |index: u32| flat_block(0, index, &[1000, time + u64::from(index)], 1);
            (0..20).map(at).collect()
        };
        let (before, after) = (blocks(2000), blocks(2600));
        let (ratio, within) =
            change(&side(&before, None, Design::Runs), &side(&after, None, Design::Runs), 0.01).unwrap();
        assert!((ratio - (2609.5f64 / 2009.5).ln()).abs() < 1e-3 && within.low > 0.2, "{ratio} {within:?}");
    }

    #[test]
    fn what_did_not_change_is_found_to_differ_as_seldom_as_alpha_says() {
        let mut random = Random::new(9);
        let trials = 400;
        let mut run = || {
            let speed = 0.05 * random.normal();
            let launch = |random: &mut Random| {
                let own = 0.01 * random.normal();
                let time = |log: f64| (1e6 * log.exp()) as u64;
                [time(speed), time(speed + own + 0.5)]
            };
            launches(&std::array::from_fn::<[u64; 2], 5, _>(|_| launch(&mut random)))
        };
        let differs = |_: &usize| {
            let (before, after) = (run(), run());
            let (_, within) =
                change(&side(&before, Some(0), Design::Launches), &side(&after, Some(0), Design::Launches), 0.05)
                    .unwrap();
            !within.contains(0.0)
        };
        let share = (0..trials).filter(differs).count() as f64 / f64::from(trials as u32);
        assert!((0.02..=0.08).contains(&share), "{share}");
    }
}
