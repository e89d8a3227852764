//! Small runs for tests: a plan of two comparisons between three lanes, and blocks
//! whose numbers follow from their place.

use std::path::PathBuf;

use crate::model::{
    Block, Cell, Comparison, Contest, Event, Lane, LaneStart, Launch, Machine, Mode, Params, Plan, Role, Sample,
    Throughput, Versions,
};
use crate::store::file::opened::Store;
use crate::store::writing::insert::Beginning;
use crate::store::writing::write::RunWriter;

/// A folder for one store, gone with this value.
pub(crate) struct Example {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) plan: Plan,
    pub(crate) machine: Machine,
    pub(crate) versions: Versions,
}

impl Example {
    pub(crate) fn new() -> Example {
        Example { folder: tempfile::tempdir().unwrap(), plan: plan(), machine: machine(), versions: versions() }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("runs.sqlite")
    }

    pub(crate) fn store(&self) -> Store {
        Store::open(&self.path()).unwrap()
    }

    pub(crate) fn begin(&self) -> RunWriter {
        RunWriter::begin(self.store(), &self.beginning()).unwrap()
    }

    pub(crate) fn beginning(&self) -> Beginning<'_> {
        let Example { plan, machine, versions, .. } = self;
        Beginning { command: "paragone run words", note: "first try", plan, machine, versions }
    }
}

pub(crate) fn plan() -> Plan {
    let lane = |name: &str, role| Lane::new(name.parse().unwrap(), role);
    let comparison = |size| Comparison { params: params(), size };
    let contest = Contest {
        question: "Which way to count words is the fastest?".into(),
        ..Contest::new(
            "words",
            "count",
            Throughput::of("byte"),
            vec![
                lane("rust.split", Role::Baseline),
                lane("c.scan@gcc-o3", Role::Contender),
                lane("rust.split", Role::Clone),
            ],
            vec![comparison(64), comparison(4096)],
        )
    };
    // Numbers that come back as they are or are seen not to.
    let plan = Plan::new(u64::MAX - 1, Mode::Standard, vec![contest]);
    Plan { alpha: 0.1 + 0.2, blocks_per_launch: 8, ..plan }
}

pub(crate) fn params() -> Params {
    Params::from([("level".to_owned(), "6".to_owned())])
}

/// What the plan's baseline measures in its first comparison.
pub(crate) fn baseline_cell() -> Cell {
    plan().contests[0].cell(0, 0)
}

pub(crate) fn machine() -> Machine {
    Machine {
        fingerprint: "5eed".into(),
        cpu: Some("Example 3000".into()),
        architecture: "x86_64".into(),
        cores: 2,
        tsc_hz: Some(2_596_132_000.25),
        ..Machine::default()
    }
}

pub(crate) fn versions() -> Versions {
    Versions { lab: "0.1.0".into(), protocol: 1, tools: vec![("gcc".into(), "12.2.0".into())] }
}

pub(crate) fn launch_began(launch: u32) -> Event {
    let lane = LaneStart {
        protocol: Some(2),
        language: "rust".into(),
        runtime: "rustc 1.85".into(),
        clock: "CLOCK_MONOTONIC".into(),
        resolution_ns: 10,
        start_ns: 1_500_000,
        empty_call_ns: 1.0 / 3.0,
        round_trip_ns: Some(1e5 / 3.0),
        artefact: "c0ffee".into(),
        code: None,
        layout: None,
    };
    Event::LaunchBegan(Launch { contest: 0, launch, lanes: vec![Some(lane.clone()), None, Some(lane)] })
}

pub(crate) fn launch_ended(launch: u32) -> Event {
    Event::LaunchEnded { contest: 0, launch, measuring_ns: 1_000_000, timed_ns: 900_000 }
}

/// A block of the first comparison: three lanes of four samples.
pub(crate) fn block(launch: u32, index: u32) -> Block {
    block_of(0, launch, index)
}

pub(crate) fn block_of(comparison: usize, launch: u32, index: u32) -> Block {
    let place = u64::from(launch) * 1_000_003 + u64::from(index) * 101 + comparison as u64;
    let sample = |lane: u64, round: u64| {
        let wall_ns = 200_000 + (place * 31 + lane * 7 + round * 977) % 50_000;
        Sample { calls: 1000 + (place + round) % 400, wall_ns, cpu_ns: wall_ns - 300 }
    };
    let lanes = (0..3).map(|lane| (0..4).map(|round| sample(lane, round)).collect()).collect();
    Block {
        contest: 0,
        comparison,
        launch,
        index,
        began_ns: place * 1_000_000,
        lanes,
        readings: Vec::new(),
        race: false,
    }
}

/// Runs a check without root's right to open everything.
#[cfg(target_os = "linux")]
pub(crate) fn as_nobody(check: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        scope.spawn(|| {
            // SAFETY: changes by whom the kernel takes this thread to open files, and nothing
            // else; the thread ends with the check.
            unsafe { libc::setfsuid(65_534) };
            check();
        });
    });
}
