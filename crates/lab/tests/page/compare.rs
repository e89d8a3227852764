//! Compared runs as a page: two runs of one machine, of which the later is slower, and one of another.

use paragone::judge::compare_runs;
use paragone::model::{
    Block, Comparison, Contest, Event, ImplementationId, Lane, LaneStart, Launch, Machine, Mode, Params, Plan, Role,
    Run, RunState, Sample, Throughput, Versions,
};
use paragone::report::{RunsSheet, compare_html};

/// `name` is an implementation's.
pub(crate) fn compare_page(name: &str) -> String {
    let runs = [run(0, "one", name, 1500), run(1, "one", name, 1800), run(2, "two", name, 700)];
    let found = compare_runs(&runs, &|findings| findings);
    assert!(found.changes.len() == 1 && found.machines.len() == 1, "{found:#?}");
    compare_html(&RunsSheet::of(&found))
}

fn id(name: &str) -> ImplementationId {
    ImplementationId { language: "c".into(), name: name.into(), build: None }
}

/// Five launches of a baseline that takes 1000 ns at 64 bytes, of one that takes so many, and of the A/A control.
fn run(place: usize, machine: &str, name: &str, ns: u64) -> Run {
    let sizes = [64, 1024];
    let lanes = vec![
        Lane::new(id("base"), Role::Baseline),
        Lane::new(id(name), Role::Contender),
        Lane::new(id("base"), Role::Clone),
    ];
    let comparisons = sizes.map(|size| Comparison { params: Params::new(), size }).into();
    let contest = Contest::new("suite", "beside", Throughput::of("byte"), lanes, comparisons);
    let launches = 0..5;
    let blocks = launches.clone().flat_map(|launch| (0..2).map(move |comparison| (launch, comparison)));
    let blocks = blocks.flat_map(|(launch, comparison)| {
        (0..16)
            .map(move |index| block(comparison, launch, index, [1000, ns, 1000].map(|ns| ns * (1 + comparison as u64))))
    });
    Run {
        id: format!("{place:016x}"),
        began: 1_783_852_980,
        state: RunState::Complete,
        note: String::new(),
        command: "paragone run suite".into(),
        plan: Plan::new(7, Mode::Standard, vec![contest]),
        machine: Machine {
            fingerprint: machine.into(),
            cpu: Some(format!("Processor {machine}")),
            cores: 2,
            ..Machine::default()
        },
        versions: Versions::default(),
        blocks: blocks.collect(),
        events: launches.flat_map(|launch| [began(launch, ns), ended(launch)]).collect(),
        schema: 2,
    }
}

fn block(comparison: usize, launch: u32, index: u32, ns: [u64; 3]) -> Block {
    let sample = |ns: u64, round: u64| {
        let wall_ns = ns * (100_000 + 100 * u64::from(launch) + 7 * u64::from(index) + round) / 1000;
        Sample { calls: 100, wall_ns, cpu_ns: wall_ns }
    };
    let lanes = ns.map(|ns| (0..4).map(|round| sample(ns, round)).collect());
    Block { contest: 0, comparison, launch, index, began_ns: 0, lanes: lanes.into(), readings: Vec::new(), race: false }
}

fn began(launch: u32, code: u64) -> Event {
    let start = |code: String| LaneStart {
        protocol: Some(2),
        language: "c".into(),
        runtime: "none".into(),
        clock: "CLOCK_MONOTONIC".into(),
        resolution_ns: 1,
        start_ns: 1_000_000,
        empty_call_ns: 2.0,
        round_trip_ns: None,
        artefact: code.clone(),
        code: Some(code),
        layout: None,
    };
    let lanes = ["base".to_owned(), code.to_string(), "base".to_owned()].map(|code| Some(start(code)));
    Event::LaunchBegan(Launch { contest: 0, launch, lanes: lanes.into() })
}

fn ended(launch: u32) -> Event {
    Event::LaunchEnded { contest: 0, launch, measuring_ns: 100, timed_ns: 90 }
}
