//! What a run has measured to find where the order of its leaders changes in; what was found, and what to measure next, out.
//!
//! Both come of the same reading of the same stored blocks, so that whoever resumes a run goes on where it was left.

use paragone_stats::bisection::{Ahead, Place, Point, Step};

use crate::judge::crossover::brackets::{ERROR, brackets, search};
use crate::judge::decide::analysis::Judgement;
use crate::judge::findings::comparison::{judge_comparison, pair_at};
use crate::judge::findings::imported::judge_imported;
use crate::model::natural::{by_params, by_size_and_params};
use crate::model::{
    Between, Comparison, ComparisonFinding, Crossover, CrossoverPlace, CrossoverPoint, Further, Interval, Run, Verdict,
};

/// Changes of lead in one benchmark that are followed; a curve with more has no simple answer.
const MOST_FOLLOWED: usize = 6;

/// What to measure beyond what was planned: the pairs whose order changes, or closer sizes of those that are followed
/// already. Nothing, where all has been found.
pub fn further(run: &Run) -> Vec<Further> {
    if !run.plan.crossovers || run.machine.emulated.is_some() {
        return Vec::new();
    }
    let contests = run.plan.contests.iter().enumerate();
    let followed: Vec<Further> =
        contests.clone().filter_map(|(index, contest)| closer(run, index, contest.between.as_ref()?)).collect();
    if contests.clone().any(|(_, contest)| contest.between.is_some()) {
        return followed;
    }
    let mut begun = Vec::new();
    // What trials tell is not followed between sizes.
    for (of, _) in contests.filter(|(_, contest)| contest.trials.is_none()) {
        for between in brackets(run, of, &ladder(run, of)).into_iter().take(MOST_FOLLOWED) {
            if let Step::Measure(sizes) = search(between.low, between.high).next(&[]) {
                begun.push(Further { contest: run.plan.contests.len() + begun.len(), between, sizes });
            }
        }
    }
    begun
}

/// A planned contest's comparisons, by size.
pub(crate) fn ladder(run: &Run, contest: usize) -> Vec<ComparisonFinding> {
    let count = run.plan.contests[contest].comparisons.len();
    let judge = |index: usize| match run.source() {
        Some(source) => judge_imported(run, (contest, index), source),
        None => judge_comparison(run, (contest, index)),
    };
    let mut comparisons: Vec<ComparisonFinding> = (0..count).map(judge).collect();
    comparisons.sort_by(|one, other| by_size_and_params((one.size, &one.params), (other.size, &other.params)));
    comparisons
}

/// The crossovers of a planned contest: those that were followed, and where time was up before any was, those that
/// could have been.
pub(crate) fn crossovers(run: &Run, contest: usize, comparisons: &[ComparisonFinding]) -> Vec<Crossover> {
    if !run.plan.crossovers || run.machine.emulated.is_some() {
        return Vec::new();
    }
    let planned = &run.plan.contests[contest];
    let contests = run.plan.contests.iter().enumerate();
    let followed = contests.filter_map(|(index, pair)| {
        let between = pair.between.as_ref().filter(|between| between.of == contest)?;
        Some(found(run, index, between))
    });
    let mut all: Vec<Crossover> = followed.collect();
    for bracket in brackets(run, contest, comparisons) {
        let [first, second] = bracket.lanes.map(|lane| planned.lanes[lane].implementation.clone());
        let Between { params, low, high, .. } = bracket;
        let known =
            |one: &Crossover| (&one.params, &one.first, &one.second, one.low) == (&params, &first, &second, low);
        if !all.iter().any(known) {
            all.push(Crossover { params, low, high, ..Crossover::open(first, second, 1.0 - ERROR) });
        }
    }
    all.sort_by(|one, other| by_params(&one.params, &other.params).then(one.low.cmp(&other.low)));
    all
}

/// Sizes to measure next, once those before have been.
fn closer(run: &Run, index: usize, between: &Between) -> Option<Further> {
    let points: Vec<Point> = judged(run, index).into_iter().map(|(point, _)| point).collect();
    match search(between.low, between.high).next(&points) {
        Step::Measure(sizes) => Some(Further { contest: index, between: between.clone(), sizes }),
        Step::Done(_) => None,
    }
}

/// What can be said of a pair at each size of its contest, by size: as the search sees it, and in full.
fn judged(run: &Run, index: usize) -> Vec<(Point, Option<Judgement>)> {
    let judge = |(comparison, one): (usize, &Comparison)| {
        let told = pair_at(run, (index, comparison), [0, 1]);
        let ahead = told.as_ref().and_then(|told| ahead(told.estimate.interval));
        let same = told.as_ref().is_some_and(|told| matches!(told.verdict, Verdict::Same { .. }));
        (Point { size: one.size, ahead, same }, told)
    };
    let mut all: Vec<_> = run.plan.contests[index].comparisons.iter().enumerate().map(judge).collect();
    all.sort_by_key(|(point, _)| point.size);
    all
}

