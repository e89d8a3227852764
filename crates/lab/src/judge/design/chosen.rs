//! Which rules a comparison is judged by: its design in, the rules and the schedule that follows from them out.

use super::blocks::BlockRules;
use super::launches::{OF_CALLS, OF_PROCESSES};
use super::rules::Rules;
use super::runs::RunRules;
use super::trials::TrialRules;
use crate::judge::design::field::Field;
use crate::judge::design::schedule::{Schedule, has_race};
use crate::judge::design::setting::Setting;
use crate::judge::estimate::race;
use crate::model::{Block, Design, Plan};

/// What a design answers.
pub(crate) fn rules(design: Design) -> &'static dyn Rules {
    match design {
        Design::Blocks => &BlockRules,
        Design::Launches => &OF_CALLS,
        Design::Runs => &RunRules,
        Design::Trials => &TrialRules,
    }
}

impl Field {
    /// How the comparison is judged.
    pub(crate) fn rules(&self) -> &'static dyn Rules {
        match self.design {
            Design::Launches if self.samples_are_processes => &OF_PROCESSES,
            design => rules(design),
        }
    }
}

impl Setting<'_> {
    /// How the comparison is judged.
    pub(crate) fn rules(&self) -> &'static dyn Rules {
        self.field.rules()
    }
}

/// When a comparison is looked at, and whether it has a race.
pub(crate) fn schedule(plan: &Plan, field: &Field, blocks: &[&Block]) -> Schedule {
    let schedule = field.rules().schedule(plan, field, blocks);
    let race = has_race(plan, field, blocks).then(|| race::needed(field.lanes, field.alpha_of(plan)));
    let control = schedule.control.filter(|_| field.clone.is_some() && !field.contenders.is_empty());
    Schedule { race, control, ..schedule }
}
