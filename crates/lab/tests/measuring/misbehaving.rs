//! Implementations that crash, hang, lie, print, eat memory or leave children: each costs its own
//! cells alone, what happened is said, and nobody is left behind.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use paragone::model::Event;

use crate::stage::{Stage, compiled, source};

/// Who misbehaves, and what is said of it.
const FAULTS: [(&str, &str); 8] = [
    ("segfault", "SIGSEGV"),
    ("aborts", "SIGABRT"),
    ("exits", "exit code 7"),
    ("wrong", "wrong answer for the input of size 100"),
    ("giant-answer", "answer of 1073741824 bytes is too long: 64 MiB is the most"),
    ("garbage", "broke the protocol"),
    ("lies-later", "wrong answer in a timed call for the input of size 100"),
    ("eats-memory", "SIGSEGV"),
];

/// Who falls silent.
const SILENT: [(&str, &str); 3] = [
    ("hangs", "no reply to `answer 0` (input 1 of 8) within 5 s"),
    ("closes-its-input", "no reply to"),
    ("ignores-sigterm", "no reply to `answer 0`"),
];

const GOOD: [&str; 3] = ["good", "prints", "daemonises"];

/// The size at which they misbehave is the middle one.
const SIZES: [u64; 3] = [64, 100, 256];

fn driver(folder: &Path) -> PathBuf {
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/c");
    let (source, paragone) = (source("misbehaving.c"), sdk.join("paragone.c"));
    compiled(folder, "odd-driver", &[OsStr::new("-I"), sdk.as_ref(), source.as_ref(), paragone.as_ref()])
}

fn carried_out(names: &[&str], deadline: Duration) -> Vec<Event> {
    let folder = tempfile::tempdir().unwrap();
    let program = driver(folder.path());
    let stage = Stage { benchmark: "sum", names, sizes: &SIZES, sample_ns: 20_000, inputs: 1, deadline, blocks: 2 };
    let events = stage.carried_out(folder.path(), &program);
    assert_eq!(processes_called(&program.display().to_string()), 0, "a driver is left");
    events
}

/// The fault of an implementation at size 100, and only there.
fn fault_of(events: &[Event], (lane, name): (usize, &str)) -> Option<String> {
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
    let events = costs_its_own_cells(&GOOD, &FAULTS, Duration::from_secs(60));
    let prints = GOOD.iter().position(|name| *name == "prints");
    let printed = events.iter().find_map(|event| match event {
        Event::Printed { lane, tail, .. } if Some(*lane) == prints => Some(tail.clone()),
        _ => None,
    });
    assert!(printed.is_some_and(|tail| tail.contains("abc time 1 1")), "what it printed is kept");
    assert_eq!(processes_called("paragone-test-daemon"), 0, "a daemon is left");
}

/// A deadline of their own: however slow the machine is, the others have theirs.
#[test]
fn silence_costs_its_own_cells_too() {
    costs_its_own_cells(&GOOD[..1], &SILENT, Duration::from_secs(5));
}

fn costs_its_own_cells(good: &[&str], faults: &[(&str, &str)], deadline: Duration) -> Vec<Event> {
    let bad = faults.iter().map(|(name, _)| *name);
    let names: Vec<&str> = good.iter().copied().chain(bad).collect();
    let events = carried_out(&names, deadline);
    for lane in names.iter().copied().enumerate() {
        let (fault, name) = (fault_of(&events, lane), lane.1);
        match faults.iter().find(|(of, _)| *of == name) {
            Some((_, text)) => {
                let fault = fault.unwrap_or_else(|| panic!("{name} got away with it"));
                assert!(fault.contains(text), "{name}: expected `{text}` in `{fault}`");
            }
            None => assert_eq!(fault, None, "{name}"),
        }
        for comparison in [0, 2] {
            assert_eq!(blocks_with(&events, lane.0, comparison), 2, "{name} at size {}", SIZES[comparison]);
        }
        // A lie in a timed call is found within the first block.
        let expected = if good.contains(&name) { 2 } else { 0 };
        assert_eq!(blocks_with(&events, lane.0, 1), expected, "{name} at size 100");
    }
    events
}
