//! `kill -9` at random moments of a run that measures, twenty times: no committed block is lost, the store
//! opens, and what was cut off completes.
//!
//! The witness is a file: the process that is killed writes a line to it, synchronised, when the store has
//! returned from the commit of a block.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use paragone::driver::{Program, Surroundings, Unchanged};
use paragone::environment::describe;
use paragone::judge::{Judge, Spreads};
use paragone::measure::{ContestPrograms, Ended, Inputs, LaneProgram, RunPast, RunTask, Supply, carry_out};
use paragone::model::{
    Block, Comparison, Contest, Event, InputKind, Lane, Listener, Mode, Params, Plan, Role, Run, RunState, StopReason,
    Throughput, Unknown, Versions,
};
use paragone::store::{Beginning, RunWriter, Store};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

use crate::lab::{PROGRAM, suites, wait_until};

const FOLDER: &str = "PARAGONE_TEST_FOLDER";
const KILLS: usize = 20;
/// How often one run is cut off before it may complete.
const KILLS_OF_A_RUN: usize = 5;

fn plan(seed: u64) -> Plan {
    let lane = |name: &str, role| Lane::new(format!("c.{name}").parse().unwrap(), role);
    let lanes = vec![
        lane("once", Role::Baseline),
        lane("twin", Role::Contender),
        lane("thrice", Role::Contender),
        lane("once", Role::Clone),
    ];
    let comparisons = [1000, 4000].map(|size| Comparison { params: Params::new(), size });
    let contest = Contest::new("tiny", "sum", Throughput::of("byte"), lanes, comparisons.into());
    Plan {
        margin: 0.00001,
        budget_s: 0.4,
        total_s: 60.0,
        rounds: Some(2000),
        sample_ns: 100_000,
        blocks_per_launch: 8,
        ..Plan::new(seed, Mode::Standard, vec![contest])
    }
}

/// The store hears first, then the witness.
struct Both {
    writer: RunWriter,
    witness: File,
}

impl Listener for Both {
    fn hear(&mut self, event: &Event) -> anyhow::Result<()> {
        self.writer.hear(event)?;
        if let Event::Block(block) = event {
            self.witness.write_all(format!("{}{END}\n", line(block)).as_bytes())?;
            self.witness.sync_data()?;
        }
        Ok(())
    }
}

/// What a line of the witness ends with: without it the process was killed in the midst of it.
const END: &str = " .";

/// What the witness saw of a run.
fn seen(folder: &Path, run: &str) -> Vec<String> {
    let text = fs::read_to_string(witness(folder, run)).unwrap_or_default();
    text.lines().filter_map(|line| line.strip_suffix(END)).map(str::to_owned).collect()
}

fn witness(folder: &Path, run: &str) -> PathBuf {
    folder.join(format!("witness-{run}"))
}

/// A block in a line: where it belongs, and every number of it.
fn line(block: &Block) -> String {
    format!("{block:?}")
}

/// The process that is killed: goes on with the run that was cut off, or begins one, and completes it.
#[test]
#[ignore = "started by the test below"]
fn measure_until_killed() {
    let folder = PathBuf::from(env::var_os(FOLDER).unwrap());
    let store = Store::open(&folder.join("runs.sqlite")).unwrap();
    let past = store.latest_resumable().unwrap().map(|found| store.run(&found.id).unwrap());
    let entrant = |name: &str| LaneProgram {
        program: Program {
            cores: Default::default(),
            env: Vec::new(),
            argv: vec![folder.join("tiny").display().to_string()],
            folder: folder.clone(),
            artefact: "one".to_owned(),
            code: Err(Unknown::because("nobody asks")),
            growth: Err(Unknown::because("nobody asks")),
            files: Unchanged::default(),
        },
        name: name.to_owned(),
        compiles: false,
        function: None,
        relinkable: None,
    };
    let seed = env::var("PARAGONE_TEST_SEED").unwrap().parse().unwrap();
    let plan = past.as_ref().map_or_else(|| plan(seed), |run| run.plan.clone());
    let entry = ContestPrograms {
        lanes: plan.contests[0].lanes.iter().map(|lane| Ok(entrant(&lane.implementation.name))).collect(),
        reference: Some(entrant("once")),
        input: InputKind::Random { seed: 1, count: 1 },
        fixed: Params::new(),
        vectors: Vec::new(),
        given: Supply::Bytes,
    };
    let machine = describe(Path::new("/"));
    let writer = match &past {
        Some(run) => RunWriter::resume(store, &run.id).unwrap(),
        None => {
            let versions = Versions::default();
            let beginning = Beginning { command: "", note: "", plan: &plan, machine: &machine, versions: &versions };
            RunWriter::begin(store, &beginning).unwrap()
        }
    };
    let around = Surroundings {
        cores: Vec::new(),
        keeper: PROGRAM.into(),
        core: None,
        memory: 0,
        deadline: Duration::from_secs(60),
        limits: paragone_wire::Limits::default(),
        env: Vec::new(),
    };
    let mut witness = File::options().append(true).create(true).open(witness(&folder, writer.id())).unwrap();
    // The line before may have no end.
    witness.write_all(b"\n").unwrap();
    let mut both = Both { writer, witness };
    let inputs = Inputs::new(&folder.join("inputs")).unwrap();
    let (entries, stop) = ([entry], AtomicBool::new(false));
    let past = past.as_ref().map_or_else(|| RunPast::none(&plan), RunPast::of);
    let task = RunTask {
        until_s: plan.timing_s(),
        plan: &plan,
        entries: &entries,
        around: &around,
        inputs: &inputs,
        listener: &mut both,
        stop: &stop,
        instruments: None,
        gauges: None,
    };
    assert_eq!(carry_out(task, past, &mut Judge::new(Spreads::new())).unwrap(), Ended::Complete);
    both.writer.finish(RunState::Complete).unwrap();
}

