//! A doubt that a reader must see beside a number, as values; the room `words` makes a sentence of it.

use serde::{Deserialize, Serialize};

use crate::model::cell::ImplementationId;

/// One doubt about one row, or about a whole comparison.
///
/// Changes and distances are shares: 0.1 is a tenth more. In JSON, `name` says which doubt it is; names never change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Caveat {
    AsBuilt,
    /// `joined`: blocks that are one observation.
    Autocorrelated {
        joined: usize,
    },
    Bimodal {
        apart: f64,
        share_slower: f64,
    },
    BusyMachine {
        machine_cores: u32,
        /// When the run began.
        load_average: Option<f64>,
        /// Cores that others kept busy while it went on, and the share of the measuring core.
        other_cores: Option<f64>,
        measuring_core: Option<f64>,
        /// Processes with the cores that they kept busy.
        busiest: Vec<(String, f64)>,
    },
    BusySibling {
        share: f64,
    },
    /// Processor time over wall time.
    CpuAboveWall {
        times: f64,
    },
    CpuBelowWall {
        share: f64,
    },
    /// `between`: whoever lies between the two, the first of `lie_between`; nobody: the baseline does.
    DependsOnBuild {
        faster: ImplementationId,
        slower: ImplementationId,
        between: Option<ImplementationId>,
        lie_between: usize,
    },
    Drift {
        change: f64,
    },
    Emulated {
        processor: String,
    },
    ExitCode {
        least: f64,
        most: f64,
    },
    FixedLayout {
        why: String,
    },
    FloorAndTypicalDisagree {
        fastest: f64,
        median: f64,
    },
    FrequencyChanged {
        least_hz: f64,
        most_hz: f64,
    },
    FromStorage {
        requested_bytes: f64,
        read_bytes: f64,
    },
    Governor {
        governor: String,
    },
    /// `twin`: whose machine code is the same.
    IdenticalCode {
        twin: ImplementationId,
    },
    InterruptedLaunch {
        blocks: usize,
    },
    /// Of the row's own launches where nobody is named, of the reference's, or of one of two.
    LayoutLuck {
        implementation: Option<String>,
        reference: Option<String>,
        apart: f64,
        within: f64,
    },
    LearntInput {
        longer: f64,
    },
    LeftBehind {
        processes: f64,
    },
    LuckyBuild {
        change: f64,
        layouts: usize,
    },
    MostlyUntimed {
        share: f64,
    },
    MuchMemory {
        peak_bytes: f64,
        machine_bytes: f64,
    },
    NeverSettled {
        launches: usize,
        of: usize,
        calls: u64,
        wall_ns: u64,
    },
    NoAudit,
    /// `size`: the smaller one, at which it took as long.
    NoGrowth {
        size: String,
    },
    NoNoiseFloor,
    NoiseAboveDifference {
        noise: f64,
    },
    /// Two values of one metric, as amounts.
    NotExact {
        metric: String,
        one: String,
        other: String,
    },
    OnBattery {
        battery_percent: Option<f64>,
    },
    /// `spread`: what launches were seen to differ by.
    OneLaunch {
        spread: Option<f64>,
    },
    /// As the check that found it says.
    OtherAnswer {
        text: String,
    },
    /// `read_bytes`: what came from storage; nothing where that is not known, with the reason.
    PageCache {
        requested_bytes: f64,
        read_bytes: Option<f64>,
        unknown: Option<String>,
    },
    Prints {
        bytes: f64,
        bytes_per_call: f64,
    },
    Remembers {
        longer: f64,
    },
    SharedLibrary {
        libraries: Vec<String>,
    },
    ShortSample {
        steps: f64,
        resolution_ns: u64,
    },
    SimulatedProcessor,
    SlowedDown {
        launches: usize,
        of: usize,
        slower: f64,
    },
    StartCost {
        start_ns: f64,
        share: f64,
    },
    StartsThreads {
        threads: f64,
        pinned: bool,
    },
    Steal {
        share: f64,
    },
    /// Nanoseconds by name, such as `median`.
    SummaryOnly {
        summary: Vec<(String, f64)>,
    },
    Suspended {
        times: usize,
        seconds: f64,
    },
    Temperature {
        sensor: String,
        first_degrees: f64,
        most_degrees: f64,
    },
    Throttled {
        times: u64,
    },
    Unpaired {
        tool: String,
    },
    Unresolved {
        margin: f64,
        half_width: f64,
        launches: usize,
    },
    Unsteady {
        launches: usize,
        of: usize,
        change: f64,
    },
    UnwatchedWarmUp {
        launches: usize,
        of: usize,
        calls: u64,
        wall_ns: u64,
    },
    /// Shares of time: off the processor, and with somebody waiting for the same core or for some core.
    Waited {
        share: f64,
        waiting: f64,
        same_core: bool,
    },
}

