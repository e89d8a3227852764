//! A plan in which implementations stand beside themselves as they were: whoever is the same code is taken out of what is
//! to be measured, and of the others it is told what changed. In a self-test it is the other way round.
//!
//! Both versions of an implementation are measured with what is defined today: who compares them has to know what was
//! defined otherwise.

use std::collections::BTreeSet;
use std::fs;

use anyhow::ensure;

use crate::cli::exit::Misuse;
use crate::cli::session::lab::Lab;
use crate::cli::session::programs::Programs;
use crate::model::{Benchmark, CodeChange, Contest, InputKind, KnownAnswer, Plan, Revised, Suite};
use crate::plan::share_one_error_rate;

/// `revision` as it was typed. Builds what is not built yet. Notices: whose benchmarks are defined otherwise today, and who
/// cannot take part in a self-test.
pub(crate) fn tell_versions_apart(
    plan: &mut Plan,
    revision: &str,
    self_test: bool,
    lab: &Lab,
    programs: &mut Programs<'_>,
) -> anyhow::Result<Vec<String>> {
    let mut notices = BTreeSet::new();
    for contest in &mut plan.contests {
        let suite = lab.suite(&contest.suite)?;
        let change = programs.code_change(suite, contest);
        notices.extend(notice(contest, revision, suite, programs));
        contest.revised = change.map(|change| Revised { revision: revision.to_owned(), change });
    }
    let is_same = |contest: &mut Contest| contest.revised.as_ref().is_some_and(Revised::is_same);
    let same: Vec<Contest> = plan.contests.extract_if(.., is_same).collect();
    if self_test {
        notices.extend(plan.contests.iter().map(|contest| not_tested(contest, revision)));
        ensure!(!same.is_empty(), Misuse(no_self_test(&notices)));
        plan.contests = same.into_iter().map(tested).collect();
    } else {
        plan.same_code = same;
    }
    share_one_error_rate(plan);
    Ok(notices.into_iter().collect())
}

/// One whose versions are the same code, to be measured all the same.
fn tested(contest: Contest) -> Contest {
    let revised = contest.revised.map(|revised| Revised { change: CodeChange::SelfTest, ..revised });
    Contest { revised, ..contest }
}

fn not_tested(contest: &Contest, revision: &str) -> String {
    let (suite, benchmark) = (&contest.suite, &contest.benchmark);
    format!("{suite}/{benchmark} is left out of the self-test: its code is not known to be that of {revision}")
}

fn no_self_test(why: &BTreeSet<String>) -> String {
    let why: Vec<String> = why.iter().map(|why| format!("\n  {why}")).collect();
    format!(
        "a self-test needs benchmarks whose code did not change, and there are none: commit your changes first{}",
        why.concat()
    )
}

/// What a benchmark's definition says otherwise than it did at the revision.
fn notice(contest: &Contest, revision: &str, suite: &Suite, programs: &Programs<'_>) -> Option<String> {
    let (name, benchmark) = (&suite.name, &contest.benchmark);
    let before = contest.lanes.first().and_then(|lane| programs.suite_then(suite, benchmark, lane.program()))?;
    let changed = redefined(before, suite, benchmark).join(", ");
    let so = "both versions are measured with what today's suite says";
    (!changed.is_empty()).then(|| format!("{name}/{benchmark} is not defined as at {revision}: {changed}; {so}"))
}

/// What a benchmark's definition says otherwise today than it did in an earlier suite; empty where the benchmark is new, which its implementations tell themselves.
fn redefined(before: &Suite, today: &Suite, benchmark: &str) -> Vec<&'static str> {
    let [old, new] = [before, today].map(|suite| suite.benchmarks.iter().find(|one| one.name == benchmark));
    let (Some(old), Some(new)) = (old, new) else { return Vec::new() };
    let (was, is) = (&old.answer, &new.answer);
    let is_same_answer = was.reference == is.reference && was.vectors.iter().map(told).eq(is.vectors.iter().map(told));
    [
        ("its input", old.given == new.given && is_same_input(old, new)),
        ("its known answers", is_same_answer),
        ("its parameters", old.params == new.params && old.fixed == new.fixed),
        ("what decides", old.trials == new.trials),
    ]
    .into_iter()
    .filter_map(|(name, is_same)| (!is_same).then_some(name))
    .collect()
}

/// A known answer without the line that it stands on.
fn told(known: &KnownAnswer) -> impl PartialEq {
    (known.input.clone(), known.params.clone(), known.answer.clone())
}

/// Whether two inputs are the same bytes, as far as definitions tell; of files, their bytes.
fn is_same_input(old: &Benchmark, new: &Benchmark) -> bool {
    match (&old.input, &new.input) {
        (InputKind::File { path: old }, InputKind::File { path: new }) => fs::read(old).ok() == fs::read(new).ok(),
        (old, new) => old == new,
    }
}
