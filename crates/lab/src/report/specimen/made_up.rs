//! Hand-made runs and findings for tests: what judging would hand over, without any measuring.

use std::collections::BTreeMap;

use crate::model::{
    Alone, Battery, Better, Block, Caveat, Changes, Choice, Comparison, ComparisonFinding, Contest, ContestFinding,
    Crossover, CrossoverPlace, CrossoverPoint, Estimate, Event, Fault, Findings, ImplementationId, ImportSource,
    Interval, Lane, Launch, Machine, MachineState, Mode, Others, Outcome, Percentiles, Plan, Role, Row, Run, RunState,
    Runtime, Sample, SpeedCourse, Standing, StopReason, Tally, Throughput, TrialMetric, Trials, Use, Verdict, Versions,
    Warming, Warmth, When,
};

pub(crate) fn id(text: &str) -> ImplementationId {
    text.parse().unwrap()
}

pub(crate) fn bytes() -> Throughput {
    Throughput::of("byte")
}

/// A row with a time of so many nanoseconds and a ratio to the best.
pub(crate) fn row(name: &str, verdict: Verdict, ns: f64, to_best: f64) -> Row {
    let log = to_best.ln();
    Row {
        estimate: (verdict != Verdict::Baseline).then_some(Estimate {
            ratio: log,
            interval: if verdict == Verdict::NotEnough {
                Interval::EVERYTHING
            } else {
                Interval { low: log - 0.01, high: log + 0.01 }
            },
            floor: log,
            hodges_lehmann: log,
            noise: 0.002,
            blocks: 40,
            launches: 5,
            raced: false,
        }),
        standing: Some(if to_best == 1.0 { Standing::Fastest } else { Standing::Behind }),
        to_best: Some(if to_best == 1.0 { (1.0, 1.0, 1.0) } else { (to_best, to_best * 0.99, to_best * 1.01) }),
        times: Some(Percentiles {
            samples: 1280,
            p0: ns * 0.98,
            p25: ns * 0.99,
            p50: ns,
            p75: ns * 1.02,
            p90: ns * 1.1,
            p99: ns * 2.5,
            p100: ns * 31.0,
        }),
        empty_call_ns: Some(1.8),
        ..Row::bare(id(name), verdict)
    }
}

/// A row without a time.
pub(crate) fn without_time(name: &str, verdict: Verdict) -> Row {
    Row { empty_call_ns: Some(1.8), ..Row::bare(id(name), verdict) }
}

/// Every kind of metric and of row that a metric decides.
pub(crate) fn trials() -> ContestFinding {
    let metric =
        |name: &str, unit: &str, better| TrialMetric { name: name.into(), unit: unit.into(), better, exact: false };
    let metrics = vec![
        metric("depth", "frame", Better::More),
        metric("sustained", "byte/s", Better::More),
        metric("price", "dollar", Better::Less),
    ];
    let told = |name: &str, verdict, to_best, depth: (f64, f64, f64), rate: (f64, f64, f64)| {
        let mut row = row(name, verdict, 1e9, to_best);
        for (metric, (worst, average, best)) in [("depth", depth), ("sustained", rate)] {
            row.readings.insert(metric.into(), Tally { samples: 5, sum: average * 5.0, least: worst, most: best });
            // Five values with this average.
            let median = (4.0 * average - worst - best) / 2.0;
            let values = vec![best, median, worst, average, median];
            row.outcomes.push(Outcome { metric: metric.to_owned(), values, average, worst, median, best });
        }
        row
    };
    let deep = Verdict::Faster { at_least: 0.2, likely: 0.25, at_most: None };
    let rows = vec![
        told("c.direct", deep, 1.0, (38.0, 40.2, 43.0), (1.0e9, 1.05e9, 1.1e9)),
        told("c.buffered", Verdict::Baseline, 1.34, (30.0, 30.0, 30.0), (9e8, 9.5e8, 1.01e9)),
        without_time("rust.uring", Verdict::Failed { text: "died: signal 11".into() }),
    ];
    let mut contest = contest("", vec![at(1 << 20, rows)]);
    contest.comparisons[0].blocks = 5;
    contest.trials = Some(Trials { decides: "depth".into(), least: 5, most: 10, metrics });
    contest
}

