//! Measures the machine, and the lab itself on it: whole comparisons whose true answer is known.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Instant;

use serde::Serialize;

use crate::cli::args::Common;
use crate::cli::execute::Job;
use crate::cli::execute::around;
use crate::cli::execute::execute;
use crate::cli::exit::Exit;
use crate::cli::exit::Misuse;
use crate::cli::interrupt::asked_to_stop;
use crate::cli::lab::Lab;
use crate::cli::measure_options::MeasureArgs;
use crate::cli::measure_options::MeasureOptions;
use crate::cli::measure_options::share;
use crate::cli::programs::Programs;
use crate::cli::run::store_path;
use crate::driver::pin;
use crate::judge::findings;
use crate::measure::Clock;
use crate::measure::Entrant;
use crate::measure::Entry;
use crate::measure::Noise;
use crate::measure::RoundTrip;
use crate::measure::clock;
use crate::measure::describe;
use crate::measure::round_trip;
use crate::measure::spin_noise;
use crate::model::Comparison;
use crate::model::Contest;
use crate::model::Event;
use crate::model::ImplementationId;
use crate::model::Lane;
use crate::model::Listener;
use crate::model::Machine;
use crate::model::Mode;
use crate::model::Params;
use crate::model::Plan;
use crate::model::Role;
use crate::model::Throughput;
use crate::model::Verdict;
use crate::model::Versions;
use crate::model::unit;
use crate::suite::implementations;
use crate::suite::named;
use crate::suite::parse_size;
use paragone_stats::rate;

/// Measures this machine through the same functions that `run` uses: its clock, its noise, the way
/// to a driver and back; and, when asked, whole comparisons whose true answer is known.
///
/// `--aa 200` compares a program with itself 200 times: every difference found is a false alarm.
/// `--detect 1%` compares a program with itself at a size that is 1 % larger: a difference not
/// found is a miss. The comparisons are kept in the store like any run.
#[derive(Debug, clap::Args)]
pub struct DoctorArgs {
    /// Compare a program with itself, N times
    #[arg(long, value_name = "N", conflicts_with = "detect")]
    pub aa: Option<usize>,
    /// Compare a program with itself doing this much more
    #[arg(long, value_name = "PERCENT", value_parser = share)]
    pub detect: Option<f64>,
    /// How many comparisons `--detect` makes
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub comparisons: usize,
    /// Which program: SUITE/BENCHMARK/IMPLEMENTATION
    #[arg(long, value_name = "CELL", default_value = "chain/mul/rust.mul")]
    pub benchmark: String,
    /// At which size [default: the benchmark's middle short size]
    #[arg(long, value_name = "SIZE")]
    pub size: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub measure: MeasureArgs,
}

