//! Plans and blocks for the tests of this room, and nothing else.

use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::{
    Block, Comparison, Contest, Design, Event, Fault, ImplementationId, Lane, LaneStart, Launch, Machine, MachineState,
    Mode, Others, Params, Plan, Progress, Role, Run, RunState, Sample, StopReason, Throughput, Versions, When,
};

/// A benchmark of a baseline `c.base`, so many contenders `c.one1` …, and the A/A control.
pub(crate) fn contest(contenders: usize) -> Contest {
    let lane = |name: &str, role: Role| {
        Lane::new(ImplementationId { language: "c".into(), name: name.into(), build: None }, role)
    };
    let mut lanes = vec![lane("base", Role::Baseline)];
    lanes.extend((1..=contenders).map(|index| lane(&format!("one{index}"), Role::Contender)));
    lanes.push(lane("base", Role::Clone));
    Contest {
        question: "Which?".into(),
        ..Contest::new(
            "trial",
            "job",
            Throughput::of("byte"),
            lanes,
            vec![Comparison { params: Params::new(), size: 1024 }],
        )
    }
}

pub(crate) fn plan(mode: Mode, contest: Contest) -> Plan {
    Plan::new(1, mode, vec![contest])
}

/// What was asked for, and the design that a benchmark has for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BlockKind {
    pub(crate) name: &'static str,
    mode: Mode,
    pub(crate) design: Design,
}

pub(crate) const ONE_LAUNCH: BlockKind = BlockKind { name: "one-launch", mode: Mode::Quick, design: Design::Blocks };
pub(crate) const QUICK: BlockKind = BlockKind { name: "quick", mode: Mode::Quick, design: Design::Launches };
pub(crate) const STANDARD: BlockKind = BlockKind { name: "standard", mode: Mode::Standard, design: Design::Launches };
pub(crate) const RUNS: BlockKind = BlockKind { name: "runs", mode: Mode::Fresh, design: Design::Runs };
pub(crate) const KINDS: [BlockKind; 3] = [ONE_LAUNCH, QUICK, STANDARD];

impl BlockKind {
    pub(crate) fn plan(self, contest: Contest) -> Plan {
        plan(self.mode, Contest { design: Some(self.design), ..contest })
    }
}

/// These blocks of the plan's first comparison, of one launch that took no time.
pub(crate) fn progress<'a>(plan: &'a Plan, blocks: &'a [Block], healthy: &'a [bool]) -> Progress<'a> {
    Progress { plan, contest: 0, comparison: 0, blocks, launch: 0, healthy, spent_s: 0.0, budget_s: plan.budget_s }
}

pub(crate) fn sample(wall_ns: u64) -> Sample {
    Sample { calls: 100, wall_ns, cpu_ns: wall_ns }
}

/// A block whose lanes take the same time in every round.
pub(crate) fn flat_block(launch: u32, index: u32, times: &[u64], rounds: usize) -> Block {
    let lanes = times.iter().map(|time| vec![sample(*time); rounds]).collect();
    Block { contest: 0, comparison: 0, launch, index, began_ns: 0, lanes, readings: Vec::new(), race: false }
}

pub(crate) fn run_of(plan: Plan, blocks: Vec<Block>, events: Vec<Event>) -> Run {
    Run {
        id: "0123456789abcdef".into(),
        began: 0,
        state: RunState::Complete,
        note: String::new(),
        command: String::new(),
        plan,
        machine: Machine { cores: 2, tsc_hz: Some(2e9), ..Machine::default() },
        versions: Versions::default(),
        blocks,
        events,
        schema: 2,
    }
}

/// A run whose one comparison took ten seconds, while the machine was quiet but for what `change` makes of its
/// states: one a second, from second 0 to second 10.
pub(crate) fn in_states(change: impl Fn(u64, &mut MachineState)) -> Run {
    const SECOND_NS: u64 = 1_000_000_000;
    let blocks = (0..10).map(|second| {
        let times = [200_000_000, 250_000_000, 200_400_000];
        Block { began_ns: u64::from(second) * SECOND_NS, ..flat_block(0, second, &times, 1) }
    });
    let state = |second: u64| {
        let since_ns = second.checked_sub(1).map(|before| before * SECOND_NS);
        let others = since_ns.map(|since_ns| Others { since_ns, of_measuring_core: Some(0.0), ..Others::default() });
        let mut state = MachineState {
            at_ns: second * SECOND_NS,
            since_ns,
            speed_hz: Some(3e9),
            temperatures: vec![("k10temp Tctl".into(), 45.0)],
            throttled: since_ns.map(|_| 0),
            stolen: since_ns.map(|_| 0.0),
            queued: since_ns.map(|_| 0.0),
            pressure: since_ns.map(|_| 0.0),
            sibling_busy: since_ns.map(|_| 0.0),
            load_average: Some(0.9),
            mains: Some(true),
            battery_percent: Some(80.0),
            others,
            ..MachineState::default()
        };
        change(second, &mut state);
        Event::State(state)
    };
    let events = [launch_began(0)].into_iter().chain((0..=10).map(state)).chain([launch_ended(0), stopped()]);
    run_of(plan(Mode::Quick, contest(1)), blocks.collect(), events.collect())
}

/// The states of all of its blocks.
pub(crate) fn meanwhile(run: &Run) -> Meanwhile<'_> {
    Meanwhile::of(run, &run.blocks.iter().collect::<Vec<_>>())
}

/// Four lanes at most; an empty call costs each 2 ns, the clock steps by 1 ns.
pub(crate) fn launch_began(launch: u32) -> Event {
    let lane = LaneStart {
        protocol: Some(2),
        language: "c".into(),
        runtime: "none".into(),
        clock: "CLOCK_MONOTONIC".into(),
        resolution_ns: 1,
        start_ns: 1_000_000,
        empty_call_ns: 2.0,
        round_trip_ns: Some(20_000.0),
        artefact: String::new(),
        code: None,
        layout: None,
    };
    Event::LaunchBegan(Launch { contest: 0, launch, lanes: vec![Some(lane); 4] })
}

pub(crate) fn launch_ended(launch: u32) -> Event {
    Event::LaunchEnded { contest: 0, launch, measuring_ns: 100, timed_ns: 90 }
}

pub(crate) fn stopped() -> Event {
    Event::Stopped { contest: 0, comparison: 0, launch: 0, reason: StopReason::Certain }
}

pub(crate) fn failed(comparison: Option<usize>, lane: usize, fault: Fault) -> Event {
    Event::Failed { contest: 0, comparison, lane, launch: 0, fault }
}

pub(crate) fn wrong() -> Fault {
    Fault::Wrong {
        when: When::Asked,
        input: "1 KiB".into(),
        expected: "00".into(),
        got: "01".into(),
        first_difference: 0,
    }
}

pub(crate) struct Random(Xoshiro256StarStar);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Xoshiro256StarStar::seed_from_u64(seed))
    }

    pub(crate) fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    pub(crate) fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }

    pub(crate) fn exponential(&mut self) -> f64 {
        -self.uniform().ln()
    }
}
