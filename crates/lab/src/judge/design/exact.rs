//! Trials of a comparison in; whose always give the same value, so that there is no noise to be allowed for, out.
//!
//! A compressed size is a fact: a second trial tells whether it is one, and no third tells more. Where the suite says that a
//! metric is exact, its trials are taken at their word unless they contradict it. Where it does not, only trials that
//! could hardly have agreed by chance are: noise that is read in steps, as from a clock, may give the same value several
//! times, and another one for the same program. So nothing that a clock has a part in passes; there have to be three trials
//! of everybody, all equal; and the second process of the baseline has to give the very value of the first. Of values that
//! fall on either of two steps at random, fewer than one comparison in two hundred passes and finds a difference.

use crate::judge::design::field::Field;
use crate::model::Block;

/// Equal trials of each that are believed without the suite's word.
const LEAST_UNDECLARED: usize = 3;

/// By lane; empty where time decides.
pub(crate) fn exact_lanes(field: &Field, blocks: &[&Block]) -> Vec<bool> {
    let Some((trials, metric)) = field.contest.trials.as_ref().and_then(|trials| Some((trials, trials.deciding()?)))
    else {
        return Vec::new();
    };
    let costs = |lane: usize| blocks.iter().filter_map(|block| trials.cost(block, lane)).collect();
    let told: Vec<Vec<f64>> = (0..field.contest.lanes.len()).map(costs).collect();
    // What all of a lane's trials came to, where it is one value.
    let value = |lane: usize| told[lane].first().filter(|first| told[lane].iter().all(|cost| cost == *first));
    let twins = [Some(field.reference), field.clone];
    // Two processes of one program that differ are noise, however steady each of them is.
    let twins_agree = match twins {
        [Some(reference), Some(clone)] => {
            told[clone].is_empty() || value(clone).is_some() && value(clone) == value(reference)
        }
        _ => metric.exact,
    };
    if metric.exact {
        let is_exact = |lane| value(lane).is_some() && (twins_agree || !twins.contains(&Some(lane)));
        return (0..told.len()).map(is_exact).collect();
    }
    let mut all = field.ranked().chain(field.clone);
    let believed = !metric.is_of_a_clock()
        && twins_agree
        && all.all(|lane| value(lane).is_some() && told[lane].len() >= LEAST_UNDECLARED);
    vec![believed; told.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, flat_block, plan};
    use crate::model::{Better, Mode, Readings, Tally, TrialMetric, Trials};

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
        let plan = plan(Mode::Quick, contest);
        exact_lanes(&Field::of(&plan, 0, &[true; 4]).unwrap(), &blocks.iter().collect::<Vec<_>>())
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
        assert!(exact_lanes(&Field::of(&plan(Mode::Quick, contest(2)), 0, &[true; 4]).unwrap(), &[]).is_empty());
    }
}
