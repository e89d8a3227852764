//! The machine's state over a run: told before the first launch, at the end, and never within a block; a sleep
//! is told with the block that was under way, and takes nothing away. The system's files and the clock of its
//! sleep are the test's own.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use paragone::card::Gauges;
use paragone::driver::{Program, Surroundings};
use paragone::measure::{Entrant, Entry, Inputs, Past, Task, carry_out};
use paragone::model::*;

const BLOCKS: usize = 3;
const HOUR_NS: u64 = 3_600_000_000_000;

struct ThreeBlocks;

impl Decide for ThreeBlocks {
    fn next(&mut self, progress: &Progress<'_>) -> (Next, Option<Vec<Verdict>>) {
        let next = match progress.blocks.len() {
            0..BLOCKS => Next::Blocks { count: 1, live: progress.healthy.to_vec() },
            _ => Next::Stop(StopReason::Certain),
        };
        (next, None)
    }
}

#[derive(Default)]
struct Witness(Vec<Event>);

impl Listener for Witness {
    fn hear(&mut self, event: &Event) -> anyhow::Result<()> {
        self.0.push(event.clone());
        Ok(())
    }
}

fn plan() -> Plan {
    let lane = |role| Lane { implementation: "pretended.steady".parse().unwrap(), role, stretch: 1.0 };
    Plan {
        seed: 3,
        mode: Mode::Quick,
        margin: 0.01,
        alpha: 0.01,
        budget_s: 60.0,
        total_s: 300.0,
        rounds: None,
        sample_ns: 200_000,
        blocks_per_launch: 3,
        contests: vec![Contest {
            commands: Default::default(),
            answers: Default::default(),
            suite: "warming".to_owned(),
            benchmark: "job".to_owned(),
            question: String::new(),
            unit: Throughput { unit: "byte".to_owned() },
            lanes: vec![lane(Role::Baseline), lane(Role::Contender), lane(Role::Clone)],
            comparisons: vec![Comparison { params: Params::new(), size: 1000 }],
        }],
    }
}

/// What a run tells on a machine that has slept for so long each time that it is asked.
fn carried_out(folder: &Path, asleep: impl FnMut() -> Option<u64> + 'static, past: Option<&Run>) -> Vec<Event> {
    let program = folder.join("warming");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drivers/warming.c");
    let built = Command::new("cc").args(["-O1", "-o"]).arg(&program).arg(source).status();
    assert!(built.expect("a C compiler, `cc`").success());
    let entrant = || Entrant {
        program: Program {
            cores: Default::default(),
            env: Vec::new(),
            argv: vec![program.display().to_string()],
            folder: folder.to_owned(),
            artefact: String::new(),
        },
        name: "steady".to_owned(),
        compiles: false,
    };
    let plan = plan();
    let entries = [Entry {
        lanes: plan.contests[0].lanes.iter().map(|_| Ok(entrant())).collect(),
        reference: None,
        input: InputKind::Random { seed: 1, count: 1 },
        vectors: Vec::new(),
        fixed: Params::new(),
    }];
    let around = Surroundings {
        cores: Vec::new(),
        keeper: env!("CARGO_BIN_EXE_paragone").into(),
        core: None,
        memory: 256 << 20,
        deadline: Duration::from_secs(20),
        limits: paragone_wire::Limits::default(),
    };
    let root = folder.join("root");
    fs::create_dir_all(root.join("proc")).unwrap();
    fs::write(root.join("proc/loadavg"), "0.25 0.5 0.75 1/100 4242\n").unwrap();
    let inputs = Inputs::new(&folder.join("inputs")).unwrap();
    let (mut witness, stop) = (Witness::default(), AtomicBool::new(false));
    let gauges = Some(Gauges::new(&root, None).with_sleep(asleep));
    let (around, inputs, listener) = (&around, &inputs, &mut witness);
    let task = Task { plan: &plan, entries: &entries, around, inputs, listener, stop: &stop, gauges };
    let past = past.map_or_else(|| Past::none(&plan), Past::of);
    carry_out(task, past, &mut ThreeBlocks).unwrap();
    witness.0
}

fn blocks(events: &[Event]) -> Vec<&Block> {
    let all = events.iter().filter_map(|event| match event {
        Event::Block(block) => Some(block),
        _ => None,
    });
    all.collect()
}

fn states(events: &[Event]) -> Vec<&MachineState> {
    let all = events.iter().filter_map(|event| match event {
        Event::State(state) => Some(state),
        _ => None,
    });
    all.collect()
}

#[test]
fn states_stand_at_both_ends_and_outside_of_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let events = carried_out(folder.path(), || None, None);
    let (Some(Event::State(first)), Some(Event::State(last))) = (events.first(), events.last()) else {
        panic!("no state at an end: {events:?}");
    };
    assert_eq!((first.since_ns, first.load_average, &first.others), (None, Some(0.25), &None));
    assert_eq!((last.load_average, last.mains, last.stolen), (Some(0.25), None, None));
    let (blocks, states) = (blocks(&events), states(&events));
    assert_eq!(blocks.len(), BLOCKS);
    for state in &states {
        let within = |block: &&Block| (block.began_ns..block.began_ns + block.timed_ns()).contains(&state.at_ns);
        assert!(!blocks.iter().any(within), "a state at {} is within a block", state.at_ns);
    }
    assert!(first.at_ns < blocks[0].began_ns && last.at_ns > blocks[BLOCKS - 1].began_ns);
    assert!(!events.iter().any(|event| matches!(event, Event::Suspended { .. })));
}

#[test]
fn a_sleep_is_told_with_the_block_that_was_under_way() {
    // Asked once at the beginning, and before and after each block: it slept in the second block, and then
    // before the third one.
    let readings = [0, 0, 0, 0, HOUR_NS, 3 * HOUR_NS];
    let mut asked = readings.into_iter();
    let folder = tempfile::tempdir().unwrap();
    let events = carried_out(folder.path(), move || Some(asked.next().unwrap_or(3 * HOUR_NS)), None);
    let blocks = blocks(&events);
    let slept = |event: &_| match event {
        Event::Suspended { at_ns, seconds } => Some((*at_ns, *seconds)),
        _ => None,
    };
    let slept: Vec<(u64, f64)> = events.iter().filter_map(slept).collect();
    assert_eq!(slept, [(blocks[1].began_ns, 3600.0), (blocks[2].began_ns, 7200.0)]);
    assert!(blocks.len() == BLOCKS && blocks.iter().all(|block| block.lanes.iter().all(|lane| !lane.is_empty())));
}

#[test]
fn a_run_that_goes_on_goes_on_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let earlier = Event::State(MachineState { at_ns: 5 * HOUR_NS, ..MachineState::default() });
    let run = Run {
        id: "0123456789abcdef".to_owned(),
        began: 0,
        state: RunState::Interrupted,
        note: String::new(),
        command: String::new(),
        plan: plan(),
        machine: Machine::default(),
        versions: Versions::default(),
        blocks: Vec::new(),
        events: vec![earlier],
    };
    let events = carried_out(folder.path(), || None, Some(&run));
    assert!(blocks(&events).iter().all(|block| block.began_ns > 5 * HOUR_NS));
    let state = states(&events)[0];
    assert!(state.at_ns >= 5 * HOUR_NS && state.since_ns.is_none(), "{state:?}");
}