fn driver(folder: &Path) {
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/c");
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", "-I"]).arg(&sdk).arg("-o").arg(folder.join("tiny"));
    let built = compiler.arg(suites().join("tiny/tiny.c")).arg(sdk.join("paragone.c")).status();
    assert!(built.expect("a C compiler, `cc`").success());
}

/// When a process is killed.
#[derive(Clone, Copy)]
struct Moment {
    /// Not before it has measured something.
    measured: bool,
    after: Duration,
}

/// Bytes that witnesses have written, of all runs.
fn witnessed(folder: &Path) -> u64 {
    let files = fs::read_dir(folder).unwrap().flatten();
    let of_witness = files.filter(|file| file.file_name().to_string_lossy().starts_with("witness-"));
    of_witness.filter_map(|file| Some(file.metadata().ok()?.len())).sum()
}

/// Starts the process above, and kills it at that moment; false if it had ended by then.
fn kill_one(folder: &Path, seed: usize, moment: Option<Moment>) -> bool {
    let before = witnessed(folder);
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "killed::measure_until_killed", "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .env("PARAGONE_TEST_SEED", seed.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    if let Some(Moment { measured, after }) = moment {
        // More than the line end with which it begins.
        let has_measured = || witnessed(folder) > before + 1;
        while measured && !has_measured() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        // The moment is what is tested: it falls wherever the process happens to be.
        std::thread::sleep(after);
    }
    if moment.is_some() {
        child.kill().unwrap();
    }
    // It may have ended by itself just before.
    let ended = child.wait().unwrap();
    let killed = ended.signal().is_some();
    assert!(killed || ended.success(), "{ended}");
    // A child of it that had not become another program yet holds its claim for a moment more, and whoever came in that
    // moment would begin another run.
    let path = folder.join("runs.sqlite");
    if killed && path.exists() {
        wait_until("the claim is let go of", || {
            Store::open_to_read(&path).unwrap().list().unwrap().iter().all(|run| !run.live)
        });
    }
    killed
}

/// Reads the newest run, and holds it against what the witness saw.
fn newest(folder: &Path) -> Option<Run> {
    let path = folder.join("runs.sqlite");
    if !path.exists() {
        return None;
    }
    let store = Store::open_to_read(&path).unwrap();
    for summary in store.list().unwrap() {
        let run = store.run(&summary.id).unwrap();
        let (kept, seen) = (run.blocks.iter().map(line).collect::<Vec<_>>(), seen(folder, &run.id));
        let lost: Vec<&String> = seen.iter().filter(|line| !kept.contains(line)).collect();
        assert!(lost.is_empty(), "run {}: {} of {} blocks are lost: {lost:?}", run.id, lost.len(), seen.len());
    }
    let newest = store.list().unwrap().into_iter().next()?;
    Some(store.run(&newest.id).unwrap())
}

#[test]
fn no_committed_block_is_lost_and_what_was_cut_off_completes() {
    let folder = tempfile::tempdir().unwrap();
    driver(folder.path());
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(20);
    let (mut kills, mut seed, mut cut_off_in_measuring) = (0, 0, 0);
    while kills < KILLS {
        seed += 1;
        assert!(seed < 20 * KILLS, "the process ends before it can be killed");
        let mut of_this_run = 0;
        while of_this_run < KILLS_OF_A_RUN && kills < KILLS {
            // Each other one in mid-measurement, however slowly the machine starts a process.
            let after = Duration::from_millis(30 + dice.next_u64() % 400);
            if !kill_one(folder.path(), seed, Some(Moment { measured: kills % 2 == 1, after })) {
                break;
            }
            (kills, of_this_run) = (kills + 1, of_this_run + 1);
            if let Some(run) = newest(folder.path()) {
                cut_off_in_measuring += usize::from(run.state == RunState::Open && !run.blocks.is_empty());
            }
        }
        kill_one(folder.path(), seed, None);
        let run = newest(folder.path()).expect("a run");
        completed(&run);
        // Each kill may have fallen between a commit and the witness's line.
        let seen = seen(folder.path(), &run.id).len();
        assert!(seen <= run.blocks.len() && seen + of_this_run >= run.blocks.len(), "{seen} of {}", run.blocks.len());
    }
    assert!(cut_off_in_measuring > KILLS / 4, "only {cut_off_in_measuring} kills met a run that had measured");
    wait_until("every claim is let go of", || {
        let store = Store::open_to_read(&folder.path().join("runs.sqlite")).unwrap();
        store.list().unwrap().iter().all(|run| run.state == RunState::Complete && !run.live)
    });
}

/// Every comparison has its end, and blocks to speak of.
fn completed(run: &Run) {
    assert_eq!(run.state, RunState::Complete);
    assert!(run.failures().is_empty(), "{:?}", run.failures());
    for comparison in 0..2 {
        let ends = run.events.iter().filter(|event| {
            matches!(event, Event::Stopped { comparison: of, reason, .. }
                if *of == comparison && *reason != StopReason::Interrupted)
        });
        assert_eq!(ends.count(), 1, "comparison {comparison} of run {}", run.id);
        assert!(run.blocks.iter().any(|block| block.comparison == comparison));
    }
    let findings = paragone::judge::findings(run);
    assert_eq!(findings.contests[0].comparisons.len(), 2);
}
