//! Makes a store of many runs with made-up samples, for measuring what reading such a store costs.
//!
//! usage: many_runs FILE RUNS SAMPLES
//!
//! In: a file that is not there yet, how many runs, how many samples in all. Out: the store; on standard
//! output the id of its last run. One benchmark, five implementations and the baseline's second process, five
//! sizes; one implementation becomes 12 % slower after three fifths of the runs. Numbers come from a fixed
//! seed. It knows nothing of who will read.

use std::path::Path;

use anyhow::Context;
use paragone::model::{
    Block, Comparison, Contest, Event, LaneStart, Launch, Listener, Machine, Mode, Plan, Role, RunState, Sample,
    StopReason, Throughput, Versions,
};
use paragone::store::{Beginning, RunWriter, Store};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use rusqlite::Connection;

const LANES: [(&str, Role, f64); 6] = [
    ("rust.one", Role::Baseline, 1.0),
    ("c.two@gcc-o3", Role::Contender, 0.8),
    ("go.three", Role::Contender, 1.3),
    ("java.four", Role::Contender, 1.1),
    ("python.five", Role::Contender, 40.0),
    ("rust.one", Role::Clone, 1.0),
];
const SIZES: [u64; 5] = [64, 512, 4096, 32768, 262_144];
const LAUNCHES: u32 = 5;
const ROUNDS: u64 = 8;
/// Seconds from one run's beginning to the next one's.
const APART: i64 = 3600;

fn main() -> anyhow::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, runs, samples] = words.as_slice() else { anyhow::bail!("usage: many_runs FILE RUNS SAMPLES") };
    let (runs, samples): (u64, u64) = (runs.parse()?, samples.parse()?);
    let file = Path::new(file);
    anyhow::ensure!(!file.exists(), "`{}` is there already", file.display());
    let of_a_block = ROUNDS * LANES.len() as u64;
    let blocks = samples.div_ceil(runs * SIZES.len() as u64 * u64::from(LAUNCHES) * of_a_block);
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut last = String::new();
    for run in 0..runs {
        let slower = if run * 5 >= runs * 3 { 1.12 } else { 1.0 };
        last = write_run(file, blocks as u32, slower, &mut chance).with_context(|| format!("run {run}"))?;
    }
    // A run begins when it is written: here they are put apart, as if one were made each hour.
    let connection = Connection::open(file)?;
    connection.execute("UPDATE run SET began = 1700000000 + rowid * ?1, ended = 1700000600 + rowid * ?1", [APART])?;
    println!("{last}");
    Ok(())
}

fn write_run(file: &Path, blocks: u32, slower: f64, chance: &mut Xoshiro256PlusPlus) -> anyhow::Result<String> {
    let machine = Machine {
        fingerprint: "5eed5eed5eed5eed".into(),
        cpu: Some("Made-up 3000".into()),
        architecture: "x86_64".into(),
        cores: 2,
        tsc_hz: Some(2.6e9),
        ..Machine::default()
    };
    let versions = Versions { lab: env!("CARGO_PKG_VERSION").into(), protocol: 1, tools: Vec::new() };
    let (plan, note) = (plan(blocks), "made up: no program was measured");
    let beginning = Beginning { command: "many_runs", note, plan: &plan, machine: &machine, versions: &versions };
    let mut writer = RunWriter::begin(Store::open(file)?, &beginning)?;
    // Runs differ from each other too.
    let luck = 1.0 + 0.01 * unit(chance);
    for launch in 0..LAUNCHES {
        writer.hear(&Event::LaunchBegan(start(launch, slower > 1.0)))?;
        for (comparison, size) in SIZES.iter().enumerate() {
            for index in 0..blocks {
                let lanes = LANES.iter().map(|(name, _, pace)| {
                    let pace = if name.starts_with("go") { pace * slower } else { *pace };
                    (0..ROUNDS).map(|_| sample(*size as f64 * pace * luck, chance)).collect()
                });
                let lanes = lanes.collect();
                let began_ns = u64::from(launch * blocks + index) * 10_000_000;
                let readings = Vec::new();
                writer.hear(&Event::Block(Block {
                    contest: 0,
                    comparison,
                    launch,
                    index,
                    began_ns,
                    lanes,
                    readings,
                    race: false,
                }))?;
            }
        }
        writer.hear(&Event::LaunchEnded { contest: 0, launch, measuring_ns: 1_000_000, timed_ns: 900_000 })?;
    }
    for comparison in 0..SIZES.len() {
        let (launch, reason) = (LAUNCHES - 1, StopReason::Certain);
        writer.hear(&Event::Stopped { contest: 0, comparison, launch, reason })?;
    }
    let id = writer.id().to_owned();
    writer.finish(RunState::Complete)?;
    Ok(id)
}

/// From -1 to 1.
fn unit(chance: &mut Xoshiro256PlusPlus) -> f64 {
    chance.next_u32() as f64 / f64::from(u32::MAX) * 2.0 - 1.0
}

/// So many nanoseconds a call, give or take three per cent, in samples of about 200 us.
fn sample(per_call: f64, chance: &mut Xoshiro256PlusPlus) -> Sample {
    let calls = (200_000.0 / per_call).ceil();
    let wall_ns = (calls * per_call * (1.0 + 0.03 * unit(chance))) as u64;
    Sample { calls: calls as u64, wall_ns, cpu_ns: wall_ns.saturating_sub(300) }
}

fn start(launch: u32, newer: bool) -> Launch {
    let lane = |name: &str| {
        Some(LaneStart {
            protocol: Some(2),
            language: name.split('.').next().unwrap_or_default().to_owned(),
            runtime: "made up".into(),
            clock: "none".into(),
            resolution_ns: 1,
            start_ns: 1_000_000,
            empty_call_ns: 1.0,
            round_trip_ns: None,
            artefact: format!("{name} {newer}"),
            code: None,
            layout: None,
        })
    };
    Launch { contest: 0, launch, lanes: LANES.iter().map(|(name, ..)| lane(name)).collect() }
}

fn plan(blocks: u32) -> Plan {
    let comparison = |size: &u64| Comparison { params: Default::default(), size: *size };
    let lane = |(name, role, _): &(&str, Role, f64)| {
        let implementation = name.parse().expect("the names above are those of implementations");
        paragone::model::Lane::new(implementation, *role)
    };
    let contest = Contest {
        question: "What does it cost to read a large store?".into(),
        ..Contest::new(
            "made-up",
            "many",
            Throughput::of("byte"),
            LANES.iter().map(lane).collect(),
            SIZES.iter().map(comparison).collect(),
        )
    };
    Plan { blocks_per_launch: blocks, ..Plan::new(1, Mode::Standard, vec![contest]) }
}
