//! Launches of the same program differ by more than the noise within each: what a launch happens to get, such as where
//! its code and its memory lie, is part of its time.

use paragone_stats::quantile::{median, quantile, sorted};

use crate::model::unit;
use crate::model::{Caveat, Mode};

/// Fewer launches, or blocks in each, tell too little of a spread.
const LEAST_LAUNCHES: usize = 5;
const LEAST_BLOCKS: usize = 8;

/// How much wider launches have to be spread than the blocks within them. Of five launches of eight blocks, noise
/// alone spreads the medians so wide less than once in a thousand times (simulated).
const CLEARLY: f64 = 1.5;

/// From the distance of its quartiles to the deviation of a normal distribution.
const QUARTILES: f64 = 1.349;

/// `launches`: the values of a pair's blocks in each launch, as logarithms of ratios; `margin` is a share.
pub(crate) fn layout_luck(mode: Mode, launches: &[Vec<f64>], margin: f64) -> Option<Caveat> {
    let whole: Vec<&Vec<f64>> = launches.iter().filter(|blocks| blocks.len() >= LEAST_BLOCKS).collect();
    if mode != Mode::Standard || whole.len() < LEAST_LAUNCHES {
        return None;
    }
    let levels = sorted(whole.iter().filter_map(|blocks| median(blocks)).collect());
    let within = deviation(&whole)?;
    let apart = levels.last()? - levels.first()?;
    let clearly = spread(&levels) > CLEARLY * within && apart > margin.ln_1p();
    let text = format!(
        "Its launches differ by up to {} beside the baseline's, blocks within a launch by {}: where its code and its memory happen to lie is part of its time.",
        unit::apart(apart.exp_m1()),
        unit::apart(within.exp_m1())
    );
    clearly.then(|| Caveat::new("layout-luck", text))
}

/// Of blocks around the median of their launch, by quartiles: a few that were disturbed do not count.
fn deviation(launches: &[&Vec<f64>]) -> Option<f64> {
    let mut distances = Vec::new();
    for blocks in launches {
        let level = median(blocks)?;
        distances.extend(blocks.iter().map(|value| value - level));
    }
    let distances = sorted(distances);
    Some((quantile(&distances, 0.75)? - quantile(&distances, 0.25)?) / QUARTILES)
}

/// The standard deviation.
fn spread(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (squares / (values.len() as f64 - 1.0).max(1.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::stage::Random;

    fn launches(count: usize, blocks: usize, luck: f64, seed: u64) -> Vec<Vec<f64>> {
        let mut random = Random::new(seed);
        let launch = |random: &mut Random| {
            let level = luck * random.normal();
            (0..blocks).map(|_| level + 0.005 * random.normal()).collect()
        };
        (0..count).map(|_| launch(&mut random)).collect()
    }

    #[test]
    fn launches_at_levels_of_their_own_are_seen() {
        let caveat = layout_luck(Mode::Standard, &launches(8, 16, 0.03, 1), 0.01).unwrap();
        assert!(caveat.text.starts_with("Its launches differ by up to "), "{}", caveat.text);
    }

    #[test]
    fn noise_alone_and_what_is_within_the_margin_is_not() {
        for (count, blocks) in [(5, 8), (5, 16), (21, 16)] {
            for seed in 0..200 {
                let found = layout_luck(Mode::Standard, &launches(count, blocks, 0.0, seed), 0.001);
                assert_eq!(found, None, "{count} launches of {blocks} blocks, seed {seed}");
            }
        }
        assert_eq!(layout_luck(Mode::Standard, &launches(8, 16, 0.03, 1), 0.5), None);
    }

    #[test]
    fn few_launches_or_one_of_each_run_tell_nothing() {
        assert_eq!(layout_luck(Mode::Standard, &launches(4, 16, 0.03, 1), 0.01), None);
        assert_eq!(layout_luck(Mode::Standard, &launches(8, 7, 0.03, 1), 0.01), None);
        assert_eq!(layout_luck(Mode::Quick, &launches(8, 16, 0.03, 1), 0.01), None);
        assert_eq!(layout_luck(Mode::Fresh, &launches(8, 16, 0.03, 1), 0.01), None);
    }
}
