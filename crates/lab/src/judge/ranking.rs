//! Judged lanes of a comparison in, their order out: who is best, how far the others are behind,
//! and who cannot be told from the best.

use std::collections::BTreeMap;

use super::look::{Judgement, Setting};
use crate::model::{Interval, Verdict};

/// The order of those who have a time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranking {
    /// Lanes from the fastest to the slowest.
    pub(crate) order: Vec<usize>,
    /// By lane: ratio to the best with its 95 % interval.
    pub(crate) to_best: BTreeMap<usize, (f64, f64, f64)>,
    /// Lanes that cannot be told from the best, the best included.
    pub(crate) fastest: Vec<usize>,
    /// How much longer than the best the first one behind the fastest set takes, as a share.
    pub(crate) gap: Option<f64>,
}

/// Ranks the reference and the contenders that were judged against it.
pub(crate) fn rank(setting: &Setting<'_>, judgements: &BTreeMap<usize, Judgement>) -> Ranking {
    let reference = setting.field.reference;
    let ratio = |lane: &usize| judgements.get(lane).map_or(0.0, |judgement| judgement.estimate.ratio);
    let mut order: Vec<usize> =
        setting.field.contenders.iter().copied().filter(|l| judgements.contains_key(l)).collect();
    order.insert(0, reference);
    order.sort_by(|one, other| ratio(one).total_cmp(&ratio(other)));
    let (best, behind) = best(setting, &order);
    let mut ranking =
        Ranking { to_best: BTreeMap::from([(best, (1.0, 1.0, 1.0))]), fastest: vec![best], ..Ranking::default() };
    for (lane, behind) in &behind {
        let estimate = &behind.estimate;
        let to_best = (estimate.ratio.exp(), estimate.drawn.low.exp(), estimate.drawn.high.exp());
        ranking.to_best.insert(*lane, to_best);
        // Where the reference is the best, the verdict on the pair has been given already.
        let verdict = if best == reference { &judgements[lane].verdict } else { &behind.verdict };
        let is_tied = match verdict {
            Verdict::Slower { .. } => false,
            Verdict::Same { .. } => true,
            _ => !is_apart(judgements, best, *lane),
        };
        if is_tied {
            ranking.fastest.push(*lane);
        } else if ranking.gap.is_none() {
            ranking.gap = Some(estimate.ratio.exp_m1());
        }
    }
    // Those who left early were seen in other blocks than the best: rows go by the ratio they show.
    let shown = |lane: &usize| ranking.to_best.get(lane).map_or(f64::INFINITY, |(ratio, ..)| *ratio);
    order.retain(|lane| *lane != best);
    order.sort_by(|one, other| shown(one).total_cmp(&shown(other)));
    order.insert(0, best);
    ranking.order = order;
    ranking
}

/// Who takes the least time, and how the others stand to it. Beside the reference those who left early were seen in
/// other blocks than the rest, and the reference may have changed since: whoever is ahead of the first in the blocks
/// that both have takes its place.
fn best(setting: &Setting<'_>, order: &[usize]) -> (usize, Vec<(usize, Judgement)>) {
    let behind = |best: usize| -> Vec<(usize, Judgement)> {
        let others = order.iter().filter(|lane| **lane != best);
        others.filter_map(|lane| Some((*lane, setting.judge(best, *lane, setting.share(best, *lane))?))).collect()
    };
    let mut best = order[0];
    let mut judged = behind(best);
    // Each may take the place once: three may be ahead of each other in a circle, in blocks of different times.
    for _ in 1..order.len() {
        let ahead = judged.iter().filter(|(_, one)| one.estimate.drawn.high < 0.0);
        let Some((first, _)) = ahead.min_by(|(_, a), (_, b)| a.estimate.ratio.total_cmp(&b.estimate.ratio)) else {
            break;
        };
        best = *first;
        judged = behind(best);
    }
    (best, judged)
}

