//! From samples to what may be said: estimates, verdicts, the decision to stop.
//!
//! Reading order: a block becomes a value, a pair of lanes an estimate, an estimate a verdict, a
//! look judges all lanes, and deciding asks for more or stops. Nothing here measures or prints.

mod block_value;
mod pair;
mod resources;
mod rule;
mod spread;
mod field;
mod schedule;
mod look;
mod decide;
mod usable;
mod failures;
mod times;
mod over_time;
mod outcomes;
mod holm;
mod ranking;
mod meanwhile;
mod caveats;
mod around;
mod comparison;
mod phrase;
mod leaders;
mod versus;
mod answer_by_size;
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
mod simulation;
#[cfg(test)]
mod crossing_simulation;
#[cfg(test)]
mod simulation_of_trials;

pub use across::across;
pub use crossovers::further;
pub use decide::Judge;
pub use findings::findings;
pub use history::{level_changes, of_one_measure, past};
pub use spread::{Spreads, stored_spread};
