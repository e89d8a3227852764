//! From samples to what may be said: estimates, verdicts, the decision to stop.
//!
//! Reading order: a block becomes a value, a pair of lanes an estimate, an estimate a verdict, a
//! look judges all lanes, and deciding asks for more or stops. Nothing here measures or prints.

mod block_value;
mod by_launch;
mod pair;
mod race;
mod resources;
mod rule;
mod spending;
mod spread;
mod design;
mod field;
mod exact;
mod same_code;
mod schedule;
mod look;
mod ranking;
mod runners;
mod settled;
mod budgets;
mod control;
mod decide;
mod live;
mod usable;
mod failures;
mod times;
mod over_time;
mod outcomes;
mod meanwhile;
mod caveats;
mod around;
mod comparison;
mod phrase;
mod leaders;
mod answer;
mod brackets;
mod crossovers;
mod effects;
mod choice;
mod answer_by_metric;
mod answer_by_effect;
mod changes;
mod imported;
mod findings;
mod growth;
mod over_machines;
mod by_size;
mod shift;
mod shifts;
mod lost;
mod across;
mod history;

#[cfg(test)]
mod stage;
#[cfg(test)]
mod simulated;
#[cfg(test)]
mod simulation;
#[cfg(test)]
mod made_up_machine;
#[cfg(test)]
mod held_to_truth;
#[cfg(test)]
mod simulation_of_answers;
#[cfg(test)]
mod crossing_simulation;
#[cfg(test)]
mod simulation_of_trials;

pub use across::across;
pub use answer::{ShownRow, ShownTable, read_answer, refuted, shown_tables};
pub use crossovers::further;
pub use decide::Judge;
pub use findings::findings;
pub use history::{level_changes, of_one_measure, past};
pub use spread::{Spreads, stored_spread};
