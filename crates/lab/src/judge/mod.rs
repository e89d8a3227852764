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
mod holm;
mod ranking;
mod meanwhile;
mod caveats;
mod around;
mod comparison;
mod phrase;
mod leaders;
mod versus;
mod answer;
mod changes;
mod findings;

#[cfg(test)]
mod stage;
#[cfg(test)]
mod simulation;

pub use decide::Judge;
pub use findings::findings;
pub use spread::{Spreads, stored_spread};
