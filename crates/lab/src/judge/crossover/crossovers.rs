//! What a run has measured to find where the order of its leaders changes in; what was found, and what to measure next, out.
//!
//! Both come of the same reading of the same stored blocks, so that whoever resumes a run goes on where it was left.

use paragone_stats::bisection::{Ahead, Place, Point, Search, Step};

use crate::judge::crossover::brackets::{Bracket, brackets};
use crate::judge::decide::analysis::Judgement;
use crate::judge::estimate::spread::Spreads;
use crate::judge::findings::comparison::{judge_comparison, pair_at};
use crate::judge::findings::imported::judge_imported;
use crate::model::natural::{by_params, by_size_and_params};
use crate::model::{
    Between, ComparisonFinding, Contest, Crossover, CrossoverPlace, CrossoverPoint, Event, Further, Run, Verdict,
};

/// What all that is said of one crossover may be wrong by, together.
pub(crate) const ERROR: f64 = 0.05;

/// The largest ratio of the sizes that enclose a crossover, as is wanted.
const WIDTH: f64 = 1.05;

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
    let spreads = spreads(run);
    // What trials tell is not followed between sizes.
    let timed = contests.filter(|(_, contest)| contest.trials.is_none());
    let found = timed.flat_map(|(index, _)| {
        let comparisons = ladder(run, index, &spreads);
        let found = brackets(run, index, &comparisons, &spreads);
        found.into_iter().take(MOST_FOLLOWED).map(move |bracket| (index, bracket)).collect::<Vec<_>>()
    });
    let mut begun = Vec::new();
    for (of, Bracket { params, lanes, low, high }) in found {
        let search = Search { low, high, width: WIDTH };
        let between = Between { of, lanes, params, low, high, alpha: search.share(ERROR) };
        if let Step::Measure(sizes) = search.next(&[]) {
            begun.push(Further { contest: run.plan.contests.len() + begun.len(), between, sizes });
        }
    }
    begun
}

/// The stored spreads that a run was begun with.
pub(crate) fn spreads(run: &Run) -> Spreads {
    let known = run.events.iter().filter_map(|event| match event {
        Event::SpreadKnown { contest, comparison, spread } => Some(((*contest, *comparison), *spread)),
        _ => None,
    });
    known.collect()
}

/// A planned contest's comparisons, by size.
pub(crate) fn ladder(run: &Run, contest: usize, spreads: &Spreads) -> Vec<ComparisonFinding> {
    let count = run.plan.contests[contest].comparisons.len();
    let judge = |index: usize| match run.source() {
        Some(source) => judge_imported(run, (contest, index), source),
        None => judge_comparison(run, contest, index, spreads.get(&(contest, index)).copied()),
    };
    let mut comparisons: Vec<ComparisonFinding> = (0..count).map(judge).collect();
    comparisons.sort_by(|one, other| by_size_and_params((one.size, &one.params), (other.size, &other.params)));
    comparisons
}

/// The crossovers of a planned contest: those that were followed, and where time was up before any was, those that
/// could have been.
pub(crate) fn crossovers(
    run: &Run,
    contest: usize,
    comparisons: &[ComparisonFinding],
    spreads: &Spreads,
) -> Vec<Crossover> {
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
    for bracket in brackets(run, contest, comparisons, spreads) {
        let [first, second] = bracket.lanes.map(|lane| planned.lanes[lane].implementation.clone());
        let is_followed = |one: &Crossover| {
            one.params == bracket.params && one.first == first && one.second == second && one.low == bracket.low
        };
        if !all.iter().any(is_followed) {
            let Bracket { params, low, high, .. } = bracket;
            all.push(Crossover { params, low, high, ..Crossover::open(first, second, 1.0 - ERROR) });
        }
    }
    all.sort_by(|one, other| by_params(&one.params, &other.params).then(one.low.cmp(&other.low)));
    all
}

/// Sizes to measure next, once those before have been.
fn closer(run: &Run, index: usize, between: &Between) -> Option<Further> {
    match search(between).next(&points(run, index)) {
        Step::Measure(sizes) => Some(Further { contest: index, between: between.clone(), sizes }),
        Step::Done(_) => None,
    }
}

fn search(between: &Between) -> Search {
    Search { low: between.low, high: between.high, width: WIDTH }
}

/// Every size of a pair's contest as the search sees it.
fn points(run: &Run, index: usize) -> Vec<Point> {
    let sizes = judged(run, index).into_iter();
    sizes
        .map(|(size, told)| Point {
            size,
            ahead: told.as_ref().and_then(ahead),
            same: told.as_ref().is_some_and(is_same),
        })
        .collect()
}

/// What can be said of the pair at each of its sizes, by size.
fn judged(run: &Run, index: usize) -> Vec<(u64, Option<Judgement>)> {
    let contest: &Contest = &run.plan.contests[index];
    let told = |comparison: usize| pair_at(run, (index, comparison), [0, 1], None);
    let mut all: Vec<_> =
        contest.comparisons.iter().enumerate().map(|(comparison, one)| (one.size, told(comparison))).collect();
    all.sort_by_key(|(size, _)| *size);
    all
}

fn ahead(told: &Judgement) -> Option<Ahead> {
    let judged = told.estimate.interval;
    let first = (judged.low > 0.0).then_some(Ahead::First);
    first.or((judged.high < 0.0).then_some(Ahead::Second))
}

fn is_same(told: &Judgement) -> bool {
    matches!(told.verdict, Verdict::Same { .. })
}

fn found(run: &Run, index: usize, between: &Between) -> Crossover {
    let contest = &run.plan.contests[index];
    let [first, second] = [0, 1].map(|lane| contest.lanes[lane].implementation.clone());
    let point = |(size, told): (u64, Option<Judgement>)| CrossoverPoint {
        size,
        ratio: told.as_ref().map(|told| told.estimate.ratio),
        judged: told.as_ref().map(|told| told.estimate.interval),
        ahead: told.as_ref().and_then(ahead).map(|who| match who {
            Ahead::First => first.clone(),
            Ahead::Second => second.clone(),
        }),
        same: told.as_ref().is_some_and(is_same),
    };
    let points = judged(run, index).into_iter().map(point).collect();
    let (low, high, params) = (between.low, between.high, between.params.clone());
    let known = Crossover { params, low, high, points, ..Crossover::open(first.clone(), second.clone(), 1.0 - ERROR) };
    let of = |place, changes, (below, above): (u64, u64)| Crossover {
        place,
        changes,
        below: Some(below),
        above: Some(above),
        ..known.clone()
    };
    match search(between).place(&self::points(run, index)) {
        Place::Once { below, above } => of(CrossoverPlace::Once, 1, (below, above)),
        Place::Between { below, above } => of(CrossoverPlace::Between, 1, (below, above)),
        Place::Times { times, below, above } => of(CrossoverPlace::Times, times, (below, above)),
        Place::Same { from, to, below, above } => {
            Crossover { same_from: Some(from), same_to: Some(to), ..of(CrossoverPlace::Same, 1, (below, above)) }
        }
        Place::Nowhere => Crossover { place: CrossoverPlace::Nowhere, ..known },
    }
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
        let order = ladder(&run, 0, &Spreads::new());
        let order: Vec<(u64, &str)> = order.iter().map(|one| (one.size, one.params["level"].as_str())).collect();
        assert_eq!(order, [(64, "1"), (64, "2"), (64, "10"), (4096, "2"), (4096, "10")]);
    }
}
