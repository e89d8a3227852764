//! The sizes of a plan with who was fastest at each in; pairs whose order certainly changes between two of them out.

use paragone_stats::bisection::Search;

use crate::judge::findings::comparison::pair_at;
use crate::model::leaders::{LeaderStretch, stretches};
use crate::model::{Between, ComparisonFinding, ImplementationId, Row, Run};
use crate::words::alike;

/// What all that is said of one crossover may be wrong by, together.
pub(crate) const ERROR: f64 = 0.05;

/// The largest ratio of the sizes that enclose a crossover, as is wanted.
const WIDTH: f64 = 1.05;

/// For where the order changes between two sizes.
pub(crate) fn search(low: u64, high: u64) -> Search {
    Search { low, high, width: WIDTH }
}

/// The comparisons of each set of parameters with somebody fastest, by size. A call on nothing is off the curve.
pub(crate) fn ladders(comparisons: &[ComparisonFinding]) -> Vec<Vec<&ComparisonFinding>> {
    let led = comparisons.iter().filter(|one| one.size > 0 && one.leading_rows().next().is_some());
    alike(led.map(|one| (&one.params, one))).into_iter().map(|(_, ladder)| ladder).collect()
}

/// Sizes under the same leaders, the one who is to stand for them first: who is closest to the best over all of them.
pub(crate) fn led(ladder: &[&ComparisonFinding]) -> Vec<LeaderStretch<ImplementationId>> {
    let names = |one: &&ComparisonFinding| leaders(one).map(|row| row.implementation.clone()).collect::<Vec<_>>();
    let mut found = stretches(&ladder.iter().map(names).collect::<Vec<_>>());
    for stretch in &mut found {
        let behind = |id: &ImplementationId| -> f64 {
            let rows = ladder[stretch.from..=stretch.to].iter().flat_map(|one| &one.rows);
            let own = rows.filter(|row| row.implementation == *id).filter_map(|row| row.to_best);
            own.map(|(ratio, ..)| ratio.ln()).sum()
        };
        stretch.leaders.sort_by(|one, other| behind(one).total_cmp(&behind(other)).then(one.cmp(other)));
    }
    found
}

/// Who is fastest at a size, or where that is not known, who may be.
pub(crate) fn leaders(one: &ComparisonFinding) -> impl Iterator<Item = &Row> {
    let undecided = one.undecided_rows().filter(|_| one.fastest.is_empty());
    one.fastest_rows().chain(undecided)
}

/// Where the lead of a contest changes: one lane is certainly ahead of another at a size, and behind it at a later one. Of
/// each change the closest two sizes at which the order is certain: a size at which the two cannot be told apart may lie
/// between them.
pub(crate) fn brackets(run: &Run, contest: usize, comparisons: &[ComparisonFinding]) -> Vec<Between> {
    let planned = &run.plan.contests[contest];
    let mut found = Vec::new();
    for ladder in ladders(comparisons) {
        for two in led(&ladder).windows(2) {
            let leaders = [&two[0], &two[1]].map(|stretch| planned.lane_of(stretch.leaders.first()?));
            let [Some(first), Some(second)] = leaders else { continue };
            // Positive where the second takes longer.
            let order = |index: &usize| {
                let one = ladder[*index];
                let place =
                    planned.comparisons.iter().position(|it| (&it.params, it.size) == (&one.params, one.size))?;
                let judged = pair_at(run, (contest, place), [first, second])?.estimate.interval;
                Some(i8::from(judged.low > 0.0) - i8::from(judged.high < 0.0))
            };
            let low = (two[0].from..=two[0].to).rev().find(|index| order(index) == Some(1));
            let high = (two[1].from..=two[1].to).find(|index| order(index) == Some(-1));
            if let (Some(low), Some(high)) = (low, high) {
                let (low, high) = (ladder[low].size, ladder[high].size);
                let (lanes, params) = ([first, second], ladder[0].params.clone());
                found.push(Between { of: contest, lanes, params, low, high, alpha: search(low, high).share(ERROR) });
            }
        }
    }
    found
}
