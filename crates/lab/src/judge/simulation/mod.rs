//! Made-up machines whose truth is known, to which judging is held.

pub(super) mod stage;
pub(super) mod simulated;
pub(super) mod made_up_machine;
pub(super) mod held_to_truth;
pub(super) mod verdict_world;
pub(super) mod of_verdicts;
pub(super) mod of_answers;
pub(super) mod of_crossings;
pub(super) mod of_self_tests;
pub(super) mod of_trials;
