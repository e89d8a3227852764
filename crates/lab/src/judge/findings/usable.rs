//! Which blocks of a stored run a verdict may rest on.

use std::collections::BTreeSet;

use crate::judge::design::rules;
use crate::model::{Block, Event, Run, StopReason};

/// The blocks of one comparison.
#[derive(Clone, Debug)]
pub(crate) struct Usable<'a> {
    pub(crate) blocks: Vec<&'a Block>,
    /// Blocks that are kept and not used: their launch was interrupted and made anew.
    pub(crate) left_out: usize,
}

/// Blocks of launches that were interrupted are left out, unless the comparison had come to its end in
/// them; where all is of one launch only the last one counts, and where every run is a launch of its own, every block.
pub(crate) fn usable(run: &Run, contest: usize, comparison: usize) -> Usable<'_> {
    let interrupted = interrupted_launches(&run.events, contest, comparison);
    let all: Vec<&Block> = run.blocks_of((contest, comparison)).collect();
    let whole = all.iter().copied().filter(|block| !interrupted.contains(&block.launch));
    let design = run.plan.design(contest);
    let blocks: Vec<&Block> = if design.counts_every_block() {
        all.clone()
    } else if rules(design).is_of_one_launch() {
        let last = whole.clone().map(|block| block.launch).max();
        whole.filter(|block| Some(block.launch) == last).collect()
    } else {
        whole.collect()
    };
    Usable { left_out: all.len() - blocks.len(), blocks }
}

/// Launches of a contest that never ended and after which the run was resumed.
fn interrupted_launches(events: &[Event], contest: usize, comparison: usize) -> BTreeSet<u32> {
    let (mut open, mut interrupted) = (BTreeSet::new(), BTreeSet::new());
    for event in events {
        match event {
            Event::LaunchBegan(launch) if launch.contest == contest => {
                open.insert(launch.launch);
            }
            Event::LaunchEnded { contest: of, launch, .. } if *of == contest => {
                open.remove(launch);
            }
            Event::Stopped { contest: of, comparison: stopped, launch, reason }
                if *of == contest && *stopped == comparison && *reason != StopReason::Interrupted =>
            {
                open.remove(launch);
            }
            Event::Resumed => interrupted.append(&mut open),
            _ => {}
        }
    }
    interrupted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, flat_block, launch_began, launch_ended, plan, run_of};
    use crate::model::Mode;

    fn two_launches(mode: Mode, events: Vec<Event>) -> Run {
        let blocks = [0, 0, 1, 1].into_iter().map(|launch| flat_block(launch, 0, &[100; 3], 4)).collect();
        run_of(plan(mode, contest(1)), blocks, events)
    }

    fn kept(run: &Run) -> (Vec<u32>, usize) {
        let usable = usable(run, 0, 0);
        (usable.blocks.iter().map(|block| block.launch).collect(), usable.left_out)
    }

    #[test]
    fn ended_launches_count() {
        let events = vec![launch_began(0), launch_ended(0), launch_began(1), launch_ended(1)];
        assert_eq!(kept(&two_launches(Mode::Standard, events)), (vec![0, 0, 1, 1], 0));
    }

    #[test]
    fn an_interrupted_launch_that_was_made_anew_does_not() {
        let events = vec![launch_began(0), Event::Resumed, launch_began(1), launch_ended(1)];
        assert_eq!(kept(&two_launches(Mode::Standard, events)), (vec![1, 1], 2));
    }

    #[test]
    fn a_launch_under_way_counts_until_it_is_made_anew() {
        let events = vec![launch_began(0), launch_ended(0), launch_began(1)];
        assert_eq!(kept(&two_launches(Mode::Standard, events)), (vec![0, 0, 1, 1], 0));
    }

    #[test]
    fn a_comparison_that_had_stopped_is_not_touched_by_the_interruption_after_it() {
        let stopped = Event::Stopped { contest: 0, comparison: 0, launch: 1, reason: StopReason::Certain };
        let events = vec![launch_began(0), launch_ended(0), launch_began(1), stopped, Event::Resumed];
        assert_eq!(kept(&two_launches(Mode::Standard, events)), (vec![0, 0, 1, 1], 0));
    }

    #[test]
    fn quick_mode_is_of_one_launch() {
        let events = vec![launch_began(0), launch_ended(0), launch_began(1), launch_ended(1)];
        assert_eq!(kept(&two_launches(Mode::Quick, events)), (vec![1, 1], 2));
    }
}
