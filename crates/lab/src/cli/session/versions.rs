//! A plan in which implementations stand beside themselves as they were: whoever is the same code is taken out of what is
//! to be measured, and of the others it is told what changed.

use std::collections::BTreeSet;

use crate::cli::session::lab::Lab;
use crate::cli::session::programs::Programs;
use crate::cli::session::redefined::redefined;
use crate::model::CodeChange;
use crate::model::Contest;
use crate::model::Plan;
use crate::model::Revised;
use crate::plan::share_one_error_rate;

/// `revision` as it was typed. Builds what is not built yet. Notices: whose benchmarks are defined otherwise today.
pub(crate) fn tell_versions_apart(
    plan: &mut Plan,
    revision: &str,
    lab: &Lab,
    programs: &mut Programs,
    progress: &mut dyn FnMut(&str),
) -> anyhow::Result<Vec<String>> {
    let mut notices = BTreeSet::new();
    for contest in &mut plan.contests {
        let change = change(contest, lab, programs, progress)?;
        notices.extend(notice(contest, revision, lab, programs)?);
        contest.revised = change.map(|change| Revised { revision: revision.to_owned(), change });
    }
    let is_same = |contest: &mut Contest| contest.revised.as_ref().is_some_and(Revised::is_same);
    plan.same_code = plan.contests.extract_if(.., is_same).collect();
    share_one_error_rate(plan);
    Ok(notices.into_iter().collect())
}

/// What a benchmark's definition says otherwise than it did at the revision.
fn notice(contest: &Contest, revision: &str, lab: &Lab, programs: &Programs) -> anyhow::Result<Option<String>> {
    let (suite, benchmark) = (lab.suite(&contest.suite)?, &contest.benchmark);
    let before = contest.lanes.first().and_then(|lane| programs.suite_then(suite, benchmark, lane.program()));
    let changed = before.map(|before| redefined(before, suite, benchmark)).unwrap_or_default();
    let told = || {
        let changed = changed.join(", ");
        format!(
            "{}/{benchmark} is not defined as at {revision}: {changed}; both versions are measured with what today's \
             suite says",
            suite.name
        )
    };
    Ok((!changed.is_empty()).then(told))
}

/// Nothing where one of them cannot be built, which is told as any failure is.
fn change(
    contest: &Contest,
    lab: &Lab,
    programs: &mut Programs,
    progress: &mut dyn FnMut(&str),
) -> anyhow::Result<Option<CodeChange>> {
    let suite = lab.suite(&contest.suite)?;
    let [before, today] = [0, 1].map(|lane| contest.lanes.get(lane).map(|lane| lane.program().clone()));
    let (Some(before), Some(today)) = (before, today) else { return Ok(None) };
    for id in [&before, &today] {
        programs.make(suite, &contest.benchmark, id, &lab.toolchains, &lab.cache, progress);
    }
    Ok(programs.code_change(suite, &contest.benchmark, [&before, &today], &lab.cache))
}
