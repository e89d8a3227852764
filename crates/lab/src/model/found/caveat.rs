//! A doubt that a reader must see beside a number, as values; the room `words` makes a sentence of it.

use serde::{Deserialize, Serialize};

use crate::model::ImplementationId;

/// One doubt about one row, or about a whole comparison.
///
/// Changes and distances are shares: 0.1 is a tenth more. In JSON, `name` says which doubt it is; names never change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum Caveat {
    /// Every launch had the one layout that its build left.
    AsBuilt,
    /// Neighbouring blocks resembled each other; `joined`: blocks that are one observation.
    Autocorrelated { joined: usize },
    /// Its times are bimodal: they have two typical values.
    Bimodal { apart: f64, share_slower: f64 },
    /// Others were at work on the machine.
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
    /// Another hardware thread of the measuring core was at work.
    BusySibling { share: f64 },
    /// Processor time over wall time.
    CpuAboveWall { times: f64 },
    /// Processor time over wall time: it waited, or was held up.
    CpuBelowWall { share: f64 },
    /// `between`: whoever lies between the two, the first of `lie_between`; nobody: the baseline does.
    DependsOnBuild {
        faster: ImplementationId,
        slower: ImplementationId,
        between: Option<ImplementationId>,
        lie_between: usize,
    },
    /// The baseline itself became slower or faster.
    Drift { change: f64 },
    /// Drivers ran on another processor than the machine has.
    Emulated { processor: String },
    /// Exit codes that are no success by custom.
    ExitCode { least: f64, most: f64 },
    /// Its code lay at one place in every launch.
    FixedLayout { why: String },
    /// Its fastest samples tell another ratio than its typical ones.
    FloorAndTypicalDisagree { fastest: f64, median: f64 },
    /// The core became faster or slower.
    FrequencyChanged { least_hz: f64, most_hz: f64 },
    /// What it read came from storage.
    FromStorage { requested_bytes: f64, read_bytes: f64 },
    /// The frequency was left to a governor.
    Governor { governor: String },
    /// `twin`: another build, whose machine code is the same.
    IdenticalCode { twin: ImplementationId },
    /// Blocks of a launch that was cut off are not used.
    InterruptedLaunch { blocks: usize },
    /// Of the row's own launches where nobody is named, of the reference's, or of one of two.
    LayoutLuck { implementation: Option<String>, reference: Option<String>, apart: f64, within: f64 },
    /// It takes longer with inputs that change from call to call.
    LearntInput { longer: f64 },
    /// Processes went on when a command had ended.
    LeftBehind { processes: f64 },
    /// As it was built it is faster or slower than in most layouts.
    LuckyBuild { change: f64, layouts: usize },
    /// Little of its requests' time is that of its calls.
    MostlyUntimed { share: f64 },
    /// It needs much of the machine's memory.
    MuchMemory { peak_bytes: f64, machine_bytes: f64 },
    /// It was still changing when its times began to count.
    NeverSettled { launches: usize, of: usize, calls: u64, wall_ns: u64 },
    /// Its driver speaks a protocol without audits.
    NoAudit,
    /// `size`: the smaller one, at which it took as long.
    NoGrowth { size: String },
    /// There is no A/A control.
    NoNoiseFloor,
    /// The A/A control was further away than what was found.
    NoiseAboveDifference { noise: f64 },
    /// Two values of one metric, as amounts.
    NotExact { metric: String, one: String, other: String },
    /// The machine ran on its battery.
    OnBattery { battery_percent: Option<f64> },
    /// `spread`: what launches were seen to differ by.
    OneLaunch { spread: Option<f64> },
    /// As the check that found it says.
    OtherAnswer { text: String },
    /// `read_bytes`: what came from storage; nothing where that is not known, with the reason.
    PageCache { requested_bytes: f64, read_bytes: Option<f64>, unknown: Option<String> },
    /// It printed while it was timed.
    Prints { bytes: f64, bytes_per_call: f64 },
    /// Inputs that were never seen take much longer.
    Remembers { longer: f64 },
    /// Libraries that lay at one place in every launch.
    SharedLibrary { libraries: Vec<String> },
    /// Its samples are short beside its clock's step.
    ShortSample { steps: f64, resolution_ns: u64 },
    /// Instructions were counted on another processor.
    SimulatedProcessor,
    /// It had come to rest slower than it had been.
    SlowedDown { launches: usize, of: usize, slower: f64 },
    /// Much of its time is the start of its process.
    StartCost { start_ns: f64, share: f64 },
    /// It starts threads.
    StartsThreads { threads: f64, pinned: bool },
    /// The host gave the core to others.
    Steal { share: f64 },
    /// Nanoseconds by name, such as `median`.
    SummaryOnly { summary: Vec<(String, f64)> },
    /// The machine slept.
    Suspended { times: usize, seconds: f64 },
    /// The machine became hot.
    Temperature { sensor: String, first_degrees: f64, most_degrees: f64 },
    /// The processor was throttled.
    Throttled { times: u64 },
    /// Another tool measured it, one after the other.
    Unpaired { tool: String },
    /// Launches differ by more than the margin.
    Unresolved { margin: f64, half_width: f64, launches: usize },
    /// Its ratio changed within launches.
    Unsteady { launches: usize, of: usize, change: f64 },
    /// Too little of its warm-up was seen.
    UnwatchedWarmUp { launches: usize, of: usize, calls: u64, wall_ns: u64 },
    /// Shares of time: off the processor, and with somebody waiting for the same core or for some core.
    Waited { share: f64, waiting: f64, same_core: bool },
}

