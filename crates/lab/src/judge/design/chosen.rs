//! Which rules a comparison is judged by: its design in, the rules, the schedule and the setting that follow from it out.

use std::cell::RefCell;

use super::blocks::BlockRules;
use super::launches::{OF_CALLS, OF_PROCESSES};
use super::ranks::{OF_RUNS, OF_TRIALS};
use super::rules::Rules;
use crate::judge::design::exact::exact_lanes;
use crate::judge::design::field::Field;
use crate::judge::design::schedule::{Schedule, may_race};
use crate::judge::design::setting::Setting;
use crate::judge::estimate::race::{Race, needed};
use crate::model::{Block, Design};

/// What a design answers.
pub(crate) fn rules(design: Design) -> &'static dyn Rules {
    match design {
        Design::Blocks => &BlockRules,
        Design::Launches => &OF_CALLS,
        Design::Runs => &OF_RUNS,
        Design::Trials => &OF_TRIALS,
    }
}

impl Field<'_> {
    /// How the comparison is judged.
    pub(crate) fn rules(&self) -> &'static dyn Rules {
        match self.design {
            Design::Launches if self.samples_are_processes => &OF_PROCESSES,
            design => rules(design),
        }
    }
}

impl<'a> Setting<'a> {
    /// `spread`: what launches were seen to differ by in earlier runs.
    pub(crate) fn new(field: &'a Field<'a>, blocks: &'a [&'a Block], spread: Option<f64>) -> Setting<'a> {
        let schedule = schedule(field, blocks);
        let race = schedule.race.map(|needed| Race::of(blocks, field.contest.lanes.len(), needed));
        let exact = exact_lanes(field, blocks);
        Setting { field, blocks, schedule, spread, race, exact, controls: RefCell::default() }
    }
}

/// When a comparison is looked at, and whether it has a race.
pub(crate) fn schedule(field: &Field, blocks: &[&Block]) -> Schedule {
    let schedule = field.rules().schedule(field, blocks);
    // Runs of before had no rounds of a race, and were to be judged by their blocks alone.
    let is_raced = may_race(field) && blocks.iter().any(|block| block.race);
    let race = is_raced.then(|| needed(field.contest.lanes.len(), field.alpha()));
    let control = schedule.control.filter(|_| field.clone.is_some() && !field.contenders.is_empty());
    Schedule { race, control, ..schedule }
}
