//! Implementations that crash, hang, lie, print, eat memory or leave children: each costs its own
//! cells alone, what happened is said, and nobody is left behind.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use paragone::model::Event;

use crate::stage::{Stage, compiled, source};

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

fn driver(folder: &Path) -> PathBuf {
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/c");
    let (source, paragone) = (source("misbehaving.c"), sdk.join("paragone.c"));
    compiled(folder, "odd-driver", &[OsStr::new("-I"), sdk.as_ref(), source.as_ref(), paragone.as_ref()])
}

fn carried_out() -> Vec<Event> {
    let folder = tempfile::tempdir().unwrap();
    let program = driver(folder.path());
    let stage = Stage {
        benchmark: "sum",
        names: &NAMES,
        sizes: &SIZES,
        sample_ns: 20_000,
        inputs: 1,
        deadline: Duration::from_secs(1),
        blocks: 2,
    };
    stage.carried_out(folder.path(), &program)
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