impl Caveat {
    /// A short name that does not change: `one-launch`, `drift`, `short-sample`.
    pub fn name(&self) -> String {
        let written = serde_json::to_value(self).expect("a caveat is plain values");
        written["name"].as_str().expect("the tag of each variant").to_owned()
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
        let variants = SOURCE.split("pub enum Caveat {").nth(1).unwrap().split("\n}").next().unwrap();
        let names: BTreeSet<String> = variants.lines().filter_map(variant).map(kebab_case).collect();
        assert!(names.len() > 45, "{names:?}");
        let (_, section) = DOCUMENT.split_once("\n## caveats\n").unwrap();
        let section = section.split("\n# ").next().unwrap();
        let told = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        assert_eq!(told.map(str::to_owned).collect::<BTreeSet<_>>(), names);
    }

    /// The variant that a line of the enum begins.
    fn variant(line: &str) -> Option<&str> {
        let name = line.strip_prefix("    ")?.split([' ', ',']).next()?;
        name.starts_with(|first: char| first.is_ascii_uppercase()).then_some(name)
    }

    fn kebab_case(name: &str) -> String {
        let spaced = |letter: char| [letter.is_ascii_uppercase().then_some('-'), Some(letter.to_ascii_lowercase())];
        let all: String = name.chars().flat_map(spaced).flatten().collect();
        all.trim_start_matches('-').to_owned()
    }

    #[test]
    fn the_name_is_the_one_in_json() {
        let id = || "c.fast@o3".parse::<ImplementationId>().unwrap();
        let some = [
            ("as-built", Caveat::AsBuilt),
            ("cpu-above-wall", Caveat::CpuAboveWall { times: 2.0 }),
            ("depends-on-build", Caveat::DependsOnBuild { faster: id(), slower: id(), between: None, lie_between: 0 }),
            ("floor-and-typical-disagree", Caveat::FloorAndTypicalDisagree { fastest: 0.1, median: 0.2 }),
            ("no-noise-floor", Caveat::NoNoiseFloor),
            ("unwatched-warm-up", Caveat::UnwatchedWarmUp { launches: 1, of: 2, calls: 3, wall_ns: 4 }),
        ];
        for (name, caveat) in some {
            let text = serde_json::to_string(&caveat).unwrap();
            assert_eq!(caveat.name(), name);
            assert!(text.starts_with(&format!("{{\"name\":\"{name}\"")), "{text}");
            assert_eq!(serde_json::from_str::<Caveat>(&text).unwrap(), caveat);
        }
    }
}