pub(crate) fn at(size: u64, rows: Vec<Row>) -> ComparisonFinding {
    ComparisonFinding {
        params: BTreeMap::new(),
        size,
        rows,
        fastest: vec![0],
        may_be_as_fast: Vec::new(),
        gap: Some(0.12),
        noise: Some(0.0031),
        caveats: Vec::new(),
        blocks: 40,
        launches: 5,
        spending: Default::default(),
        stopped: Some(StopReason::Certain),
    }
}

pub(crate) fn contest(answer: &str, comparisons: Vec<ComparisonFinding>) -> ContestFinding {
    ContestFinding {
        suite: "hashes".into(),
        benchmark: "blake2b".into(),
        question: "Which BLAKE2b-512 is fastest at my message length?".into(),
        unit: bytes(),
        margin: None,
        trials: None,
        baseline: id("rust.blake2"),
        answer: answer.into(),
        comparisons,
        crossovers: Vec::new(),
        choices: Vec::new(),
        intervention: None,
        revised: None,
        effects: Vec::new(),
        code: Vec::new(),
        commands: Vec::new(),
        start_ns: None,
    }
}

/// A change of lead that was followed, and how that ended.
pub(crate) fn crossover(place: CrossoverPlace) -> Crossover {
    let (first, second) = (id("rust.blake2b_simd"), id("c.openssl"));
    let point = |(size, ratio): (u64, f64)| CrossoverPoint {
        size,
        ratio: Some(ratio),
        judged: Some(Interval { low: ratio - 0.005, high: ratio + 0.005 }),
        ahead: Some(if ratio > 0.0 { first.clone() } else { second.clone() }),
        same: false,
    };
    Crossover {
        points: [(64, 0.9), (820, 0.01), (855, -0.01), (1024, -0.05)].map(point).to_vec(),
        low: 64,
        high: 1024,
        place,
        below: Some(820),
        above: Some(855),
        same_from: Some(700),
        same_to: Some(900),
        changes: 3,
        ..Crossover::open(first.clone(), second.clone(), 0.95)
    }
}

/// Two changes of lead, one of them followed.
pub(crate) fn choices() -> Vec<Choice> {
    let of = |name: &str, from, to, confidence| Use {
        implementations: vec![id(name)],
        from,
        to,
        at_most: Some(0.0),
        confidence,
    };
    vec![Choice {
        params: BTreeMap::new(),
        text: "Use rust.blake2b_simd up to 820 B and c.openssl from 855 B on, either between; c.openssl alone costs \
               at most 168 % at any size measured."
            .into(),
        uses: vec![
            of("rust.blake2b_simd", 64, 820, Some(0.95)),
            of("c.openssl", 855, 4096, None),
            of("rust.blake2b_simd", 16384, 32768, Some(0.95)),
            of("c.openssl", 33000, 65536, None),
        ],
        alone: vec![Alone { implementation: id("c.openssl"), at_most: 1.68, size: 64 }],
    }]
}

