//! Whole simulated searches for a crossover, through `Judge` and `further`, on curves whose crossing is known.
//!
//! Tests only; everything is seeded, and no clock is read.

use paragone_stats::rate;

use crate::judge::crossover::crossovers::further;
use crate::judge::decide::next::Judge;
use crate::judge::estimate::spread::Spreads;
use crate::judge::findings::of_run::findings;
use crate::judge::simulation::simulated::{SimulatedMachine, measured};
use crate::judge::simulation::stage::{BlockKind, KINDS, ONE_LAUNCH, Random, STANDARD, contest, run_of, sample};
use crate::model::{Comparison, Crossover, CrossoverPlace, Lane, Params, Plan, Run, Sample};

/// How the second implementation's time goes with size, and how a machine shows it.
#[derive(Clone, Copy)]
struct CrossingWorld {
    /// The logarithm of the second's time over the first's, at a size.
    curve: fn(f64, f64) -> f64,
    /// Of each sample, only ever slower.
    noise: f64,
    /// Of each lane, drawn anew at every launch.
    layout: f64,
}

/// 2 % apart a twentieth away from the crossing, as a fixed cost against a cost for each step is.
fn fixed_cost(size: f64, crossing: f64) -> f64 {
    (0.575 + 0.425 * crossing / size).ln()
}

/// Never further apart than 0.4 % from 0.6 to 1.7 times the crossing.
fn touching(size: f64, crossing: f64) -> f64 {
    match size / crossing {
        ratio if ratio < 0.6 => 0.03,
        ratio if ratio < 1.7 => -0.004 * (ratio.ln() / 0.53),
        _ => -0.03,
    }
}

/// A run over `sizes` and all that `further` asks for after it, of two implementations and the A/A control.
fn carried_out(world: CrossingWorld, kind: BlockKind, sizes: &[u64], crossing: f64, seed: u64) -> Run {
    let mut random = Random::new(seed);
    let mut contest = contest(1);
    contest.comparisons = sizes.iter().map(|&size| Comparison { params: Params::new(), size }).collect();
    let plan = Plan { crossovers: true, budget_s: 2.0, ..kind.plan(contest) };
    let mut run = run_of(plan, Vec::new(), Vec::new());
    let mut judge = Judge::new(Spreads::new());
    measure(&world, &mut run, (0, 0..sizes.len()), crossing, &mut judge, &mut random);
    loop {
        let decided = further(&run);
        if decided.is_empty() {
            return run;
        }
        for one in decided {
            let from = run.plan.contests.get(one.contest).map_or(0, |contest| contest.comparisons.len());
            assert!(run.plan.extend(&one));
            let to = run.plan.contests[one.contest].comparisons.len();
            measure(&world, &mut run, (one.contest, from..to), crossing, &mut judge, &mut random);
        }
    }
}

/// A machine with two implementations and the A/A control on it, at one size.
struct CrossingMachine<'a> {
    world: &'a CrossingWorld,
    random: &'a mut Random,
    /// By lane, the logarithm of its true time over the first implementation's.
    times: Vec<f64>,
    layouts: Vec<f64>,
}

impl SimulatedMachine for CrossingMachine<'_> {
    fn launch(&mut self) {
        self.layouts = self.times.iter().map(|_| self.world.layout * self.random.normal()).collect();
    }

    fn rounds(&mut self, rounds: usize, live: &[bool]) -> Vec<Vec<Sample>> {
        let CrossingMachine { world, random, times, layouts } = self;
        let mut timed = |lane: usize| {
            let log = layouts[lane] + times[lane] + world.noise * random.normal().abs();
            sample((200_000.0 * log.exp()) as u64)
        };
        live.iter()
            .enumerate()
            .map(|(lane, live)| (0..if *live { rounds } else { 0 }).map(|_| timed(lane)).collect())
            .collect()
    }
}

/// Every comparison to its end; each has launches of its own, which is as good as sharing them.
fn measure(
    world: &CrossingWorld,
    run: &mut Run,
    (contest, comparisons): (usize, std::ops::Range<usize>),
    crossing: f64,
    judge: &mut Judge,
    random: &mut Random,
) {
    for comparison in comparisons {
        let planned = &run.plan.contests[contest];
        let ratio = (world.curve)(planned.comparisons[comparison].size as f64, crossing);
        // A pair may have been turned round: its lanes say who is who.
        let time = |lane: &Lane| if lane.implementation.name == "one1" { ratio } else { 0.0 };
        let times = planned.lanes.iter().map(time).collect();
        let mut machine = CrossingMachine { world, random, times, layouts: Vec::new() };
        let blocks = measured(&mut machine, &run.plan, (contest, comparison), judge).blocks;
        run.blocks.extend(blocks);
    }
}