/// What was found, as `--json` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct Diagnosis {
    pub paragone: String,
    pub machine: Machine,
    pub clock: ClockFound,
    /// Median over the slowest driver.
    pub round_trip_us: Option<f64>,
    pub round_trips: Vec<RoundTripFound>,
    pub spin: SpinFound,
    pub aa: Option<AaFound>,
    pub detect: Option<DetectFound>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ClockFound {
    pub name: String,
    pub resolution_ns: f64,
    pub cost_ns: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct RoundTripFound {
    pub driver: String,
    pub start_ms: f64,
    pub median_us: f64,
    pub p99_us: f64,
}

/// How much longer than its fastest a fixed piece of work of 1 ms took, as shares.
#[derive(Clone, Debug, Serialize)]
pub struct SpinFound {
    pub turns: usize,
    pub fastest_ns: f64,
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub p100: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct AaFound {
    pub run: String,
    pub benchmark: String,
    pub size: u64,
    pub mode: Mode,
    pub margin: f64,
    pub comparisons: usize,
    pub false_alarms: usize,
    pub same: usize,
    /// Not enough data, or unreliable.
    pub unsure: usize,
    /// Of the rate of false alarms, at 95 %, as a share.
    pub upper_bound: f64,
    /// To the verdict, the start of the drivers included.
    pub median_seconds: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct DetectFound {
    pub run: String,
    pub benchmark: String,
    pub size: u64,
    pub mode: Mode,
    pub margin: f64,
    pub percent: f64,
    pub comparisons: usize,
    pub found: usize,
    pub wrong_way: usize,
    pub same: usize,
    pub unsure: usize,
    /// Comparisons whose drawn interval contains the true ratio.
    pub covered: usize,
    /// Of the rate of detection, at 95 %, as a share.
    pub lower_bound: f64,
    pub median_seconds: f64,
}

/// The program that comparisons are made with.
pub struct Subject {
    pub suite: String,
    pub benchmark: String,
    pub implementation: ImplementationId,
    pub unit: Throughput,
    pub size: u64,
    pub params: Params,
    pub entry: Entry,
    pub versions: Versions,
}

/// Where doctor keeps things, and whom it obeys.
pub struct Place<'a> {
    pub options: &'a MeasureOptions,
    pub machine: &'a Machine,
    pub store: &'a Path,
    pub inputs: &'a Path,
    pub stop: &'a AtomicBool,
}

/// Does what was typed.
pub fn doctor(args: &DoctorArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let lab = Lab::open(common)?;
    let machine = describe(Path::new("/"));
    let mut measure = args.measure.clone();
    // Comparisons of one machine with itself are short; so quick is the natural mode here.
    measure.quick = !measure.standard;
    let mut options = measure.settle(common.config.as_deref(), machine.memory_bytes)?;
    if measure.budget.is_none() && options.mode == Mode::Quick {
        options.budget_s = 5.0;
    }
    let mut progress = |text: &str| eprintln!("{text}");
    let subject = subject(args, &lab, &mut progress)?;
    let stop = asked_to_stop()?;
    let (store, inputs) = (store_path(common)?, lab.inputs());
    let place = Place { options: &options, machine: &machine, store: &store, inputs: &inputs, stop: &stop };
    let drivers = rulers(&lab, &mut progress);
    let mut found = examine(&place, &drivers)?;
    if let Some(count) = args.aa {
        found.aa = Some(same_against_same(&subject, &place, count)?);
    }
    if let Some(more) = args.detect {
        found.detect = Some(more_against_less(&subject, &place, args.comparisons, more)?);
    }
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &found)?;
        writeln!(out)?;
    } else {
        write(out, &found)?;
    }
    Ok(if stop.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Done })
}

/// The program that `--benchmark` names, built.
fn subject(args: &DoctorArgs, lab: &Lab, progress: &mut dyn FnMut(&str)) -> anyhow::Result<Subject> {
    let parts: Vec<&str> = args.benchmark.split('/').collect();
    let [suite, benchmark, implementation] = parts[..] else {
        let text = format!("--benchmark: `{}` is not SUITE/BENCHMARK/IMPLEMENTATION", args.benchmark);
        return Err(Misuse(text).into());
    };
    let suite = lab.suite(suite)?;
    let found = suite.benchmarks.iter().find(|one| one.name == benchmark);
    let benchmark = found.ok_or_else(|| Misuse(format!("suite `{}` has no benchmark `{benchmark}`", suite.name)))?;
    let wanted: ImplementationId = implementation.parse().map_err(Misuse)?;
    let all = implementations(suite, &benchmark.name);
    let id = named(&all, &wanted).map(|one| one.id.clone());
    let id = id.ok_or_else(|| Misuse(format!("{}/{} has no `{wanted}`", suite.name, benchmark.name)))?;
    let size = match &args.size {
        Some(text) => parse_size(text).map_err(|text| Misuse(format!("--size: {text}")))?,
        None => benchmark.sizes.short[benchmark.sizes.short.len() / 2],
    };
    let mut programs = Programs::default();
    programs.make(suite, &benchmark.name, &id, &lab.toolchains, &lab.cache, progress);
    let entrant = programs.entrant(suite, &benchmark.name, &id).map_err(|fault| anyhow::anyhow!("{id}: {fault}"))?;
    Ok(Subject {
        suite: suite.name.clone(),
        benchmark: benchmark.name.clone(),
        implementation: id,
        unit: benchmark.unit.clone(),
        size,
        params: benchmark.params[0].clone(),
        entry: Entry {
            lanes: vec![Ok(entrant); 3],
            reference: None,
            input: benchmark.input.clone(),
            vectors: benchmark.answer.vectors.clone(),
        },
        versions: Versions {
            lab: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: paragone_wire::VERSION,
            tools: programs.tools(),
        },
    })
}

