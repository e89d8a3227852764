//! The HTML report in a browser, as a reader has it: made here, driven by `tests/page/check.mjs` and, control by
//! control, by `tests/page/any.mjs`. How soon a page can be used is `bench/page`'s to ask.
//!
//! Needs node, chromium, and the packages of `tests/page` (`npm ci` there). Where one is missing the test says so and
//! checks nothing; with `PARAGONE_ALL_LANGUAGES`, as in `.ci/run`, that is a failure.

#[path = "page/compare.rs"]
mod compare;
#[path = "page/cause.rs"]
mod cause;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use paragone::model::{
    Amount, Better, Caveat, Choice, ComparisonFinding, ContestFinding, Crossover, CrossoverPlace, Estimate, Findings,
    Heap, ImplementationId, Interval, Machine, Mode, Outcome, Percentiles, Plan, Resources, Row, Run, RunState, Shape,
    Standing, StopReason, Stretch, Throughput, TrialMetric, Trials, Use, Verdict, Versions,
};
use paragone::report::{Sheet, html};

use cause::with_cause;
use compare::compare_page;

/// What a name might do, if it were let.
const HOSTILE: &str = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";

fn id(name: &str) -> ImplementationId {
    ImplementationId { language: "c".into(), name: name.into(), build: None }
}

fn row(place: usize, name: &str, size: u64, machine: usize) -> Row {
    let ns = (20.0 + 7.0 * place as f64 + size as f64 * (0.2 + 0.01 * place as f64)) * (1.0 + machine as f64 / 3.0);
    let log = (1.0 + place as f64 / 20.0).ln();
    let interval = Interval { low: log - 0.01, high: log + 0.01 };
    let estimate = Estimate {
        ratio: log,
        interval,
        floor: log,
        hodges_lehmann: log,
        noise: 0.002,
        blocks: 40,
        launches: 5,
        raced: false,
    };
    let heights = (0..40).map(|at| (-((f64::from(at) - 14.0) / 6.0).powi(2)).exp()).collect();
    let course =
        (0..24).map(|at| Stretch { at_s: f64::from(at) + 0.5, per_call_ns: ns * (1.0 + f64::from(at % 5) / 100.0) });
    let mut resources = Resources::new();
    resources.insert("mallocs".into(), Amount::Known(place as f64));
    resources.insert("peak-memory".into(), Amount::Known(1e6 + size as f64));
    let slower = Verdict::Slower { at_least: place as f64 / 21.0, likely: place as f64 / 20.0, at_most: None };
    Row {
        estimate: (place > 0).then_some(estimate),
        standing: Some(if place == 0 { Standing::Fastest } else { Standing::Behind }),
        to_best: Some((log.exp(), log.exp() * 0.99, log.exp() * 1.01)),
        times: Some(Percentiles {
            samples: 900,
            p0: ns * 0.97,
            p25: ns * 0.99,
            p50: ns,
            p75: ns * 1.03,
            p90: ns * 1.1,
            p99: ns * 2.0,
            p100: ns * 20.0,
        }),
        core_cycles_floor: (size > 0).then(|| ns * 2.9 / size.max(1) as f64),
        core_cycles: (size > 0).then(|| ns * 3.0 / size.max(1) as f64),
        empty_call_ns: Some(1.5),
        resources,
        caveats: vec![Caveat::OtherAnswer { text: format!("Its times have 2 typical values ({name}).") }],
        shape: Shape { heap: Some(Heap { low_ns: ns * 0.97, high_ns: ns * 1.9, heights }), course: course.collect() },
        ..Row::bare(id(name), if place == 0 { Verdict::Baseline } else { slower })
    }
}

fn lost(name: &str) -> Row {
    let died = Verdict::Failed { text: format!("died: signal 11 in {name}") };
    Row::bare(id(name), died)
}

