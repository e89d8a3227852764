//! How the comparisons of a benchmark are measured and judged: which unit is counted, and so what a verdict is true of.
//!
//! What a user asks for is a `Mode`; which design that gives a benchmark depends on what takes part in it too.

use serde::{Deserialize, Serialize};

/// A statistical design, named by the unit that it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Design {
    /// Blocks of one launch: true of that launch only. For programs that take long to start or to warm up.
    Blocks,
    /// Launches, five at least: true of the programs.
    Launches,
    /// Runs of whole commands, each a launch of its own: true of the programs.
    Runs,
    /// A few trials of one call each, decided by what the driver tells of them: true of the programs.
    Trials,
}

impl Design {
    /// Whether a block counts whatever became of the launch that it was measured in.
    pub fn counts_every_block(self) -> bool {
        matches!(self, Design::Runs | Design::Trials)
    }
}
