//! What may be said of versions that are the same code: a contest that nobody measured in, its finding out.

use crate::model::natural::by_size_and_params;
use crate::model::{Comparison, ComparisonFinding, Contest, ContestFinding, Lane, Revised, Role, Row, Verdict};
use crate::words::answer::same_code_answer;

pub(crate) fn same_code(contest: &Contest) -> ContestFinding {
    let mut comparisons: Vec<ComparisonFinding> =
        contest.comparisons.iter().map(|of| comparison(contest, of)).collect();
    comparisons.sort_by(|one, other| by_size_and_params((one.size, &one.params), (other.size, &other.params)));
    let today: Vec<String> = contest.contenders().map(|lane| contest.lanes[lane].implementation.to_string()).collect();
    let revision = contest.revised.as_ref().map_or("", Revised::short_revision);
    let answer = same_code_answer(&today, revision);
    ContestFinding { answer, comparisons, ..ContestFinding::of(contest) }
}

fn comparison(contest: &Contest, of: &Comparison) -> ComparisonFinding {
    let verdict = |role| if role == Role::Baseline { Verdict::Baseline } else { Verdict::SameCode };
    let row = |(_, lane): (usize, &Lane)| Row::bare(lane.implementation.clone(), verdict(lane.role));
    ComparisonFinding {
        params: of.params.clone(),
        size: of.size,
        rows: contest.shown().map(row).collect(),
        ..ComparisonFinding::default()
    }
}
