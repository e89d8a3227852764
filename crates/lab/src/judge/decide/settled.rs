//! One interim analysis of a comparison in, who needs no more data out: whose place is known, beside the fastest and the reference.

use std::collections::BTreeMap;

use crate::judge::decide::analysis::Judgement;
use crate::judge::decide::ranking::{Ranking, rank};
use crate::judge::design::setting::Setting;
use crate::model::Standing;

/// Lanes that need no more data: it is known how they stand to the fastest, or more data would not tell, and how they
/// stand to the reference.
pub(crate) fn done(setting: &Setting<'_>, judgements: &BTreeMap<usize, Judgement>, before: &[usize]) -> Vec<usize> {
    let ranking = rank(setting, judgements);
    let contenders = setting.field.contenders.iter().copied();
    let reference_left = before.contains(&setting.field.reference);
    let is_told = |one: &Judgement| one.settled && !is_halfway(setting, one);
    let is_settled = |lane: usize| reference_left || judgements.get(&lane).is_some_and(is_told);
    let is_done = |lane: &usize| {
        before.contains(lane) || (is_settled(*lane) && !is_contested(setting, judgements, &ranking, *lane, before))
    };
    let reference = reference_left.then_some(setting.field.reference);
    contenders.filter(is_done).chain(reference).collect()
}

/// Whoever looks for a crossing also asks whether the two are the same there. An interval that just excludes 0, and
/// just reaches beyond the margin, has not told yet; a narrower one would.
fn is_halfway(setting: &Setting<'_>, judgement: &Judgement) -> bool {
    let (edge, estimate) = (setting.field.margin().ln_1p(), &judgement.estimate);
    setting.field.contest.between.is_some()
        && judgement.verdict.is_different()
        && estimate.ratio.abs() < 0.75 * edge
        && estimate.interval.half_width() - estimate.noise > edge / 4.0
}

/// Whether this contender is needed to learn who is fastest: it may be, or it leads and somebody else may be, and it
/// takes more data to tell.
fn is_contested(
    setting: &Setting<'_>,
    judgements: &BTreeMap<usize, Judgement>,
    ranking: &Ranking,
    lane: usize,
    before: &[usize],
) -> bool {
    let leads = |lane: &usize| ranking.candidates.contains(lane);
    let may_be = |lane: &usize| ranking.standing(*lane) == Some(Standing::MayBeAsFast);
    let settled = |one: usize, other: usize| {
        let judged = match one == setting.field.reference {
            true => judgements.get(&other).cloned(),
            false => setting.judge(one, other, setting.error_rate(one, other)),
        };
        judged.is_some_and(|judged| judged.settled)
    };
    let rivals = setting.field.ranked().filter(|other| *other != lane && !before.contains(other));
    leads(&lane) && rivals.filter(leads).any(|other| (may_be(&lane) || may_be(&other)) && !settled(lane, other))
}
