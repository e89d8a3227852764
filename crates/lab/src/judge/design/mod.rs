//! How a comparison is judged: one file for each design, but one for the two of ranks, and what each has to
//! answer.
//!
//! Which unit is counted decides the rest: what the estimate and its interval are made of, what the A/A control may add
//! to it, and when measuring may stop.

pub(super) mod field;
pub(super) mod exact;
pub(super) mod schedule;
pub(super) mod setting;
pub(super) mod budgets;
mod rules;
mod blocks;
mod launches;
mod ranks;
mod chosen;

pub(crate) use chosen::{rules, schedule};
pub(crate) use rules::{NextStep, Then};