/// Every verdict at one size, with caveats of every reach.
pub(crate) fn every_verdict() -> ContestFinding {
    let lean = Interval { low: -0.004, high: -0.002 };
    let mut rows = vec![
        row("rust.blake2b_simd", Verdict::Faster { at_least: 0.12, likely: 0.14, at_most: None }, 61.2, 1.0),
        row("c.openssl", Verdict::Same { margin: 0.01, leaning: Some(lean) }, 69.6, 1.137),
        row("rust.blake2", Verdict::Baseline, 70.0, 1.144),
        row("c.libb2@clang-native", Verdict::Same { margin: 0.01, leaning: None }, 70.1, 1.145),
        row("c.libb2@gcc-o3", Verdict::NotEnough, 71.0, 1.16),
        row("c.libsodium", Verdict::Unreliable { floor: 0.013 }, 72.0, 1.18),
        row("c.reference", Verdict::Slower { at_least: 1.3, likely: 1.4, at_most: None }, 170.0, 2.78),
        without_time(
            "c.botched",
            Verdict::Wrong { text: "wrong answer for input 0: expected 00, got 01, first difference at byte 0".into() },
        ),
        without_time(
            "c.shaky",
            Verdict::Failed { text: "died: signal 11 (SIGSEGV); its last words: free(): invalid pointer".into() },
        ),
    ];
    for (index, row) in rows.iter_mut().take(7).enumerate() {
        row.tsc_cycles = Some(2.48 * (1.0 + index as f64 / 10.0));
        row.caveats.push(Caveat::OtherAnswer {
            text: "Eight inputs take turns, so the branch predictor cannot learn one by heart.".into(),
        });
    }
    rows[1]
        .caveats
        .push(Caveat::OtherAnswer { text: "Its fastest samples are 4 % apart from its typical ones.".into() });
    rows[5].caveats.push(Caveat::OtherAnswer { text: "It used more CPU time than wall time: it runs threads.".into() });
    rows[5]
        .caveats
        .push(Caveat::OtherAnswer { text: "Its fastest samples are 4 % apart from its typical ones.".into() });
    rows[6].runtime = Runtime {
        start_ns: Some(41e6),
        round_trip_ns: Some(18_000.0),
        warm_up: Some(Warming {
            launches: 5,
            flat: 1,
            warmed: 4,
            slowed: 0,
            never_settled: 0,
            unwatched: 0,
            calls: 12_000.0,
            wall_ns: 2e6,
        }),
        collections: Some(0.0004),
        allocated_bytes: Some(1536.0),
    };
    let mut comparison = at(64, rows);
    comparison.caveats.push(Caveat::OtherAnswer { text: "The machine was not idle: load average 1.8.".into() });
    comparison.stopped = Some(StopReason::Budget);
    contest("At 64 B rust.blake2b_simd is the fastest, by at least 12 %.", vec![comparison])
}

/// Three implementations over a ladder of sizes: each has another cost of a call and of a byte.
pub(crate) fn ladder(sizes: &[u64]) -> ContestFinding {
    let costs = [("rust.blake2b_simd", 20.0, 0.9), ("c.openssl", 160.0, 0.75), ("rust.blake2", 35.0, 1.1)];
    let comparisons = sizes.iter().map(|size| {
        let time = |fixed: f64, each: f64| fixed + each * (*size).max(64) as f64;
        let best = costs.iter().map(|(_, fixed, each)| time(*fixed, *each)).fold(f64::INFINITY, f64::min);
        let base = time(35.0, 1.1);
        let rows = costs.iter().map(|(name, fixed, each)| {
            let ns = time(*fixed, *each);
            let share = ns / base - 1.0;
            let verdict = match share {
                0.0 => Verdict::Baseline,
                less if less < 0.0 => Verdict::Faster { at_least: -less * 0.95, likely: -less, at_most: None },
                more => Verdict::Slower { at_least: more * 0.95, likely: more, at_most: None },
            };
            let mut row = row(name, verdict, ns, ns / best);
            row.tsc_cycles = Some(ns * 2.596 / (*size).max(1) as f64);
            row
        });
        let mut rows: Vec<Row> = rows.collect();
        rows.sort_by(|a, b| a.times.unwrap().p50.total_cmp(&b.times.unwrap().p50));
        at(*size, rows)
    });
    contest("rust.blake2b_simd below 820 B, c.openssl above 1100 B.", comparisons.collect())
}

/// A finished run of a few blocks, in which one implementation crashed and one lied.
pub(crate) fn run() -> Run {
    let lane = |name: &str, role| Lane::new(id(name), role);
    let contest = Contest {
        question: "Which BLAKE2b-512 is fastest at my message length?".into(),
        ..Contest::new(
            "hashes",
            "blake2b",
            bytes(),
            vec![
                lane("rust.blake2", Role::Baseline),
                lane("c.botched", Role::Contender),
                lane("c.shaky", Role::Contender),
                lane("rust.blake2", Role::Clone),
            ],
            [64, 1024, 65536].map(|size| Comparison { params: BTreeMap::new(), size }).to_vec(),
        )
    };
    Run {
        id: "00c0ffee00c0ffee".into(),
        began: 1_783_852_980,
        state: RunState::Complete,
        note: String::new(),
        command: "paragone run hashes/blake2b".into(),
        plan: plan(vec![contest]),
        machine: machine(),
        versions: Versions { lab: "0.1.0".into(), protocol: 1, tools: vec![("gcc".into(), "12.2.0".into())] },
        blocks: (0..6).map(block).collect(),
        events: events(),
        schema: 2,
    }
}

