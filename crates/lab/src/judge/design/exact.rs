//! Trials of a comparison in; whose always give the same value, so that there is no noise to be allowed for, out.
//!
//! A compressed size is a fact: a second trial tells whether it is one, and no third tells more. Where the suite says that a
//! metric is exact, its trials are taken at their word unless they contradict it. Where it does not, only trials that
//! could hardly have agreed by chance are: noise that is read in steps, as from a clock, may give the same value several
//! times, and another one for the same program. So nothing that a clock has a part in passes; there have to be three trials
//! of everybody, all equal; and the second process of the baseline has to give the very value of the first. Of values that
//! fall on either of two steps at random, fewer than one comparison in two hundred passes and finds a difference.

use crate::judge::design::field::Field;
use crate::model::{Block, Trials};

/// Equal trials of each that are believed without the suite's word.
const LEAST_UNDECLARED: usize = 3;

/// By lane; empty where time decides.
pub(crate) fn exact_lanes(field: &Field, blocks: &[&Block]) -> Vec<bool> {
    let Some((trials, metric)) = field.trials.as_ref().and_then(|trials| Some((trials, trials.deciding()?))) else {
        return Vec::new();
    };
    let told: Vec<LaneTrials> = (0..field.lanes).map(|lane| LaneTrials::of(trials, blocks, lane)).collect();
    let twins = [Some(field.reference), field.clone];
    // Two processes of one program that differ are noise, however steady each of them is.
    let twins_agree = match twins {
        [Some(reference), Some(clone)] => {
            told[clone].count == 0 || told[clone].value.is_some() && told[clone].value == told[reference].value
        }
        _ => metric.exact,
    };
    let is_steady = |lane: &usize| told[*lane].value.is_some();
    if metric.exact {
        return (0..field.lanes)
            .map(|lane| is_steady(&lane) && (twins_agree || !twins.contains(&Some(lane))))
            .collect();
    }
    let mut all = [field.reference].into_iter().chain(field.contenders.iter().copied()).chain(field.clone);
    let believed = !metric.is_of_a_clock()
        && twins_agree
        && all.all(|lane| is_steady(&lane) && told[lane].count >= LEAST_UNDECLARED);
    vec![believed; field.lanes]
}

/// What a lane's trials came to.
struct LaneTrials {
    count: usize,
    /// Of all of them, where it is one.
    value: Option<f64>,
}

impl LaneTrials {
    fn of(trials: &Trials, blocks: &[&Block], lane: usize) -> LaneTrials {
        let costs: Vec<f64> = blocks.iter().filter_map(|block| trials.cost(block, lane)).collect();
        let value = costs.first().copied().filter(|first| costs.iter().all(|cost| cost == first));
        LaneTrials { count: costs.len(), value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, flat_block};
    use crate::model::{Better, Mode, Readings, Tally, TrialMetric};

    /// By trial, what each of four lanes came to; 0 is nothing. The last is the second process of the first.
    fn exact(told: &[[f64; 4]], unit: &str, exact: bool) -> Vec<bool> {
        let metric = TrialMetric { name: "size".into(), unit: unit.into(), better: Better::Less, exact };
        let mut contest = contest(2);
        contest.trials = Some(Trials { decides: "size".into(), least: 1, most: 5, metrics: vec![metric] });
        let of = |values: &[f64; 4]| Block {
            readings: values.iter().map(|value| Readings::from([("size".to_owned(), Tally::of(*value))])).collect(),
            ..flat_block(0, 0, &[1; 4], 1)
        };
        let blocks: Vec<Block> = told.iter().map(of).collect();
        let field = Field::of(&contest, Mode::Quick, &[true; 4]).unwrap();
        exact_lanes(&field, &blocks.iter().collect::<Vec<_>>())
    }

    const STEADY: [f64; 4] = [30.0, 20.0, 31.0, 30.0];

    #[test]
    fn what_is_declared_is_believed_at_once_and_until_it_is_refuted() {
        assert_eq!(exact(&[STEADY], "byte", true), [true; 4]);
        assert_eq!(exact(&[STEADY, [30.0, 20.0, 32.0, 30.0]], "byte", true), [true, true, false, true]);
        // One program, two processes, two values.
        assert_eq!(exact(&[[30.0, 20.0, 31.0, 29.0]; 2], "byte", true), [false, true, true, false]);
        assert_eq!(exact(&[[30.0, 0.0, 31.0, 30.0]; 2], "byte", true), [true, false, true, true]);
        assert_eq!(exact(&[], "byte", true), [false; 4]);
    }

    #[test]
    fn what_is_not_takes_three_equal_trials_of_everybody_and_no_clock() {
        assert_eq!(exact(&[STEADY; 2], "byte", false), [false; 4]);
        assert_eq!(exact(&[STEADY; 3], "byte", false), [true; 4]);
        assert_eq!(exact(&[STEADY; 3], "byte/s", false), [false; 4]);
        assert_eq!(exact(&[STEADY; 3], "second", false), [false; 4]);
        assert_eq!(exact(&[[30.0, 20.0, 31.0, 29.0]; 3], "byte", false), [false; 4]);
        assert_eq!(exact(&[STEADY, STEADY, [30.0, 20.0, 32.0, 30.0]], "byte", false), [false; 4]);
    }

    #[test]
    fn time_is_never_exact() {
        assert!(exact_lanes(&Field::of(&contest(2), Mode::Quick, &[true; 4]).unwrap(), &[]).is_empty());
    }
}