fn contest(benchmark: &str, names: &[String], sizes: &[u64], machine: usize) -> ContestFinding {
    let comparison = |size: &u64| {
        let mut rows: Vec<Row> =
            names.iter().enumerate().map(|(place, name)| row(place, name, *size, machine)).collect();
        rows.push(lost("shaky"));
        ComparisonFinding {
            params: Default::default(),
            size: *size,
            rows,
            fastest: vec![0],
            may_be_as_fast: Vec::new(),
            gap: Some(0.05),
            noise: Some(0.003),
            caveats: vec![Caveat::OtherAnswer { text: "The machine was not idle.".into() }],
            blocks: 40,
            launches: 5,
            spending: Default::default(),
            stopped: Some(StopReason::Certain),
        }
    };
    ContestFinding {
        suite: "suite".into(),
        benchmark: benchmark.into(),
        question: format!("Which is the fastest {benchmark}?"),
        unit: Throughput::of("byte"),
        margin: None,
        baseline: id(&names[0]),
        answer: format!("{} at every size.", names[0]),
        trials: None,
        crossovers: Vec::new(),
        choices: Vec::new(),
        intervention: None,
        revised: None,
        effects: Vec::new(),
        code: Vec::new(),
        comparisons: sizes.iter().map(comparison).collect(),
        commands: Vec::new(),
        start_ns: None,
    }
}

/// Two changes of lead, one of them never looked for, and what follows from them.
fn with_leads(mut contest: ContestFinding) -> ContestFinding {
    let of = |low, high, place, below, above| Crossover {
        low,
        high,
        place,
        below,
        above,
        ..Crossover::open(id("one"), id(HOSTILE), 0.95)
    };
    contest.crossovers = vec![
        of(64, 1024, CrossoverPlace::Once, Some(820), Some(855)),
        of(4096, 65536, CrossoverPlace::Open, None, None),
    ];
    let to_use =
        |name, from, to| Use { implementations: vec![id(name)], from, to, at_most: Some(0.0), confidence: None };
    contest.choices = vec![Choice {
        params: Default::default(),
        text: format!("Use c.one up to 820 B and c.{HOSTILE} from 855 B on."),
        uses: vec![to_use("one", 0, 820), to_use(HOSTILE, 855, 1 << 20)],
        alone: Vec::new(),
    }];
    contest
}

/// A benchmark that a metric decides, with another that some tell and that may be 0.
fn trials(names: &[String], sizes: &[u64]) -> ContestFinding {
    let metric =
        |name: &str, unit: &str, better| TrialMetric { name: name.into(), unit: unit.into(), better, exact: false };
    let metrics = vec![metric("depth", "frame", Better::More), metric("lost", "frame", Better::Less)];
    let mut contest = contest("trials", names, sizes, 0);
    for comparison in &mut contest.comparisons {
        let rows = comparison.rows.iter_mut().enumerate().filter(|(_, row)| row.times.is_some());
        for (place, row) in rows {
            let values: Vec<f64> = (0..7).map(|trial| 40.0 - 3.0 * place as f64 + f64::from(trial % 4)).collect();
            let depth = Outcome {
                metric: "depth".into(),
                average: values.iter().sum::<f64>() / 7.0,
                worst: values[0],
                median: values[1],
                best: values[3],
                values,
            };
            let none = Outcome {
                metric: "lost".into(),
                values: vec![0.0; 7],
                average: 0.0,
                worst: 0.0,
                median: 0.0,
                best: 0.0,
            };
            row.outcomes = if place == 1 { vec![depth] } else { vec![depth, none] };
        }
    }
    contest.trials = Some(Trials { decides: "depth".into(), least: 7, most: 7, metrics });
    contest
}