/// Whether two lanes were told apart by way of the reference: one that left early, being certainly
/// slower than it, may have too few blocks in common with the best.
fn is_apart(judgements: &BTreeMap<usize, Judgement>, best: usize, lane: usize) -> bool {
    // The reference has no judgement: it stands at 0 itself.
    let judged = |lane| judgements.get(&lane).map_or(Interval { low: 0.0, high: 0.0 }, |one| one.estimate.judged);
    judged(best).high < judged(lane).low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::field::Field;
    use crate::judge::schedule::Schedule;
    use crate::judge::stage::{contest, flat_block, plan};
    use crate::model::{Block, Mode};

    fn ranked(times: [u64; 5]) -> Ranking {
        rank_blocks((0..32).map(|index| flat_block(0, index, &times, 4)).collect())
    }

    /// The `leaver` takes part in the first blocks alone, which take `early`; the others take `late`.
    fn ranked_without(leaver: usize, early: [u64; 5], late: [u64; 5]) -> Ranking {
        let times = |index| if index < 16 { &early } else { &late };
        let mut blocks: Vec<Block> = (0..256).map(|index| flat_block(0, index, times(index), 4)).collect();
        blocks.iter_mut().skip(16).for_each(|block| block.lanes[leaver].clear());
        rank_blocks(blocks)
    }

    fn rank_blocks(blocks: Vec<Block>) -> Ranking {
        let plan = plan(Mode::Quick, contest(3));
        let field = Field::of(&plan.contests[0], &[]).unwrap();
        let blocks: Vec<&Block> = blocks.iter().collect();
        let schedule = Schedule::of(&plan, &field, &blocks);
        let (plan, field, schedule, blocks) = (&plan, &field, &schedule, &blocks[..]);
        let setting = Setting { plan, field, blocks, schedule, empty_call_ns: &[], spread: None };
        let judgements = (1..=3).map(|lane| (lane, setting.against_reference(lane).unwrap())).collect();
        rank(&setting, &judgements)
    }

    #[test]
    fn ties_stay_ties_and_the_runner_up_is_behind_them() {
        let ranking = ranked([300_000, 200_500, 250_000, 200_000, 300_000]);
        assert_eq!(ranking.order, [3, 1, 2, 0]);
        assert_eq!(ranking.fastest, [3, 1]);
        assert!((ranking.gap.unwrap() - 0.25).abs() < 1e-9);
        assert!((ranking.to_best[&0].0 - 1.5).abs() < 1e-9);
        assert_eq!(ranking.to_best[&3], (1.0, 1.0, 1.0));
    }

    #[test]
    fn who_left_early_is_still_told_from_the_best() {
        // The last contender left after the first look; a later one turned out to be the best.
        let times = [200_000, 199_000, 201_000, 900_000, 200_000];
        let ranking = ranked_without(3, times, times);
        assert_eq!(ranking.order.last(), Some(&3));
        assert!(!ranking.fastest.contains(&3), "{ranking:?}");
    }

    #[test]
    fn who_left_early_is_not_the_best_because_the_reference_was_slow_then() {
        let early = [400_000, 300_000, 200_000, 500_000, 400_000];
        let late = [250_000, 300_000, 200_000, 500_000, 250_000];
        let ranking = ranked_without(1, early, late);
        assert_eq!(ranking.order, [2, 0, 1, 3], "{ranking:?}");
        assert!((ranking.to_best[&1].0 - 1.5).abs() < 1e-9);
    }

    #[test]
    fn the_baseline_may_be_the_best() {
        let ranking = ranked([200_000, 220_000, 250_000, 300_000, 200_000]);
        assert_eq!((ranking.order, ranking.fastest), (vec![0, 1, 2, 3], vec![0]));
        assert!((ranking.gap.unwrap() - 0.1).abs() < 1e-9);
    }

    #[test]
    fn nobody_is_behind_when_all_are_the_same() {
        let ranking = ranked([200_000; 5]);
        assert_eq!((ranking.fastest.len(), ranking.gap), (4, None));
    }
}
