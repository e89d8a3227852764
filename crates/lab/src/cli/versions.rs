//! A plan in which implementations stand beside themselves as they were: whoever is the same code is taken out of what is
//! to be measured, and of the others it is told what changed.

use crate::cli::lab::Lab;
use crate::cli::programs::Programs;
use crate::model::CodeChange;
use crate::model::Contest;
use crate::model::Plan;
use crate::model::Revised;
use crate::plan::share_one_error_rate;

/// `revision` as it was typed. Builds what is not built yet.
pub(super) fn tell_versions_apart(
    plan: &mut Plan,
    revision: &str,
    lab: &Lab,
    programs: &mut Programs,
    progress: &mut dyn FnMut(&str),
) -> anyhow::Result<()> {
    for contest in &mut plan.contests {
        let change = change(contest, lab, programs, progress)?;
        contest.revised = change.map(|change| Revised { revision: revision.to_owned(), change });
    }
    let is_same = |contest: &mut Contest| contest.revised.as_ref().is_some_and(Revised::is_same);
    plan.same_code = plan.contests.extract_if(.., is_same).collect();
    share_one_error_rate(plan);
    Ok(())
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
