//! From samples to what may be said: estimates, verdicts, the decision to stop.
//!
//! Reading order: blocks become an estimate; a design says what is counted and when it is analysed; an analysis decides
//! and asks for more, or stops; all of it together is the findings of a run. Nothing here measures or prints.

mod estimate;
mod design;
mod decide;
mod caveats;
mod crossover;
mod findings;
mod compare;

#[cfg(test)]
mod simulation;

pub use compare::history::{level_changes, of_one_measure, past};
pub use compare::runs::compare_runs;
pub use crossover::crossovers::further;
pub use decide::next::Judge;
pub use estimate::spread::{Spreads, stored_spread};
pub use findings::of_run::findings;
pub use findings::self_test::self_test;
