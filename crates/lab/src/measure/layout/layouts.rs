//! Which layout of its program a lane gets in a launch: drawn from the run's seed, so that a resumed run draws the same,
//! and no layout twice in a comparison.

use std::collections::BTreeSet;

use crate::driver::{LAYOUTS, Relinkable};
use crate::measure::lane::{LaidOut, LaneProgram};
use crate::measure::state::OpenLaunch;
use crate::model::{CodeLayout, Contest, Layouts, Role};
use crate::plan::{Dice, shuffled};
use crate::suite::today;

/// What a lane's layouts are drawn by, beside its comparison.
const DRAWN: u64 = 2 << 32;

/// How a lane is laid out in the launch that begins.
pub(crate) fn laid_out(running: &mut OpenLaunch<'_, '_>, lane: usize, entrant: &LaneProgram) -> LaidOut {
    let named = running.named();
    // Each trial begins anew, and is not one of many in a layout.
    let layouts = running.run.plan.layouts.filter(|_| named.trials.is_none());
    let links = match (layouts, &entrant.relinkable) {
        (None, _) | (Some(Layouts::Varied), None) => return (None, None),
        (Some(Layouts::AsBuilt), _) => return (None, Some(CodeLayout::AsBuilt)),
        (_, Some(Relinkable::AtRunTime)) => return (None, Some(CodeLayout::AtRunTime)),
        (_, Some(Relinkable::No(why))) => return (None, Some(CodeLayout::Fixed { why: why.clone() })),
        (_, Some(Relinkable::Yes(links))) => links,
    };
    let dice = running.run.dice.fork(running.contest as u64).fork(DRAWN + running.comparison as u64);
    // Those that have come to their end: a resumed run begins the one anew that was cut off.
    let launches: BTreeSet<u32> = running.past().blocks.iter().map(|block| block.launch).collect();
    let seed = drawn(&dice, drawn_with(named, lane), launches.len());
    match links.program(&entrant.program, seed, &running.run.around.cores) {
        Ok(program) => {
            let layout = CodeLayout::Linked { seed, aligned: links.aligned, shared: links.shared.clone() };
            (Some(program), Some(layout))
        }
        Err(why) => (None, Some(CodeLayout::Fixed { why })),
    }
}

/// The seed of a comparison's launch, counted from 0: 0 itself means no shuffling to some linkers. A comparison that is
/// still undecided after as many launches as there are layouts gets new ones: the same layout twice is one observation.
fn drawn(dice: &Dice, lane: usize, launch: usize) -> u32 {
    let order = shuffled(LAYOUTS as usize, &mut dice.fork(lane as u64));
    order.get(launch).copied().unwrap_or(launch) as u32 + 1
}

/// The lane by which a lane's layouts are drawn: an implementation and what it was earlier get the same, so that what did
/// not change lies alike where it can. The A/A control has layouts of its own, but beside versions: there it shows what is left
/// where layouts are the same. In a self-test of versions today's has layouts of its own.
fn drawn_with(contest: &Contest, lane: usize) -> usize {
    let has_own = |role: Role| match &contest.revised {
        None => role == Role::Clone,
        Some(revised) => revised.is_self_test() && role == Role::Contender,
    };
    let of = |lane: usize| {
        let lane = &contest.lanes[lane];
        (today(&lane.implementation), has_own(lane.role))
    };
    (0..lane).find(|&other| of(other) == of(lane)).unwrap_or(lane)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CodeChange, ImplementationId, Lane, Revised, Throughput};
    use crate::suite::earlier;

    #[test]
    fn no_layout_comes_twice() {
        let dice = Dice::new(7);
        let first: Vec<u32> = (0..LAYOUTS as usize).map(|launch| drawn(&dice, 0, launch)).collect();
        let all: BTreeSet<u32> = first.iter().copied().collect();
        assert_eq!((all.len(), all.first(), all.last()), (LAYOUTS as usize, Some(&1), Some(&LAYOUTS)));
        // Further ones are linked for who needs them.
        let more: Vec<u32> = (16..19).map(|launch| drawn(&dice, 0, launch)).collect();
        assert_eq!(more, [17, 18, 19]);
        // Drawing is by number and not by turn: a resumed run draws on where it was cut off.
        assert_eq!(drawn(&Dice::new(7), 0, 5), first[5]);
        assert_ne!((0..LAYOUTS as usize).map(|launch| drawn(&dice, 1, launch)).collect::<Vec<u32>>(), first);
    }

    #[test]
    fn both_sides_of_a_change_get_the_same_and_nobody_else_does() {
        let commit = "0123456789abcdef0123456789abcdef01234567";
        for now in ["c.one", "c.one@gcc-o3"] {
            let now: ImplementationId = now.parse().unwrap();
            let before = earlier(&now, commit);
            assert_eq!((today(&before), today(&now)), (now.clone(), now.clone()));
            let lanes = vec![
                Lane::new(before.clone(), Role::Baseline),
                Lane::new(now, Role::Contender),
                Lane::new("c.other".parse().unwrap(), Role::Contender),
                Lane::new(before, Role::Clone),
            ];
            let contest = Contest::new("demo", "job", Throughput::of("byte"), lanes, Vec::new());
            assert_eq!([0, 1, 2, 3].map(|lane| drawn_with(&contest, lane)), [0, 0, 2, 3]);
            let change = CodeChange::because("its code changed");
            let of_versions = Contest { revised: Some(Revised { revision: "main".into(), change }), ..contest };
            assert_eq!([0, 1, 2, 3].map(|lane| drawn_with(&of_versions, lane)), [0, 0, 2, 0]);
            let change = CodeChange::SelfTest;
            let tested = Contest { revised: Some(Revised { revision: "HEAD".into(), change }), ..of_versions };
            assert_eq!([0, 1, 3].map(|lane| drawn_with(&tested, lane)), [0, 1, 0]);
        }
    }
}
