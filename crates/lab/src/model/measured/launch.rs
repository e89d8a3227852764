//! One life of the processes of a comparison: what each of them said at its start, where its code lay, and how it came
//! to rest before it was timed.

use serde::{Deserialize, Serialize};

/// One life of the processes of a contest, for one of its comparisons; in runs of older versions, for all of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Launch {
    pub contest: usize,
    /// Counted over the contest.
    pub launch: u32,
    /// By lane; `None` where the lane could not be started, or was not because it takes no part any more.
    pub lanes: Vec<Option<LaneStart>>,
}

/// What one driver process said at its start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LaneStart {
    pub language: String,
    pub runtime: String,
    pub clock: String,
    pub resolution_ns: u64,
    /// Version of the protocol that its driver speaks; runs of older versions do not have it.
    pub protocol: Option<u32>,
    /// From the start of the process to `ready`.
    pub start_ns: u64,
    /// Cost of a call before any work is done.
    pub empty_call_ns: f64,
    /// Median of a request for one empty call with its reply; runs of older versions do not have it.
    pub round_trip_ns: Option<f64>,
    /// Digest of the program's file.
    pub artefact: String,
    /// Digest of the machine code in it, where it has some; runs of older versions do not have it.
    pub code: Option<String>,
    /// How its code lay; runs of older versions do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<CodeLayout>,
}

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
        if let CodeLayout::Linked { seed, .. } = self { Some(*seed) } else { None }
    }
}

/// What an implementation took in one launch.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LaunchTime {
    /// Its number in the contest.
    pub launch: u32,
    /// By what its code was shuffled, where it was.
    pub seed: Option<u32>,
    /// Nanoseconds a call, the median of its samples.
    pub time_ns: f64,
}

/// What became of a warm-up: the classes of Barrett et al., "Virtual Machine Warmup Blows Hot and Cold",
/// 2017, and one for what was not seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Course {
    /// Its samples were alike from the first.
    Flat,
    /// It became faster, and stayed so.
    Warmed,
    /// It ended slower than it had been on the way, and stayed so.
    Slowed,
    /// It was still changing when the time for warming up was over.
    NeverSettled,
    /// Too little was seen in the time for warming up.
    Unwatched,
}

/// The warm-up of one lane for one comparison in one launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WarmUp {
    pub course: Course,
    /// Whether its runtime compiles while it runs, so that it was watched for longer.
    pub compiles: bool,
    /// Calls until it was at rest, and their wall nanoseconds; all of them where it never was.
    pub calls: u64,
    pub wall_ns: u64,
    /// How far its last level lay above its lowest, as a logarithm: 0 where it did not become slower.
    pub slowed: f64,
    /// Calls and wall nanoseconds of each sample that was watched, in order; none of them counts.
    pub samples: Vec<(u64, u64)>,
}
