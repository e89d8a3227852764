//! Implementations that crash, hang, lie, print, eat memory or leave children: each costs its own
//! cells alone, what happened is said, and nobody is left behind.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use paragone::driver::{Program, Surroundings};
use paragone::measure::{Entrant, Entry, Inputs, Past, Task, carry_out};
use paragone::model::*;

const NAMES: [&str; 14] = [
    "good",
    "segfault",
    "aborts",
    "hangs",
    "exits",
    "wrong",
    "giant-answer",
    "prints",
    "closes-its-input",
    "ignores-sigterm",
    "daemonises",
    "garbage",
    "lies-later",
    "eats-memory",
];

/// The size at which they misbehave is the middle one.
const SIZES: [u64; 3] = [64, 100, 256];

/// Two blocks of everybody who is healthy.
struct TwoBlocks;

impl Decide for TwoBlocks {
    fn next(&mut self, progress: &Progress<'_>) -> (Next, Option<Vec<Verdict>>) {
        let next = match progress.blocks.len() {
            0 | 1 => Next::Blocks { count: 1, live: progress.healthy.to_vec() },
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

fn driver(folder: &Path) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sdk = here.join("../../sdk/c");
    let program = folder.join("odd-driver");
    let built = Command::new("cc")
        .args(["-O1", "-w", "-I"])
        .arg(&sdk)
        .arg("-o")
        .arg(&program)
        .arg(here.join("tests/drivers/misbehaving.c"))
        .arg(sdk.join("paragone.c"))
        .status();
    assert!(built.expect("a C compiler, `cc`").success());
    program
}

fn plan() -> Plan {
    let lane = |(index, name): (usize, &&str)| Lane {
        implementation: format!("c.{name}").parse().unwrap(),
        role: if index == 0 { Role::Baseline } else { Role::Contender },
        stretch: 1.0,
    };
    let mut lanes: Vec<Lane> = NAMES.iter().enumerate().map(lane).collect();
    lanes.push(Lane { role: Role::Clone, ..lanes[0].clone() });
    Plan {
        seed: 5,
        mode: Mode::Quick,
        margin: 0.01,
        alpha: 0.01,
        budget_s: 60.0,
        total_s: 300.0,
        rounds: None,
        sample_ns: 20_000,
        blocks_per_launch: 2,
        resources: false,
        simulated: false,
        contests: vec![Contest {
            suite: "misbehaving".to_owned(),
            benchmark: "sum".to_owned(),
            question: String::new(),
            unit: Throughput { unit: "byte".to_owned() },
            lanes,
            comparisons: SIZES.iter().map(|&size| Comparison { params: Params::new(), size }).collect(),
            commands: Default::default(),
            answers: Default::default(),
        }],
    }
}

fn carried_out() -> Vec<Event> {
    let folder = tempfile::tempdir().unwrap();
    let program = driver(folder.path());
    let entrant = |name: &str| Entrant {
        program: Program {
            cores: Default::default(),
            env: Vec::new(),
            argv: vec![program.display().to_string()],
            folder: folder.path().to_owned(),
            artefact: String::new(),
            code: Err(Unknown::because("nobody asks")),
        },
        name: name.to_owned(),
        compiles: false,
    };
    let plan = plan();
    let entry = Entry {
        lanes: plan.contests[0].lanes.iter().map(|lane| Ok(entrant(&lane.implementation.name))).collect(),
        reference: Some(entrant("good")),
        input: InputKind::Random { seed: 1, count: 1 },
        fixed: Params::new(),
        vectors: Vec::new(),
    };
    let around = Surroundings {
        cores: Vec::new(),
        keeper: env!("CARGO_BIN_EXE_paragone").into(),
        core: None,
        memory: 256 << 20,
        deadline: Duration::from_secs(1),
        limits: paragone_wire::Limits::default(),
        env: Vec::new(),
    };
    let inputs = Inputs::new(&folder.path().join("inputs")).unwrap();
    let mut witness = Witness::default();
    let stop = AtomicBool::new(false);
    let entries = [entry];
    let (past, mut decide) = (Past::none(&plan), TwoBlocks);
    let task = Task {
        plan: &plan,
        entries: &entries,
        around: &around,
        inputs: &inputs,
        listener: &mut witness,
        stop: &stop,
        instruments: None,
    };
    carry_out(task, past, &mut decide).unwrap();
    witness.0
}

/// The fault of an implementation at size 100, and only there.
fn fault_of(events: &[Event], name: &str) -> Option<String> {
    let lane = NAMES.iter().position(|it| *it == name).unwrap();
    let faults: Vec<(Option<usize>, String)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Failed { comparison, lane: failed, fault, .. } if *failed == lane => {
                Some((*comparison, fault.to_string()))
            }
            _ => None,
        })
        .collect();
    assert!(faults.len() <= 1, "{name} failed more than once: {faults:?}");
    let (comparison, text) = faults.into_iter().next()?;
    assert_eq!(comparison, Some(1), "{name} failed at another size than 100: {text}");
    Some(text)
}

fn blocks_with(events: &[Event], lane: usize, comparison: usize) -> usize {
    let with = |event: &&Event| matches!(event, Event::Block(block) if block.comparison == comparison && !block.lanes[lane].is_empty());
    events.iter().filter(with).count()
}

fn processes_called(mark: &str) -> usize {
    let listed = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    String::from_utf8_lossy(&listed.stdout).lines().filter(|line| line.contains(mark)).count()
}

#[test]
fn each_costs_its_own_cells_alone() {
    let events = carried_out();
    let expected = [
        ("segfault", "SIGSEGV"),
        ("aborts", "SIGABRT"),
        ("hangs", "no reply to `answer 0` within 1 s"),
        ("exits", "exit code 7"),
        ("wrong", "wrong answer for the input of size 100"),
        ("giant-answer", "answer of 1073741824 bytes, and 67108864 is the most"),
        ("closes-its-input", "no reply to"),
        ("ignores-sigterm", "no reply to `answer 0`"),
        ("garbage", "broke the protocol"),
        ("lies-later", "wrong answer in a timed call for the input of size 100"),
        ("eats-memory", "SIGSEGV"),
    ];
    for (name, text) in expected {
        let fault = fault_of(&events, name).unwrap_or_else(|| panic!("{name} got away with it"));
        assert!(fault.contains(text), "{name}: expected `{text}` in `{fault}`");
    }
    for name in ["good", "prints", "daemonises"] {
        assert_eq!(fault_of(&events, name), None, "{name}");
    }
    for (lane, name) in NAMES.iter().enumerate() {
        let failed = expected.iter().any(|(bad, _)| bad == name);
        for comparison in [0, 2] {
            assert_eq!(blocks_with(&events, lane, comparison), 2, "{name} at size {}", SIZES[comparison]);
        }
        // A lie in a timed call is found within the first block.
        assert_eq!(blocks_with(&events, lane, 1), if failed { 0 } else { 2 }, "{name} at size 100");
    }
    let printed = events.iter().find_map(|event| match event {
        Event::Printed { lane, tail, .. } if NAMES[*lane] == "prints" => Some(tail.clone()),
        _ => None,
    });
    assert!(printed.is_some_and(|tail| tail.contains("abc time 1 1")), "what it printed is kept");
    assert_eq!(processes_called("paragone-test-daemon"), 0, "a daemon is left");
    assert_eq!(processes_called("/odd-driver"), 0, "a driver is left");
}
