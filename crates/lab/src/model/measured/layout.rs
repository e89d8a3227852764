//! Where a program's code lies: whether launches differ in it, and what it was in one of them.

use serde::{Deserialize, Serialize};

/// What a run does about the luck of where code lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layouts {
    /// Each launch has another link of the same objects, where a toolchain can do that.
    Varied,
    /// The one program that its build left, in every launch.
    AsBuilt,
}

/// What a process's code lay like in one launch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum CodeLayout {
    /// As its build left it, because that was asked for.
    AsBuilt,
    /// As a linker shuffled it by this seed.
    Linked {
        seed: u32,
        /// Whether functions and blocks begin at round addresses, which damps what a layout can do.
        aligned: bool,
        /// Libraries that the program loads, whose code lies where it lies in every launch; the system's own are not
        /// among them.
        shared: Vec<String>,
    },
    /// A compiler at run time places its code anew whenever it starts.
    AtRunTime,
    /// It should have been another one in each launch, and cannot be.
    Fixed { why: String },
}

impl CodeLayout {
    /// By what it was shuffled.
    pub fn seed(&self) -> Option<u32> {
        match self {
            CodeLayout::Linked { seed, .. } => Some(*seed),
            CodeLayout::AsBuilt | CodeLayout::AtRunTime | CodeLayout::Fixed { .. } => None,
        }
    }
}

/// What an implementation took in one launch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaunchTime {
    /// Its number in the contest.
    pub launch: u32,
    /// By what its code was shuffled, where it was.
    pub seed: Option<u32>,
    /// Nanoseconds a call, the median of its samples.
    pub time_ns: f64,
}