impl Caveat {
    /// A short name that does not change: `one-launch`, `drift`, `short-sample`.
    pub fn name(&self) -> &'static str {
        match self {
            Caveat::AsBuilt => "as-built",
            Caveat::Autocorrelated { .. } => "autocorrelated",
            Caveat::Bimodal { .. } => "bimodal",
            Caveat::BusyMachine { .. } => "busy-machine",
            Caveat::BusySibling { .. } => "busy-sibling",
            Caveat::CpuAboveWall { .. } => "cpu-above-wall",
            Caveat::CpuBelowWall { .. } => "cpu-below-wall",
            Caveat::DependsOnBuild { .. } => "depends-on-build",
            Caveat::Drift { .. } => "drift",
            Caveat::Emulated { .. } => "emulated",
            Caveat::ExitCode { .. } => "exit-code",
            Caveat::FixedLayout { .. } => "fixed-layout",
            Caveat::FloorAndTypicalDisagree { .. } => "floor-and-typical-disagree",
            Caveat::FrequencyChanged { .. } => "frequency-changed",
            Caveat::FromStorage { .. } => "from-storage",
            Caveat::Governor { .. } => "governor",
            Caveat::IdenticalCode { .. } => "identical-code",
            Caveat::InterruptedLaunch { .. } => "interrupted-launch",
            Caveat::LayoutLuck { .. } => "layout-luck",
            Caveat::LearntInput { .. } => "learnt-input",
            Caveat::LeftBehind { .. } => "left-behind",
            Caveat::LuckyBuild { .. } => "lucky-build",
            Caveat::MostlyUntimed { .. } => "mostly-untimed",
            Caveat::MuchMemory { .. } => "much-memory",
            Caveat::NeverSettled { .. } => "never-settled",
            Caveat::NoAudit => "no-audit",
            Caveat::NoGrowth { .. } => "no-growth",
            Caveat::NoNoiseFloor => "no-noise-floor",
            Caveat::NoiseAboveDifference { .. } => "noise-above-difference",
            Caveat::NotExact { .. } => "not-exact",
            Caveat::OnBattery { .. } => "on-battery",
            Caveat::OneLaunch { .. } => "one-launch",
            Caveat::OtherAnswer { .. } => "other-answer",
            Caveat::PageCache { .. } => "page-cache",
            Caveat::Prints { .. } => "prints",
            Caveat::Remembers { .. } => "remembers",
            Caveat::SharedLibrary { .. } => "shared-library",
            Caveat::ShortSample { .. } => "short-sample",
            Caveat::SimulatedProcessor => "simulated-processor",
            Caveat::SlowedDown { .. } => "slowed-down",
            Caveat::StartCost { .. } => "start-cost",
            Caveat::StartsThreads { .. } => "starts-threads",
            Caveat::Steal { .. } => "steal",
            Caveat::SummaryOnly { .. } => "summary-only",
            Caveat::Suspended { .. } => "suspended",
            Caveat::Temperature { .. } => "temperature",
            Caveat::Throttled { .. } => "throttled",
            Caveat::Unpaired { .. } => "unpaired",
            Caveat::Unresolved { .. } => "unresolved",
            Caveat::Unsteady { .. } => "unsteady",
            Caveat::UnwatchedWarmUp { .. } => "unwatched-warm-up",
            Caveat::Waited { .. } => "waited",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const DOCUMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md"));
    const SOURCE: &str = include_str!("caveat.rs");

    #[test]
    fn the_document_lists_them_all() {
        let names = SOURCE.split("fn name(&self)").nth(1).unwrap().split("mod tests").next().unwrap();
        let names: BTreeSet<&str> = names.split('"').skip(1).step_by(2).collect();
        assert!(names.len() > 45, "{names:?}");
        let (_, section) = DOCUMENT.split_once("\n## caveats\n").unwrap();
        let section = section.split("\n# ").next().unwrap();
        let told = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        assert_eq!(told.collect::<BTreeSet<_>>(), names);
    }

    #[test]
    fn the_name_is_the_one_in_json() {
        let id = || "c.fast@o3".parse::<ImplementationId>().unwrap();
        let some = [
            Caveat::AsBuilt,
            Caveat::CpuAboveWall { times: 2.0 },
            Caveat::DependsOnBuild { faster: id(), slower: id(), between: None, lie_between: 0 },
            Caveat::FloorAndTypicalDisagree { fastest: 0.1, median: 0.2 },
            Caveat::NoNoiseFloor,
            Caveat::UnwatchedWarmUp { launches: 1, of: 2, calls: 3, wall_ns: 4 },
        ];
        for caveat in some {
            let text = serde_json::to_string(&caveat).unwrap();
            assert!(text.starts_with(&format!("{{\"name\":\"{}\"", caveat.name())), "{text}");
            assert_eq!(serde_json::from_str::<Caveat>(&text).unwrap(), caveat);
        }
    }
}