/// A driver of each SDK that this machine can build, from the suite that is the lab's ruler.
fn rulers(lab: &Lab, progress: &mut dyn FnMut(&str)) -> Vec<(String, Entrant)> {
    let Ok(suite) = lab.suite("chain") else { return Vec::new() };
    let mut programs = Programs::default();
    let mut rulers: Vec<(String, Entrant)> = Vec::new();
    for one in implementations(suite, "mul") {
        if rulers.iter().any(|(language, _)| *language == one.id.language) {
            continue;
        }
        programs.make(suite, "mul", &one.id, &lab.toolchains, &lab.cache, progress);
        let entrant = programs.entrant(suite, "mul", &one.id).ok();
        rulers.extend(entrant.map(|entrant| (one.id.language.clone(), entrant)));
    }
    rulers
}

/// Clock, noise and round trips.
pub fn examine(place: &Place<'_>, drivers: &[(String, Entrant)]) -> anyhow::Result<Diagnosis> {
    let around = around(place.machine, place.options)?;
    let noise = on_the_drivers_core(place.machine, || spin_noise(1000));
    if let Some(core) = place.machine.lab_core {
        pin::pin_to(core);
    }
    pin::come_first();
    let Clock { resolution_ns, cost_ns } = clock();
    let mut round_trips = Vec::new();
    for (name, entrant) in drivers {
        let trip = round_trip(entrant, &around, 2000).map_err(|fault| anyhow::anyhow!("{name}: {fault}"))?;
        round_trips.push(shown(name, &trip));
    }
    let round_trip_us = round_trips.iter().map(|trip| trip.median_us).reduce(f64::max);
    Ok(Diagnosis {
        paragone: env!("CARGO_PKG_VERSION").to_owned(),
        machine: place.machine.clone(),
        clock: ClockFound { name: "CLOCK_MONOTONIC".to_owned(), resolution_ns, cost_ns },
        round_trip_us,
        round_trips,
        spin: spin_found(&noise),
        aa: None,
        detect: None,
    })
}

