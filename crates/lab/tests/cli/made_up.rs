//! Runs that nobody measured, written into a lab's store as the program itself writes them: what comes out of them is
//! known by construction. It knows no command.

use paragone::model::{
    Block, Comparison, Contest, Event, Fault, Lane, LaneStart, Launch, Machine, Mode, Params, Plan, Role, RunState,
    Sample, Throughput, Versions,
};
use paragone::store::{Beginning, RunWriter, Store};

use crate::lab::Lab;

/// A standard run of the benchmark `made/up` at 64 bytes: a baseline `c.base` of 2000 ns a call, `c.one`, and the A/A control.
pub(crate) struct MadeUp {
    pub(crate) machine: Machine,
    pub(crate) mode: Mode,
    pub(crate) benchmark: &'static str,
    /// Nanoseconds that a call of `c.one` takes.
    pub(crate) one_ns: u64,
    /// Digest of the code of `c.one`.
    pub(crate) code: &'static str,
    /// What went wrong with `c.one`.
    pub(crate) fault: Option<Fault>,
}

impl MadeUp {
    pub(crate) fn new() -> MadeUp {
        let machine = Machine {
            fingerprint: "5eed".into(),
            cpu: Some("Example 3000".into()),
            architecture: "x86_64".into(),
            cores: 2,
            ..Machine::default()
        };
        MadeUp { machine, mode: Mode::Standard, benchmark: "up", one_ns: 3000, code: "old", fault: None }
    }

    /// Writes it; its id.
    pub(crate) fn keep(&self, lab: &Lab) -> String {
        let plan = Plan::new(1, self.mode, vec![contest(self.benchmark)]);
        let versions = Versions { lab: "0.1.0".into(), protocol: 1, tools: Vec::new() };
        let beginning = Beginning {
            command: "paragone run made",
            note: "",
            plan: &plan,
            machine: &self.machine,
            versions: &versions,
        };
        let mut writer = RunWriter::begin(Store::open(&lab.store()).unwrap(), &beginning).unwrap();
        let id = writer.id().to_owned();
        let launches = if self.mode == Mode::Quick { 1 } else { 5 };
        for launch in 0..launches {
            let began = ["same", self.code, "same"].map(|code| Some(start(code)));
            let mut hear = |event: Event| paragone::model::Listener::hear(&mut writer, &event).unwrap();
            hear(Event::LaunchBegan(Launch { contest: 0, launch, lanes: began.into() }));
            if let Some(fault) = self.fault.clone().filter(|_| launch == 0) {
                hear(Event::Failed { contest: 0, comparison: None, lane: 1, launch, fault });
            }
            for index in 0..16 {
                hear(Event::Block(self.block(launch, index)));
            }
            hear(Event::LaunchEnded { contest: 0, launch, measuring_ns: 1_000_000, timed_ns: 900_000 });
        }
        writer.finish(RunState::Complete).unwrap();
        id
    }

    /// Launches differ by a thousandth, blocks by less.
    fn block(&self, launch: u32, index: u32) -> Block {
        let sample = |ns: u64, round: u64| {
            let wall_ns = ns * (100_000 + 100 * u64::from(launch) + 7 * u64::from(index) + round) / 1000;
            Sample { calls: 100, wall_ns, cpu_ns: wall_ns }
        };
        let lane = |ns: u64| (0..4).map(|round| sample(ns, round)).collect::<Vec<_>>();
        Block {
            contest: 0,
            comparison: 0,
            launch,
            index,
            began_ns: u64::from(launch * 16 + index) * 1_000_000,
            lanes: vec![lane(2000), lane(self.one_ns), lane(2000)],
            readings: Vec::new(),
            race: false,
        }
    }
}

fn contest(benchmark: &str) -> Contest {
    let lane = |name: &str, role| Lane::new(name.parse().unwrap(), role);
    let lanes = vec![lane("c.base", Role::Baseline), lane("c.one", Role::Contender), lane("c.base", Role::Clone)];
    let comparisons = vec![Comparison { params: Params::new(), size: 64 }];
    Contest { question: "Which?".into(), ..Contest::new("made", benchmark, Throughput::of("byte"), lanes, comparisons) }
}

fn start(code: &str) -> LaneStart {
    LaneStart {
        protocol: Some(2),
        language: "c".into(),
        runtime: "none".into(),
        clock: "CLOCK_MONOTONIC".into(),
        resolution_ns: 1,
        start_ns: 1_000_000,
        empty_call_ns: 2.0,
        round_trip_ns: Some(20_000.0),
        artefact: code.to_owned(),
        code: Some(code.to_owned()),
        layout: None,
    }
}