fn run(machine: usize, cpu: &str) -> Run {
    Run {
        id: format!("{machine:016x}"),
        began: 1_783_852_980,
        state: RunState::Complete,
        note: String::new(),
        command: "paragone run suite".into(),
        plan: Plan::new(7, Mode::Standard, Vec::new()),
        machine: Machine {
            cpu: Some(cpu.into()),
            architecture: "x86_64".into(),
            cores: 2,
            caches: vec![("L1d".into(), 32 << 10), ("L2".into(), 1 << 20)],
            kernel: "Linux 6.1.0".into(),
            ..Machine::default()
        },
        versions: Versions { lab: "0.1.0".into(), protocol: 1, tools: Vec::new() },
        blocks: Vec::new(),
        events: Vec::new(),
        schema: 2,
    }
}

fn page(runs: &[(Run, Findings)], name: &str) -> PathBuf {
    let borrowed: Vec<(&Run, &Findings)> = runs.iter().map(|(run, findings)| (run, findings)).collect();
    kept(&html(&Sheet::of(&borrowed, "")).unwrap(), name)
}

fn kept(text: &str, name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

fn findings(contests: Vec<ContestFinding>) -> Findings {
    Findings { contests, ..Findings::default() }
}

/// A few implementations, one of them with a name that tries to be a script, and two machines.
fn small() -> PathBuf {
    let names: Vec<String> = ["one", "two", HOSTILE, "four"].map(str::to_owned).to_vec();
    let sizes = [0, 64, 1024, 4096, 65536, 1 << 20];
    let of = |machine: usize, cpu: &str| {
        let mut contests = vec![
            with_cause(with_leads(contest("first", &names, &sizes, machine))),
            contest("second", &names[..2], &[64], machine),
        ];
        contests.push(trials(&names, &[64, 1024]));
        (run(machine, cpu), findings(contests))
    };
    page(&[of(0, "A processor"), of(1, HOSTILE)], "small.html")
}

/// 50 implementations at 40 sizes on 5 machines.
fn big() -> PathBuf {
    let names: Vec<String> = (0..50).map(|place| format!("way-{place:02}")).collect();
    let sizes: Vec<u64> = (0..40).map(|step| 1.5f64.powi(step) as u64 + step as u64).collect();
    let of = |machine: usize| {
        let found = findings(vec![contest("big", &names, &sizes, machine)]);
        (run(machine, &format!("Processor {machine}")), found)
    };
    page(&(0..5).map(of).collect::<Vec<_>>(), "big.html")
}

/// Why the browser cannot be asked, if it cannot.
fn missing(folder: &Path) -> Option<String> {
    let works = |program: &str| Command::new(program).arg("--version").output().is_ok_and(|it| it.status.success());
    if !works("node") {
        return Some("node is not here: install the Debian package nodejs".into());
    }
    let named = env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
    if !works(&named) {
        return Some("chromium is not here: install the Debian package chromium".into());
    }
    (!folder.join("node_modules").is_dir())
        .then(|| format!("the packages are not here: `npm ci` in {}", folder.display()))
}

/// Whether there is a browser to ask.
fn can_ask(folder: &Path) -> bool {
    let Some(why) = missing(folder) else { return true };
    let strict = env::var("PARAGONE_ALL_LANGUAGES").is_ok_and(|value| !value.is_empty());
    assert!(!strict, "{why}");
    eprintln!("skipped: {why}");
    false
}

fn driven(script: &str, pages: &[PathBuf]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page");
    if !can_ask(&folder) {
        return;
    }
    let output = Command::new("node").arg(folder.join(script)).args(pages).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    println!("{told}");
    assert!(output.status.success(), "{told}\n{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_reader_can_use_every_part_of_it() {
    driven("check.mjs", &[small(), big(), kept(&compare_page(HOSTILE), "compare.html")]);
}

/// What `bench/page` finds no fault in has to be without one here, and the other way round.
#[test]
fn every_control_of_any_page_changes_something() {
    let names = ["one", "two"].map(str::to_owned);
    let found = findings(vec![contest("first", &names, &[64, 1024, 4096], 0), trials(&names, &[64, 1024])]);
    let pages = [page(&[(run(0, "A processor"), found)], "any.html"), kept(&compare_page("two"), "any-compare.html")];
    driven("any.mjs", &pages);
}
