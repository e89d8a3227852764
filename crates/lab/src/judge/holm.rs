//! Holm's step-down (Holm, "A Simple Sequentially Rejective Multiple Test Procedure", 1979), used
//! on the final flags only: what pairs that were found to differ no longer need of alpha, the
//! undecided ones may use.

use std::collections::BTreeMap;

use super::look::{Judgement, Setting};
use crate::model::Verdict;

/// Turns verdicts of not enough data into faster or slower where the freed alpha allows it. Never
/// into the same: a pair that differs can still be wrongly called that, so it frees nothing there.
pub(crate) fn step_down(setting: &Setting<'_>, judgements: &mut BTreeMap<usize, Judgement>) {
    let (reference, family) = (setting.field.reference, setting.field.family);
    loop {
        let differing = setting.field.contenders.iter().filter(|lane| differs(judgements, **lane)).count();
        let more = family as f64 / family.saturating_sub(differing).max(1) as f64;
        let mut promoted = false;
        for lane in &setting.field.contenders {
            let undecided = judgements.get(lane).is_some_and(|j| matches!(j.verdict, Verdict::NotEnough { .. }));
            let again =
                if undecided { setting.judge(reference, *lane, setting.share(reference, *lane) * more) } else { None };
            if let Some(again) = again.filter(|again| is_difference(&again.verdict)) {
                judgements.insert(*lane, again);
                promoted = true;
            }
        }
        if !promoted {
            return;
        }
    }
}

fn differs(judgements: &BTreeMap<usize, Judgement>, lane: usize) -> bool {
    judgements.get(&lane).is_some_and(|judgement| is_difference(&judgement.verdict))
}

fn is_difference(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Faster { .. } | Verdict::Slower { .. })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::field::Field;
    use crate::judge::schedule::Schedule;
    use crate::judge::stage::{contest, flat_block, plan};
    use crate::model::{Block, Mode};

    /// Sixteen blocks; lane 1 is far slower, lane 2 slower in all but one block.
    fn judged(first: u64) -> Verdict {
        let plan = crate::model::Plan { alpha: 0.001, rounds: Some(64), ..plan(Mode::Quick, contest(2)) };
        let field = Field::of(&plan.contests[0], &[]).unwrap();
        let second = |index: u32| if index == 0 { 190_000 } else { 230_000 };
        let blocks: Vec<Block> =
            (0..16).map(|index| flat_block(0, index, &[200_000, first, second(index), 200_000], 4)).collect();
        let blocks: Vec<&Block> = blocks.iter().collect();
        let schedule = Schedule::of(&plan, &field, &blocks);
        let setting = Setting {
            plan: &plan,
            field: &field,
            blocks: &blocks,
            schedule: &schedule,
            empty_call_ns: &[],
            spread: None,
        };
        let lanes = [1, 2].into_iter();
        let mut judgements = lanes.map(|lane| (lane, setting.against_reference(lane).unwrap())).collect();
        step_down(&setting, &mut judgements);
        judgements[&2].verdict.clone()
    }

    #[test]
    fn a_decided_pair_leaves_its_share_to_the_next() {
        // With half of 0.1 % only the extremes of 16 enclose the median; with all of it the
        // second smallest does, which is above 0.
        assert_eq!(judged(260_000).word(), "slower");
        assert_eq!(judged(200_000).word(), "not-enough");
    }
}