/// A thread of its own, so that the lab's thread stays where it is.
fn on_the_drivers_core<T: Send>(machine: &Machine, work: impl FnOnce() -> T + Send) -> T {
    let pinned = || {
        if let Some(core) = machine.driver_core {
            pin::pin_to(core);
        }
        work()
    };
    std::thread::scope(|scope| scope.spawn(pinned).join()).unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn shown(name: &str, trip: &RoundTrip) -> RoundTripFound {
    let at = |share: f64| trip.times_us[((trip.times_us.len() - 1) as f64 * share) as usize];
    RoundTripFound { driver: name.to_owned(), start_ms: trip.start_ms, median_us: at(0.5), p99_us: at(0.99) }
}

fn spin_found(noise: &Noise) -> SpinFound {
    SpinFound {
        turns: noise.times_ns.len(),
        fastest_ns: noise.times_ns[0],
        p50: noise.excess(0.5),
        p90: noise.excess(0.9),
        p99: noise.excess(0.99),
        p100: noise.excess(1.0),
    }
}

/// What whole comparisons came to.
struct Tally {
    run: String,
    faster: usize,
    slower: usize,
    same: usize,
    unsure: usize,
    covered: usize,
    comparisons: usize,
    median_seconds: f64,
}

/// `--aa`: a program against itself.
pub fn same_against_same(subject: &Subject, place: &Place<'_>, count: usize) -> anyhow::Result<AaFound> {
    let tally = compare(subject, place, count, 1.0)?;
    let false_alarms = tally.faster + tally.slower;
    Ok(AaFound {
        run: tally.run,
        benchmark: cell_name(subject),
        size: subject.size,
        mode: place.options.mode,
        margin: place.options.margin,
        comparisons: tally.comparisons,
        false_alarms,
        same: tally.same,
        unsure: tally.unsure,
        upper_bound: rate::upper_bound(false_alarms as u64, tally.comparisons as u64, 0.05),
        median_seconds: tally.median_seconds,
    })
}

/// `--detect`: a program against itself doing more.
pub fn more_against_less(subject: &Subject, place: &Place<'_>, count: usize, more: f64) -> anyhow::Result<DetectFound> {
    let tally = compare(subject, place, count, 1.0 + more)?;
    Ok(DetectFound {
        run: tally.run,
        benchmark: cell_name(subject),
        size: subject.size,
        mode: place.options.mode,
        margin: place.options.margin,
        percent: more * 100.0,
        comparisons: tally.comparisons,
        found: tally.slower,
        wrong_way: tally.faster,
        same: tally.same,
        unsure: tally.unsure,
        covered: tally.covered,
        lower_bound: rate::lower_bound(tally.slower as u64, tally.comparisons as u64, 0.05),
        median_seconds: tally.median_seconds,
    })
}

fn cell_name(subject: &Subject) -> String {
    format!("{}/{}/{}", subject.suite, subject.benchmark, subject.implementation)
}

/// So many comparisons, each with processes of its own, as contests of one run.
fn compare(subject: &Subject, place: &Place<'_>, count: usize, stretch: f64) -> anyhow::Result<Tally> {
    let options = place.options;
    let lane = |role, stretch| Lane { implementation: subject.implementation.clone(), role, stretch };
    let contest = Contest {
        suite: subject.suite.clone(),
        benchmark: subject.benchmark.clone(),
        question: "Is the lab right?".to_owned(),
        unit: subject.unit.clone(),
        lanes: vec![lane(Role::Baseline, 1.0), lane(Role::Contender, stretch), lane(Role::Clone, 1.0)],
        comparisons: vec![Comparison { params: subject.params.clone(), size: subject.size }],
    };
    let plan = Plan {
        seed: options.seed,
        mode: options.mode,
        margin: options.margin,
        alpha: Plan::ALPHA,
        budget_s: options.budget_s,
        total_s: options.budget_s * count as f64,
        rounds: options.rounds,
        sample_ns: Plan::SAMPLE_NS,
        blocks_per_launch: Plan::BLOCKS_PER_LAUNCH,
        contests: vec![contest; count],
    };
    let job = Job {
        plan: &plan,
        entries: &vec![subject.entry.clone(); count],
        machine: place.machine,
        versions: &subject.versions,
        options,
        store: place.store,
        inputs: place.inputs,
        command: &std::env::args().collect::<Vec<_>>().join(" "),
        note: "doctor",
        resume: None,
        stop: place.stop,
    };
    let mut stopwatch = Stopwatch { since: Instant::now(), seconds: vec![0.0; count] };
    let (run, _) = execute(&job, &mut stopwatch)?;
    let truth = (plan.contests[0].cell(1, 0).size as f64 / subject.size as f64).ln();
    let mut tally = Tally {
        run: run.id.clone(),
        faster: 0,
        slower: 0,
        same: 0,
        unsure: 0,
        covered: 0,
        comparisons: 0,
        median_seconds: 0.0,
    };
    for contest in &findings(&run).contests {
        for row in contest.comparisons.iter().flat_map(|comparison| &comparison.rows) {
            let Some(estimate) = &row.estimate else {
                if let Verdict::Failed { text } | Verdict::Wrong { text } = &row.verdict {
                    anyhow::bail!("{}: {text}", row.implementation);
                }
                continue;
            };
            tally.comparisons += 1;
            tally.covered += usize::from(estimate.drawn.contains(truth));
            match row.verdict {
                Verdict::Faster { .. } => tally.faster += 1,
                Verdict::Slower { .. } => tally.slower += 1,
                Verdict::Same { .. } => tally.same += 1,
                _ => tally.unsure += 1,
            }
        }
    }
    let mut seconds = stopwatch.seconds;
    seconds.truncate(tally.comparisons.max(1));
    seconds.sort_by(f64::total_cmp);
    tally.median_seconds = seconds[seconds.len() / 2];
    Ok(tally)
}

/// Seconds by contest, from the end of the one before to the verdict.
struct Stopwatch {
    since: Instant,
    seconds: Vec<f64>,
}

impl Listener for Stopwatch {
    fn hear(&mut self, event: &Event) -> anyhow::Result<()> {
        match event {
            Event::Stopped { contest, .. } => self.seconds[*contest] += self.since.elapsed().as_secs_f64(),
            Event::LaunchEnded { contest, .. } => {
                // A comparison of several launches goes on; what the last launch took to end is not its own.
                if self.seconds[*contest] == 0.0 {
                    return Ok(());
                }
                self.since = Instant::now();
            }
            _ => {}
        }
        Ok(())
    }
}

/// Writes the diagnosis as people read it.
pub fn write(out: &mut dyn Write, found: &Diagnosis) -> std::io::Result<()> {
    let machine = &found.machine;
    let cpu = machine.cpu.as_deref().unwrap_or("unknown CPU");
    writeln!(out, "machine      {cpu}, {} cores, kernel {}", machine.cores, machine.kernel)?;
    let core = |core: Option<u32>| core.map_or("any".to_owned(), |core| core.to_string());
    writeln!(out, "cores        drivers on {}, the lab on {}", core(machine.driver_core), core(machine.lab_core))?;
    let clock = &found.clock;
    writeln!(
        out,
        "clock        {}: steps of {}, {} a reading",
        clock.name,
        unit::time(clock.resolution_ns),
        unit::time(clock.cost_ns)
    )?;
    if let Some(hz) = machine.tsc_hz {
        writeln!(out, "counter      TSC at {:.3} MHz", hz / 1e6)?;
    }
    let spin = &found.spin;
    writeln!(
        out,
        "noise        {} of fixed work, {} times: half within +{}, 99 of 100 within +{}, worst +{}",
        unit::time(spin.fastest_ns),
        spin.turns,
        unit::percent(spin.p50),
        unit::percent(spin.p99),
        unit::percent(spin.p100)
    )?;
    for trip in &found.round_trips {
        writeln!(
            out,
            "round trip   {}: {:.1} us, 99 of 100 within {:.1} us; starts in {:.1} ms",
            trip.driver, trip.median_us, trip.p99_us, trip.start_ms
        )?;
    }
    if let Some(aa) = &found.aa {
        writeln!(
            out,
            "a against a  {} at size {}, {}, margin {}: {} comparisons, {} false alarms (at most {} of all, at 95 %), {} same, {} unsure; {:.2} s each",
            aa.benchmark,
            aa.size,
            word(aa.mode),
            unit::percent(aa.margin),
            aa.comparisons,
            aa.false_alarms,
            unit::percent(aa.upper_bound),
            aa.same,
            aa.unsure,
            aa.median_seconds
        )?;
    }
    if let Some(it) = &found.detect {
        writeln!(
            out,
            "detection    {} at size {}, {}, {} more, margin {}: {} of {} found (at least {} of all, at 95 %), {} the wrong way, {} same, {} unsure; interval right in {}; {:.2} s each",
            it.benchmark,
            it.size,
            word(it.mode),
            unit::percent(it.percent / 100.0),
            unit::percent(it.margin),
            it.found,
            it.comparisons,
            unit::percent(it.lower_bound),
            it.wrong_way,
            it.same,
            it.unsure,
            it.covered,
            it.median_seconds
        )?;
    }
    Ok(())
}

fn word(mode: Mode) -> &'static str {
    match mode {
        Mode::Quick => "quick",
        Mode::Standard => "standard",
    }
}
