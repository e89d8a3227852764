//! A simulated machine for whole comparisons, and what many of them came to. Tests only: time passes as the samples say,
//! so that budgets work, and everything is seeded.

use std::ops::Range;

use paragone_stats::rate;

use crate::judge::estimate::spread::Spreads;
use crate::judge::simulation::simulated::{SimulatedMachine, SimulatedOutcome, carried_out};
use crate::judge::simulation::stage::{BlockKind, Random, contest, sample};
use crate::model::{Layouts, Plan, Sample};

/// How a simulated machine behaves; times are shares of a sample's.
#[derive(Clone, Copy)]
pub(super) struct VerdictWorld {
    /// True log ratio of the first contender; the second has twice as much, and so on.
    pub(super) effect: f64,
    /// Of each sample: the half of a normal distribution that is slower, as machines are.
    pub(super) noise: f64,
    /// Of each sample, only ever slower.
    pub(super) bursts: f64,
    /// A random walk from round to round, common to all lanes.
    pub(super) drift: f64,
    /// Of each lane, drawn anew at every launch.
    pub(super) layout: f64,
    /// How much of a lane's own noise goes over into its next block.
    pub(super) memory: f64,
    pub(super) levels: Option<Levels>,
    pub(super) switches: Option<Switches>,
}

/// Two speeds of the machine, common to all lanes: who shares its core comes and goes.
#[derive(Clone, Copy)]
pub(super) struct Switches {
    /// Logarithm of the slower time over the faster one.
    pub(super) apart: f64,
    /// The chance of a switch between two samples.
    pub(super) often: f64,
}

/// A slower level that a launch may happen to be of, as layouts have them.
#[derive(Clone, Copy)]
pub(super) struct Levels {
    /// Logarithm of its time over that of the usual one.
    pub(super) apart: f64,
    /// How often it comes.
    pub(super) often: f64,
    pub(super) of: Who,
}

/// Who has a level of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Who {
    Each,
    /// The contenders have none.
    BaselineAndControl,
    /// All have the same one, as two versions have of which neither changed what is measured.
    AllTogether,
}

pub(super) const CALM: VerdictWorld = VerdictWorld {
    effect: 0.0,
    noise: 0.005,
    bursts: 0.0,
    drift: 0.0,
    layout: 0.0,
    memory: 0.0,
    levels: None,
    switches: None,
};

/// A world while it is measured in.
struct RunningWorld {
    world: VerdictWorld,
    random: Random,
    drift: f64,
    /// Whether the machine is slow just now.
    is_slow: bool,
    /// By lane.
    kept: Vec<f64>,
    layouts: Vec<f64>,
}

impl SimulatedMachine for RunningWorld {
    fn launch(&mut self) {
        let RunningWorld { world, random, .. } = self;
        let last = self.layouts.len() - 1;
        let mut level = |levels: Levels| if random.uniform() < levels.often { levels.apart } else { 0.0 };
        let common = world.levels.map_or(0.0, &mut level);
        for (lane, layout) in self.layouts.iter_mut().enumerate() {
            let level = match world.levels {
                Some(levels) if levels.of == Who::AllTogether => common,
                Some(levels) if levels.of == Who::Each || lane == 0 || lane == last => level(levels),
                _ => 0.0,
            };
            *layout = level;
        }
        self.layouts.iter_mut().for_each(|layout| *layout += world.layout * random.normal());
    }

    fn rounds(&mut self, rounds: usize, live: &[bool]) -> Vec<Vec<Sample>> {
        let RunningWorld { world, random, drift, is_slow, kept, layouts } = self;
        kept.iter_mut().for_each(|kept| *kept = world.memory * *kept + world.noise * random.normal().abs());
        let mut lanes = vec![Vec::new(); live.len()];
        for _ in 0..rounds {
            *drift += world.drift * random.normal();
            for (lane, samples) in lanes.iter_mut().enumerate().filter(|(lane, _)| live[*lane]) {
                // Each contender is further away than the one before it.
                let effect = if lane < live.len() - 1 { lane as f64 * world.effect } else { 0.0 };
                let switches = world.switches.is_some_and(|switches| random.uniform() < switches.often);
                *is_slow ^= switches;
                let speed = world.switches.filter(|_| *is_slow).map_or(0.0, |switches| switches.apart);
                let own = if world.memory > 0.0 { kept[lane] } else { world.noise * random.normal().abs() };
                let log = *drift + speed + layouts[lane] + effect + own + world.bursts * random.exponential();
                samples.push(sample((200_000.0 * log.exp()) as u64));
            }
        }
        lanes
    }
}

/// One comparison, from the first request to the stop.
pub(super) fn compare(world: VerdictWorld, plan: &Plan, spreads: Spreads, seed: u64) -> SimulatedOutcome {
    let lanes = plan.contests[0].lanes.len();
    let random = Random::new(seed);
    let mut running =
        RunningWorld { world, random, drift: 0.0, is_slow: false, kept: vec![0.0; lanes], layouts: vec![0.0; lanes] };
    carried_out(&mut running, plan, spreads)
}

/// How many of so many comparisons ended in which way.
#[derive(Debug, Default)]
pub(super) struct VerdictRates {
    pub(super) trials: u64,
    /// The first contender's verdict.
    pub(super) faster: u64,
    pub(super) slower: u64,
    pub(super) same: u64,
    /// Comparisons in which any contender was called faster or slower.
    pub(super) alarms: u64,
}

pub(super) fn rates(world: VerdictWorld, plan: &Plan, seeds: Range<u64>) -> VerdictRates {
    let mut rates = VerdictRates { trials: seeds.end - seeds.start, ..VerdictRates::default() };
    for seed in seeds {
        let verdicts = compare(world, plan, Spreads::new(), seed).verdicts;
        let contenders = &verdicts[1..verdicts.len() - 1];
        match contenders[0].word() {
            "faster" => rates.faster += 1,
            "slower" => rates.slower += 1,
            "same" => rates.same += 1,
            _ => {}
        }
        rates.alarms += u64::from(contenders.iter().any(|verdict| matches!(verdict.word(), "faster" | "slower")));
    }
    rates
}

pub(super) fn planned(kind: BlockKind, contenders: usize, margin: f64) -> Plan {
    Plan { margin, budget_s: 1.0, ..kind.plan(contest(contenders)) }
}

/// Each launch with another layout, and as short as such launches are where no versions are compared.
pub(super) fn with_varied_layouts(plan: Plan) -> Plan {
    Plan { layouts: Some(Layouts::Varied), blocks_per_launch: Plan::BLOCKS_PER_SHORT_LAUNCH, ..plan }
}

/// The design rate is 1 %: what was found must not contradict that.
pub(super) fn assert_few_alarms(rates: &VerdictRates, what: &str) {
    assert!(rate::lower_bound(rates.alarms, rates.trials, 0.05) <= 0.01, "{what}: {rates:?}");
}