pub(crate) fn plan(contests: Vec<Contest>) -> Plan {
    Plan { blocks_per_launch: 8, ..Plan::new(7, Mode::Standard, contests) }
}

fn machine() -> Machine {
    Machine {
        fingerprint: "5eed".into(),
        cpu: Some("AMD EPYC 9R14".into()),
        architecture: "x86_64".into(),
        cores: 2,
        core: Some(1),
        memory_bytes: Some(24 << 30),
        caches: vec![("L1d".into(), 32 << 10), ("L2".into(), 1 << 20)],
        governor: None,
        tsc_hz: Some(2_596_132_000.0),
        hypervisor: Some("KVM".into()),
        kernel: "Linux 6.1.0".into(),
        libc: Some("glibc 2.36".into()),
        load_average: Some(0.42),
        ..Machine::default()
    }
}

fn block(index: u32) -> Block {
    let sample = Sample { calls: 3000, wall_ns: 210_000, cpu_ns: 209_000 };
    let lanes = vec![vec![sample; 4], Vec::new(), Vec::new(), vec![sample; 4]];
    Block {
        contest: 0,
        comparison: 0,
        launch: index / 2,
        index: index % 2,
        began_ns: u64::from(index),
        lanes,
        readings: Vec::new(),
        race: false,
    }
}

fn events() -> Vec<Event> {
    let failed = |comparison, lane, launch, fault| Event::Failed { contest: 0, comparison, lane, launch, fault };
    let died = Fault::Died {
        how: "signal 11 (SIGSEGV)".into(),
        stderr: "shaky: about to fall\nfree(): invalid pointer\n".into(),
    };
    let wrong = Fault::Wrong {
        when: When::Asked,
        input: "input 0".into(),
        expected: "ba80a53f".into(),
        got: "ba80a53e".into(),
        first_difference: 3,
    };
    vec![
        Event::Notice { text: "c.libsodium is skipped: install the Debian package libsodium-dev".into() },
        Event::LaunchBegan(Launch { contest: 0, launch: 0, lanes: Vec::new() }),
        failed(Some(0), 1, 0, wrong),
        Event::Calibrated { contest: 0, comparison: 1, launch: 0, calls: Vec::new() },
        failed(Some(1), 2, 0, died.clone()),
        failed(Some(2), 2, 0, died.clone()),
        failed(Some(1), 2, 1, died),
        Event::LaunchEnded { contest: 0, launch: 0, measuring_ns: 10_000_000, timed_ns: 9_120_000 },
    ]
}

pub(crate) fn findings(contests: Vec<ContestFinding>) -> Findings {
    Findings { contests, ..Findings::default() }
}

/// Everything that may change of a machine.
pub(crate) fn every_change() -> Changes {
    let curve = (0..40).map(|second| (second, 3e9 - 1e7 * second as f64)).collect();
    Changes {
        speed: Some(SpeedCourse { first_hz: 3e9, least_hz: 2.64e9, most_hz: 3e9, change: -0.12, curve }),
        temperature: Some(Warmth { sensor: "Tctl".into(), least: 45.0, most: 83.2 }),
        throttled: Some(1),
        stolen: Some(0.023),
        slept_s: Some(180.0),
        battery: Some(Battery { first_percent: Some(80.0), last_percent: Some(43.0) }),
    }
}

/// The made-up run on a machine that tells everything of itself, and that slept; as if it had been imported.
pub(crate) fn run_with_states() -> Run {
    let mut run = run();
    let others = Others { busiest: vec![("rustc".into(), 0.9)], ..Others::default() };
    let state = MachineState {
        temperatures: vec![("Tctl".into(), 45.0)],
        mains: Some(true),
        others: Some(others),
        ..MachineState::default()
    };
    let source =
        ImportSource { tool: "jmh".into(), version: Some("1.37".into()), file: "jmh.json".into(), measured: None };
    run.events.extend([Event::Imported(source), Event::State(state), Event::Suspended { at_ns: 5, seconds: 180.0 }]);
    run
}
