//! What may be said of versions that are the same code: a contest that nobody measured in, its finding out.

use crate::model::natural::by_params;
use crate::model::{ComparisonFinding, Contest, ContestFinding, Params, Role, Row, Verdict};
use crate::words::answer::same_code_answer;

pub(crate) fn same_code(contest: &Contest) -> ContestFinding {
    let mut comparisons: Vec<ComparisonFinding> =
        contest.comparisons.iter().map(|of| comparison(contest, &of.params, of.size)).collect();
    comparisons.sort_by(|one, other| one.size.cmp(&other.size).then_with(|| by_params(&one.params, &other.params)));
    let today: Vec<String> = contest.contenders().map(|lane| contest.lanes[lane].implementation.to_string()).collect();
    let revision = contest.revised.as_ref().map_or("", |revised| revised.revision.as_str());
    ContestFinding {
        suite: contest.suite.clone(),
        benchmark: contest.benchmark.clone(),
        question: contest.question.clone(),
        unit: contest.unit.clone(),
        trials: contest.trials.clone(),
        baseline: contest.lanes[0].implementation.clone(),
        answer: same_code_answer(&today, revision),
        comparisons,
        crossovers: Vec::new(),
        choices: Vec::new(),
        intervention: contest.intervention.clone(),
        effects: Vec::new(),
        revised: contest.revised.clone(),
        code: Vec::new(),
        commands: Vec::new(),
        start_ns: None,
    }
}

fn comparison(contest: &Contest, params: &Params, size: u64) -> ComparisonFinding {
    let shown = contest.lanes.iter().filter(|lane| lane.role != Role::Clone);
    let verdict = |role| if role == Role::Baseline { Verdict::Baseline } else { Verdict::SameCode };
    ComparisonFinding {
        params: params.clone(),
        size,
        rows: shown.map(|lane| Row::bare(lane.implementation.clone(), verdict(lane.role))).collect(),
        fastest: Vec::new(),
        may_be_as_fast: Vec::new(),
        gap: None,
        noise: None,
        caveats: Vec::new(),
        blocks: 0,
        launches: 0,
        spending: Default::default(),
        stopped: None,
    }
}
