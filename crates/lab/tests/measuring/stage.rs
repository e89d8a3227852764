//! One contest of one driver in C, carried out to the end: its lanes in, all events out.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use paragone::driver::{Program, Surroundings, Unchanged};
use paragone::environment::Gauges;
use paragone::measure::{ContestPrograms, Inputs, LaneProgram, RunPast, RunTask, Supply, carry_out};
use paragone::model::*;

/// What differs from test to test.
pub(crate) struct Stage<'a> {
    pub(crate) benchmark: &'a str,
    /// The implementations, the baseline first; its clone is added.
    pub(crate) names: &'a [&'a str],
    pub(crate) sizes: &'a [u64],
    pub(crate) sample_ns: u64,
    /// Inputs of each size.
    pub(crate) inputs: u32,
    pub(crate) deadline: Duration,
    pub(crate) blocks: usize,
}

/// So many blocks of everybody who is healthy.
struct Blocks(usize);

impl Decide for Blocks {
    fn next(&mut self, progress: &Progress<'_>) -> (Next, Option<Vec<Verdict>>) {
        let next = match progress.blocks.len() {
            taken if taken < self.0 => Next::Blocks { count: 1, live: progress.healthy.to_vec() },
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

/// Compiles sources below `tests/drivers`, or elsewhere in full, into the folder.
pub(crate) fn compiled(folder: &Path, name: &str, words: &[&OsStr]) -> PathBuf {
    let program = folder.join(name);
    let built = Command::new("cc").args(["-O1", "-w", "-o"]).arg(&program).args(words).status();
    assert!(built.expect("a C compiler, `cc`").success());
    program
}

/// A file that belongs to these tests.
pub(crate) fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drivers").join(name)
}

impl Stage<'_> {
    pub(crate) fn plan(&self) -> Plan {
        let lane = |(index, name): (usize, &&str)| {
            Lane::new(format!("c.{name}").parse().unwrap(), if index == 0 { Role::Baseline } else { Role::Contender })
        };
        let mut lanes: Vec<Lane> = self.names.iter().enumerate().map(lane).collect();
        lanes.push(Lane { role: Role::Clone, ..lanes[0].clone() });
        let contest = Contest::new(
            "example",
            self.benchmark,
            Throughput::of("byte"),
            lanes,
            self.sizes.iter().map(|&size| Comparison { params: Params::new(), size }).collect(),
        );
        Plan {
            budget_s: 60.0,
            total_s: 300.0,
            sample_ns: self.sample_ns,
            blocks_per_launch: self.blocks as u32,
            ..Plan::new(5, Mode::Quick, vec![contest])
        }
    }

    /// Every event; the inputs lie in `folder` below `inputs`.
    pub(crate) fn carried_out(&self, folder: &Path, program: &Path) -> Vec<Event> {
        self.carried_on(folder, program, None, None)
    }

    /// The same, on a machine that is watched, and after what an earlier part of the run has told.
    pub(crate) fn carried_on(
        &self,
        folder: &Path,
        program: &Path,
        gauges: Option<Gauges>,
        earlier: Option<&Run>,
    ) -> Vec<Event> {
        self.decided_by(&mut Blocks(self.blocks), folder, program, (gauges, earlier))
    }

    /// The same, for as long as somebody else says.
    pub(crate) fn decided_by(
        &self,
        decide: &mut dyn Decide,
        folder: &Path,
        program: &Path,
        (gauges, earlier): (Option<Gauges>, Option<&Run>),
    ) -> Vec<Event> {
        let entrant = |name: &str| LaneProgram {
            program: Program {
                cores: Default::default(),
                env: Vec::new(),
                argv: vec![program.display().to_string()],
                folder: folder.to_owned(),
                artefact: String::new(),
                code: Err(Unknown::because("nobody asks")),
                growth: Err(Unknown::because("nobody asks")),
                files: Unchanged::default(),
            },
            name: name.to_owned(),
            compiles: false,
            function: None,
            relinkable: None,
        };
        let plan = self.plan();
        let entries = [ContestPrograms {
            lanes: plan.contests[0].lanes.iter().map(|lane| Ok(entrant(&lane.implementation.name))).collect(),
            reference: Some(entrant(self.names[0])),
            input: InputKind::Random { seed: 1, count: self.inputs },
            fixed: Params::new(),
            vectors: Vec::new(),
            given: Supply::Bytes,
        }];
        let around = Surroundings {
            cores: Vec::new(),
            keeper: env!("CARGO_BIN_EXE_paragone").into(),
            core: None,
            memory: 256 << 20,
            deadline: self.deadline,
            limits: paragone_wire::Limits::default(),
            env: Vec::new(),
        };
        let inputs = Inputs::new(&folder.join("inputs")).unwrap();
        let mut witness = Witness::default();
        let stop = AtomicBool::new(false);
        let task = RunTask {
            until_s: plan.timing_s(),
            plan: &plan,
            entries: &entries,
            around: &around,
            inputs: &inputs,
            listener: &mut witness,
            stop: &stop,
            instruments: None,
            gauges,
        };
        let past = earlier.map_or_else(|| RunPast::none(&plan), RunPast::of);
        carry_out(task, past, decide).unwrap();
        witness.0
    }
}
