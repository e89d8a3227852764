//! A change of lead on one machine: what is said of it, and where on an axis of sizes pens mark it.

use serde::Serialize;

use crate::model::{ContestFinding, Crossover, Params};
use crate::report::text::crossovers::{crossover_line, crossover_span};
use crate::words::paragraph::clean;

/// Two implementations whose order changes between two sizes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lead {
    pub machine: usize,
    /// As a panel has them.
    pub params: String,
    pub text: String,
    /// The sizes that enclose it; `None` where the order was not found to change after all.
    pub span: Option<[u64; 2]>,
}

impl Lead {
    pub(super) fn of(contest: &ContestFinding, one: &Crossover, machine: usize) -> Lead {
        Lead {
            machine,
            params: params_alone(&one.params),
            text: crossover_line(contest, one),
            span: crossover_span(one),
        }
    }
}

/// `level 6, mode fast`; empty without any.
pub(super) fn params_alone(params: &Params) -> String {
    let each: Vec<String> = params.iter().map(|(name, value)| format!("{name} {value}")).collect();
    clean(&each.join(", "))
}
