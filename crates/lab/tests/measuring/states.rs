//! The machine's state over a run: told before the first launch, at the end, and never within a block; a sleep
//! is told with the block that was under way, and takes nothing away. The system's files and the clock of its
//! sleep are the test's own.

use std::fs;
use std::path::Path;
use std::time::Duration;

use paragone::environment::Gauges;
use paragone::model::{Block, Event, Machine, MachineState, Run, RunState, Versions};

use crate::stage::{Stage, compiled, source};

const BLOCKS: usize = 3;
const HOUR_NS: u64 = 3_600_000_000_000;

const STAGE: Stage<'static> = Stage {
    benchmark: "job",
    names: &["steady", "near"],
    sizes: &[1000],
    sample_ns: 200_000,
    inputs: 1,
    deadline: Duration::from_secs(20),
    blocks: BLOCKS,
};

/// What a run tells on a machine that has slept for so long each time that it is asked.
fn carried_out(folder: &Path, asleep: impl FnMut() -> Option<u64> + 'static, earlier: Option<&Run>) -> Vec<Event> {
    let program = compiled(folder, "warming", &[source("warming.c").as_ref()]);
    let root = folder.join("root");
    fs::create_dir_all(root.join("proc")).unwrap();
    fs::write(root.join("proc/loadavg"), "0.25 0.5 0.75 1/100 4242\n").unwrap();
    let gauges = Some(Gauges::new(&root, None).with_sleep(asleep));
    STAGE.carried_on(folder, &program, gauges, earlier)
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
    assert!(states.len() >= 2);
    // In the order of what happened time never goes back: no state was read while a block was taken.
    let times: Vec<u64> = events
        .iter()
        .filter_map(|event| match event {
            Event::State(state) => Some(state.at_ns),
            Event::Block(block) => Some(block.began_ns),
            _ => None,
        })
        .collect();
    assert!(times.is_sorted(), "{times:?}");
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
        plan: STAGE.plan(),
        machine: Machine::default(),
        versions: Versions::default(),
        blocks: Vec::new(),
        events: vec![earlier],
        schema: 2,
    };
    let events = carried_out(folder.path(), || None, Some(&run));
    assert!(blocks(&events).iter().all(|block| block.began_ns > 5 * HOUR_NS));
    let state = states(&events)[0];
    assert!(state.at_ns >= 5 * HOUR_NS && state.since_ns.is_none(), "{state:?}");
}
