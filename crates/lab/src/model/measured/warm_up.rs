//! How a lane came to rest before it was timed, or that it did not.

use serde::{Deserialize, Serialize};

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
