//! What all lanes of a comparison are owed alike: the same bytes, and within a speed class the same
//! number of calls in each round. The driver's answers are digests of every byte that it was given.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use paragone::driver::{Program, Surroundings};
use paragone::measure::{Entrant, Entry, Inputs, Past, Task, carry_out};
use paragone::model::*;

/// The first two are within a factor of four of each other, `far` is beyond; the clone is last.
const NAMES: [&str; 4] = ["steady", "near", "far", "steady"];

const INPUTS: u32 = 4;

struct ThreeBlocks;

impl Decide for ThreeBlocks {
    fn next(&mut self, progress: &Progress<'_>) -> (Next, Option<Vec<Verdict>>) {
        let next = match progress.blocks.len() {
            0..3 => Next::Blocks { count: 1, live: progress.healthy.to_vec() },
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
    let role = |index: usize| match index {
        0 => Role::Baseline,
        3 => Role::Clone,
        _ => Role::Contender,
    };
    let lane = |(index, name): (usize, &&str)| Lane {
        implementation: format!("pretended.{name}").parse().unwrap(),
        role: role(index),
        stretch: 1.0,
    };
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
        resources: false,
        simulated: false,
        contests: vec![Contest {
            commands: Default::default(),
            answers: Default::default(),
            suite: "warming".to_owned(),
            benchmark: "job".to_owned(),
            question: String::new(),
            unit: Throughput { unit: "byte".to_owned() },
            lanes: NAMES.iter().enumerate().map(lane).collect(),
            comparisons: vec![Comparison { params: Params::new(), size: 1000 }],
        }],
    }
}

fn carried_out(folder: &Path) -> Vec<Event> {
    let program = folder.join("warming");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drivers/warming.c");
    let built = Command::new("cc").args(["-O1", "-o"]).arg(&program).arg(source).status();
    assert!(built.expect("a C compiler, `cc`").success());
    let entrant = |name: &str| Entrant {
        program: Program {
            cores: Default::default(),
            env: Vec::new(),
            argv: vec![program.display().to_string()],
            folder: folder.to_owned(),
            artefact: String::new(),
            code: Err(Unknown::because("nobody asks")),
        },
        name: name.to_owned(),
        compiles: false,
    };
    let plan = plan();
    let entries = [Entry {
        lanes: NAMES.iter().map(|name| Ok(entrant(name))).collect(),
        reference: Some(entrant("steady")),
        input: InputKind::Random { seed: 1, count: INPUTS },
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
        env: Vec::new(),
    };
    let inputs = Inputs::new(&folder.join("inputs")).unwrap();
    let mut witness = Witness::default();
    let stop = AtomicBool::new(false);
    let task = Task {
        plan: &plan,
        entries: &entries,
        around: &around,
        inputs: &inputs,
        listener: &mut witness,
        stop: &stop,
        instruments: None,
    };
    carry_out(task, Past::none(&plan), &mut ThreeBlocks).unwrap();
    witness.0
}

#[test]
fn the_same_bytes_and_the_same_calls() {
    let folder = tempfile::tempdir().unwrap();
    let events = carried_out(folder.path());
    // Every lane gave the reference's digest of every input, and the inputs are not all the same.
    let right: BTreeSet<(usize, usize)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Verified { comparison: Some(0), lane, checked, .. } => Some((*lane, *checked)),
            Event::Failed { fault, .. } => panic!("{fault}"),
            _ => None,
        })
        .collect();
    assert_eq!(right, (0..NAMES.len()).map(|lane| (lane, INPUTS as usize)).collect());
    let files = fs::read_dir(folder.path().join("inputs")).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap());
    let contents: BTreeSet<Vec<u8>> = files.filter(|bytes| bytes.len() == 1000).collect();
    assert_eq!(contents.len(), INPUTS as usize);
    let blocks: Vec<&Block> = events
        .iter()
        .filter_map(|event| match event {
            Event::Block(block) => Some(block),
            _ => None,
        })
        .collect();
    assert_eq!(blocks.len(), 3);
    for block in blocks {
        let calls = |lane: usize| block.lanes[lane].iter().map(|sample| sample.calls).collect::<Vec<u64>>();
        let class = calls(0);
        assert_eq!(
            (calls(1), calls(3)),
            (class.clone(), class.clone()),
            "one class, one number of calls in each round"
        );
        assert!(calls(2).iter().zip(&class).all(|(far, near)| far < near), "{:?} {class:?}", calls(2));
        for calls in [&class, &calls(2)] {
            assert!(calls.iter().all(|calls| calls % u64::from(INPUTS) == 0), "whole turns of the inputs: {calls:?}");
        }
    }
}
