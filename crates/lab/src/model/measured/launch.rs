//! One life of the processes of a comparison, and what each of them said at its start.

use serde::{Deserialize, Serialize};

use crate::model::measured::layout::CodeLayout;

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
    #[serde(default)]
    pub protocol: Option<u32>,
    /// From the start of the process to `ready`.
    pub start_ns: u64,
    /// Cost of a call before any work is done.
    pub empty_call_ns: f64,
    /// Median of a request for one empty call with its reply; runs of older versions do not have it.
    #[serde(default)]
    pub round_trip_ns: Option<f64>,
    /// Digest of the program's file.
    pub artefact: String,
    /// Digest of the machine code in it, where it has some; runs of older versions do not have it.
    #[serde(default)]
    pub code: Option<String>,
    /// How its code lay; runs of older versions do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layout: Option<CodeLayout>,
}
