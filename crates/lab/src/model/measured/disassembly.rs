//! The machine code in which a program spends its time, for people to read.

use serde::{Deserialize, Serialize};

use crate::model::found::resource::OrUnknown;

/// The innermost loops of a function, or why they cannot be had.
pub type Disassembly = OrUnknown<InnerLoops>;

/// Every loop of a function that holds no other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InnerLoops {
    /// As its source names it.
    pub function: String,
    /// An instruction a line, after its place in the function, in hexadecimal; jumps name the place that they go to.
    pub loops: Vec<Vec<String>>,
    /// Loops that are not here, for they were too many or too long.
    pub left_out: usize,
}
