//! What is known of one comparison when it is looked at: who stands against whom, the blocks that may be used
//! and the schedule. Nothing is judged here.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::judge::design::field::Field;
use crate::judge::design::schedule::Schedule;
use crate::judge::estimate::block_value::Rounds;
use crate::judge::estimate::pair::Pair;
use crate::judge::estimate::race::{Proof, Race};
use crate::model::{Block, Interval};

/// What all interim analyses of one comparison have in common.
#[derive(Clone, Debug)]
pub(crate) struct Setting<'a> {
    pub(crate) field: &'a Field<'a>,
    /// Blocks that may be used, those of the race among them.
    pub(crate) blocks: &'a [&'a Block],
    pub(crate) schedule: Schedule,
    /// The stored launch-to-launch spread, which one launch needs.
    pub(crate) spread: Option<f64>,
    /// Where there is a race.
    pub(crate) race: Option<Race<'a>>,
    /// By lane, whether its trials are held to be without noise; nobody's where time decides.
    pub(crate) exact: Vec<bool>,
    /// Where the A/A control lies beside the baseline, by the balanced blocks that are taken: most pairs have the same.
    pub(crate) controls: RefCell<BTreeMap<Vec<bool>, Interval>>,
}

impl Setting<'_> {
    /// Balanced blocks: those of the race, and those of the control, are no part of the unit that is counted.
    pub(crate) fn balanced(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter().copied().filter(|block| !block.race && !self.is_of_control(block))
    }

    /// Blocks of the A/A control.
    pub(crate) fn of_control(&self) -> impl Iterator<Item = &Block> {
        self.blocks.iter().copied().filter(|block| self.is_of_control(block))
    }

    /// Whether nobody but the reference and the A/A control took part in a block, although there are others. Where the
    /// control has no blocks of its own it takes part in those of the others, and such a block says only that they have
    /// left.
    pub(crate) fn is_of_control(&self, block: &Block) -> bool {
        let Field { contenders, clone, .. } = self.field;
        self.schedule.control.is_some()
            && !block.race
            && !contenders.is_empty()
            && clone.is_some_and(|clone| block.has_part(clone))
            && !contenders.iter().any(|lane| block.has_part(*lane))
    }

    /// How many balanced blocks each launch has, whoever took part.
    pub(crate) fn blocks_by_launch(&self) -> BTreeMap<u32, usize> {
        let mut blocks: BTreeMap<u32, usize> = BTreeMap::new();
        self.balanced().for_each(|block| *blocks.entry(block.launch).or_default() += 1);
        blocks
    }

    /// What few samples prove of two lanes, where there is a race.
    pub(crate) fn proof(&self, base: usize, other: usize) -> Option<Proof> {
        self.race.as_ref()?.proof(base, other)
    }

    pub(crate) fn pair(&self, base: usize, other: usize) -> Pair {
        self.pair_in(self.blocks.iter().copied().filter(|block| !block.race), base, other)
    }

    pub(crate) fn pair_in<'b>(&self, blocks: impl IntoIterator<Item = &'b Block>, base: usize, other: usize) -> Pair {
        let of_control = [base, other].iter().any(|lane| Some(*lane) == self.field.clone);
        let per_launch = self.schedule.control.filter(|_| of_control).map_or(usize::MAX, |control| control.count);
        match &self.field.contest.trials {
            Some(trials) => {
                let exact = [base, other].iter().all(|lane| self.exact.get(*lane).copied().unwrap_or(false));
                // A block is one trial of each.
                let cost = |block: &Block, lane: usize| Some(vec![trials.cost(block, lane)?]);
                Pair::of_rounds(blocks, 1, exact, |block| {
                    Some(Rounds { base: cost(block, base)?, other: cost(block, other)? })
                })
            }
            None => Pair::new(blocks, base, other, per_launch.min(self.schedule.per_launch)),
        }
    }
}
