//! The findings of a benchmark in, the answer in one or two sentences out.
//!
//! Reading order: what is said of one comparison is a claim; a claim over some comparisons is a clause; clauses are
//! written, and tests read back what was written. Nothing here judges: all is read from how rows stand.

pub(crate) mod phrase;
pub(crate) mod choice;
pub(crate) mod by_metric;
pub(crate) mod by_effect;
mod claim;
mod clause;
mod over_sizes;
mod by_time;
mod versus;
#[cfg(test)]
mod tests;

pub(crate) use by_time::{answer, chosen_answer, emulated_answer, failures, same_code_answer};
pub(crate) use claim::Claim;
#[cfg(test)]
pub(crate) use tests::{refuted, shown_tables, tables_of};