fn found(run: &Run) -> Crossover {
    let mut crossovers = findings(run).contests.remove(0).crossovers;
    assert_eq!(crossovers.len(), 1, "{crossovers:?}");
    crossovers.remove(0)
}

/// Searches for crossings that lie anywhere between two sizes: how many intervals are right, and how many as narrow
/// as wanted, and sizes measured for one.
fn trials(world: CrossingWorld, kind: BlockKind, count: u64) -> (u64, u64, f64) {
    let mut random = Random::new(99);
    let (mut right, mut narrow, mut sizes) = (0, 0, 0);
    for seed in 0..count {
        let crossing = 800.0 * (random.normal() * 0.2).exp().clamp(0.55, 1.8);
        let run = carried_out(world, kind, &[400, 1600], crossing, seed);
        let one = found(&run);
        let (below, above) = (one.below.unwrap_or(0) as f64, one.above.unwrap_or(u64::MAX) as f64);
        right += u64::from(below <= crossing && crossing <= above);
        narrow += u64::from(one.place == CrossoverPlace::Once && above <= below * 1.05);
        sizes += one.points.len();
    }
    (right, narrow, sizes as f64 / count as f64)
}

const CALM: CrossingWorld = CrossingWorld { curve: fixed_cost, noise: 0.005, layout: 0.001 };

#[test]
fn an_interval_holds_as_often_as_it_says() {
    // One launch knows one layout, and widens what it says by how far the A/A control was away.
    for (kind, count) in KINDS.map(|kind| (kind, 60)) {
        let (right, narrow, sizes) = trials(CALM, kind, count);
        assert!(rate::upper_bound(right, count, 0.05) >= 0.95, "{kind:?}: {right} of {count} right");
        assert!(right >= count * 93 / 100, "{kind:?}: {right} of {count} right");
        assert!(kind == ONE_LAUNCH || narrow >= count * 93 / 100, "{kind:?}: {narrow} of {count} narrow");
        assert!(sizes < 14.0, "{kind:?}: {sizes}");
    }
}

/// The figures of docs/decisions/0027: `cargo test --release -p paragone --lib many_searches -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes, and asserts nothing that the one above does not"]
fn many_searches() {
    for (name, world) in [
        ("calm", CALM),
        ("layout 0.3 %", CrossingWorld { layout: 0.003, ..CALM }),
        ("noise 5 %, layout 0.3 %", CrossingWorld { noise: 0.05, layout: 0.003, ..CALM }),
    ] {
        for kind in KINDS {
            let (right, narrow, sizes) = trials(world, kind, 200);
            println!("{name}, {kind:?}: {right} of 200 right, {narrow} at most 1.05x wide, {sizes:.1} sizes");
        }
    }
}

#[test]
fn those_that_touch_for_long_are_the_same_in_between() {
    for seed in 0..30 {
        let run = carried_out(CrossingWorld { curve: touching, ..CALM }, STANDARD, &[250, 2800], 1000.0, seed);
        let one = found(&run);
        assert_eq!(one.place, CrossoverPlace::Same, "{one:?}");
        let (from, to) = (one.same_from.unwrap(), one.same_to.unwrap());
        assert!(from >= 600 && to < 1700 && to as f64 / from as f64 > 1.05, "{one:?}");
        let choice = findings(&run).contests[0].choices[0].text.clone();
        assert!(choice.contains("the same within the margin"), "{choice}");
    }
}

#[test]
fn without_a_change_of_lead_nothing_is_asked_for() {
    let ahead = CrossingWorld { curve: |_, _| 0.1, ..CALM };
    let run = carried_out(ahead, STANDARD, &[400, 1600], 0.0, 1);
    assert_eq!(run.plan.contests.len(), 1);
    assert!(findings(&run).contests[0].crossovers.is_empty());
    let same = CrossingWorld { curve: |_, _| 0.0, ..CALM };
    let run = carried_out(same, STANDARD, &[400, 1600], 0.0, 1);
    assert!(findings(&run).contests[0].crossovers.is_empty());
}

#[test]
fn several_crossings_are_found_one_by_one() {
    // Ahead, behind, ahead: they cross at 800 and at 3200.
    let bent = CrossingWorld { curve: |size, _| 0.5 - 0.75 / (1.0 + ((size / 1600.0).ln() / 0.98).powi(2)), ..CALM };
    let run = carried_out(bent, STANDARD, &[200, 1600, 12_800], 0.0, 1);
    let crossovers = findings(&run).contests.remove(0).crossovers;
    let places: Vec<_> = crossovers.iter().map(|one| (one.place, one.low, one.high)).collect();
    assert_eq!(places, [(CrossoverPlace::Once, 200, 1600), (CrossoverPlace::Once, 1600, 12_800)]);
    assert_ne!(crossovers[0].first, crossovers[1].first);
}