fn ahead(judged: Interval) -> Option<Ahead> {
    let first = (judged.low > 0.0).then_some(Ahead::First);
    first.or((judged.high < 0.0).then_some(Ahead::Second))
}

fn found(run: &Run, index: usize, between: &Between) -> Crossover {
    let contest = &run.plan.contests[index];
    let [first, second] = [0, 1].map(|lane| contest.lanes[lane].implementation.clone());
    let judged = judged(run, index);
    let point = |(point, told): &(Point, Option<Judgement>)| CrossoverPoint {
        size: point.size,
        ratio: told.as_ref().map(|told| told.estimate.ratio),
        judged: told.as_ref().map(|told| told.estimate.interval),
        ahead: point.ahead.map(|who| if who == Ahead::First { first.clone() } else { second.clone() }),
        same: point.same,
    };
    let points = judged.iter().map(point).collect();
    let (low, high, params) = (between.low, between.high, between.params.clone());
    let mut found = Crossover { params, low, high, points, ..Crossover::open(first, second, 1.0 - ERROR) };
    let seen: Vec<Point> = judged.into_iter().map(|(point, _)| point).collect();
    let (place, changes, ends) = match search(low, high).place(&seen) {
        Place::Once { below, above } => (CrossoverPlace::Once, 1, Some((below, above))),
        Place::Between { below, above } => (CrossoverPlace::Between, 1, Some((below, above))),
        Place::Times { times, below, above } => (CrossoverPlace::Times, times, Some((below, above))),
        Place::Same { from, to, below, above } => {
            (found.same_from, found.same_to) = (Some(from), Some(to));
            (CrossoverPlace::Same, 1, Some((below, above)))
        }
        Place::Nowhere => (CrossoverPlace::Nowhere, 0, None),
    };
    let (below, above) = ends.unzip();
    Crossover { place, changes, below, above, ..found }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, plan};
    use crate::model::{Mode, Params};

    fn further(contest: usize, lanes: [usize; 2], sizes: &[u64]) -> Further {
        let between = Between { of: 0, lanes, params: Params::new(), low: 64, high: 256, alpha: 0.001 };
        Further { contest, between, sizes: sizes.to_vec() }
    }

    #[test]
    fn a_pair_gets_a_contest_of_its_own_and_then_more_sizes() {
        let mut plan = plan(Mode::Quick, contest(2));
        assert!(plan.extend(&further(1, [2, 0], &[64, 128, 256])));
        assert!(plan.extend(&further(1, [2, 0], &[181])));
        let pair = &plan.contests[1];
        let names: Vec<String> = pair.lanes.iter().map(|lane| lane.implementation.to_string()).collect();
        assert_eq!(names, ["c.one2", "c.base", "c.one2"]);
        assert_eq!((pair.clone_lane(), pair.contenders().collect::<Vec<_>>()), (Some(2), vec![1]));
        assert_eq!(pair.comparisons.iter().map(|one| one.size).collect::<Vec<_>>(), [64, 128, 256, 181]);
    }

    #[test]
    fn what_does_not_fit_changes_nothing() {
        let mut plan = plan(Mode::Quick, contest(2));
        let before = format!("{plan:?}");
        for wrong in [further(0, [0, 1], &[64]), further(2, [0, 1], &[64]), further(1, [0, 9], &[64])] {
            assert!(!plan.extend(&wrong));
            assert_eq!(format!("{plan:?}"), before);
        }
    }

    #[test]
    fn levels_come_in_the_order_of_their_numbers() {
        let mut plan = plan(Mode::Quick, contest(1));
        let at = |size: u64, level: &str| crate::model::Comparison {
            params: Params::from([("level".into(), level.into())]),
            size,
        };
        plan.contests[0].comparisons = [at(64, "10"), at(64, "1"), at(4096, "2"), at(4096, "10"), at(64, "2")].to_vec();
        let run = crate::judge::simulation::stage::run_of(plan, Vec::new(), Vec::new());
        let order = ladder(&run, 0);
        let order: Vec<(u64, &str)> = order.iter().map(|one| (one.size, one.params["level"].as_str())).collect();
        assert_eq!(order, [(64, "1"), (64, "2"), (64, "10"), (4096, "2"), (4096, "10")]);
    }
}
