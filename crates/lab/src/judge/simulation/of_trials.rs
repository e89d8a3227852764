//! Benchmarks that a metric of trials decides, through `Judge` and `findings`: tests only.

use paragone_stats::rate;

use crate::judge::decide::next::Judge;
use crate::judge::estimate::spread::Spreads;
use crate::judge::findings::of_run::findings;
use crate::judge::simulation::stage::{Random, contest, launch_began, launch_ended, plan, progress, run_of, sample};
use crate::model::{
    Better, Block, Decide, Mode, Next, Plan, Progress, Readings, StopReason, Tally, TrialMetric, Trials, Verdict,
};

fn trials(better: Better, least: u32, most: u32) -> Trials {
    let metric = TrialMetric { name: "depth".into(), unit: "frame".into(), better, exact: false };
    Trials { decides: "depth".into(), least, most, metrics: vec![metric] }
}

fn plan_of(contenders: usize, trials: Trials) -> Plan {
    let mut contest = contest(contenders);
    contest.trials = Some(trials);
    plan(Mode::Standard, contest)
}

/// One trial of each, as long as the others whatever it came to.
fn block(index: u32, depths: &[f64]) -> Block {
    let readings = depths.iter().map(|depth| Readings::from([("depth".to_owned(), Tally::of(*depth))])).collect();
    let lanes = depths.iter().map(|_| vec![sample(1_000_000)]).collect();
    Block { contest: 0, comparison: 0, launch: 0, index, began_ns: u64::from(index), lanes, readings, race: false }
}

/// Trials until the judge stops; what it said last.
fn follow(
    plan: &Plan,
    spent_s: f64,
    mut depths: impl FnMut(u32) -> Vec<f64>,
) -> (Vec<Block>, StopReason, Vec<Verdict>) {
    let (mut judge, mut blocks) = (Judge::new(Spreads::new()), Vec::new());
    loop {
        let progress = Progress { spent_s, ..progress(plan, &blocks, &[]) };
        match judge.next(&progress) {
            (Next::Stop(reason), verdicts) => return (blocks, reason, verdicts.expect("a stop is an analysis")),
            (Next::Relaunch | Next::Race { .. } | Next::Control { .. }, _) => {
                panic!("trials are of one launch, and nobody leaves early")
            }
            (Next::Blocks { count, .. }, _) => {
                for _ in 0..count {
                    let index = blocks.len() as u32;
                    blocks.push(block(index, &depths(index)));
                }
            }
        }
    }
}

#[test]
fn more_is_better_or_less_is_as_the_metric_says() {
    for (better, word) in [(Better::More, "faster"), (Better::Less, "slower")] {
        let plan = plan_of(1, trials(better, 5, 10));
        let (blocks, reason, verdicts) = follow(&plan, 0.0, |index| vec![40.0, 50.0 + f64::from(index % 2), 40.0]);
        assert_eq!((verdicts[1].word(), reason), (word, StopReason::Certain));
        let found = findings(&run_of(plan, blocks, vec![launch_began(0), launch_ended(0)]));
        let comparison = &found.contests[0].comparisons[0];
        let best = if better == Better::More { "c.one1" } else { "c.base" };
        assert_eq!(comparison.rows[0].implementation.to_string(), best);
        assert!(found.contests[0].answer.starts_with(&format!("{best} has the best depth, ")));
        assert_eq!(comparison.rows[0].tsc_cycles, None);
    }
}

#[test]
fn alike_is_the_same_and_as_many_trials_are_made_as_there_ever_are() {
    let plan = plan_of(1, trials(Better::More, 5, 10));
    let (blocks, reason, verdicts) = follow(&plan, 0.0, |_| vec![30.0; 3]);
    assert_eq!((verdicts[1].word(), reason), ("same", StopReason::Certain));
    assert!(blocks.len() <= 10);
    let wild = |index: u32| vec![30.0, if index.is_multiple_of(2) { 20.0 } else { 45.0 }, 30.0];
    let (blocks, reason, verdicts) = follow(&plan, 0.0, wild);
    assert_eq!((verdicts[1].word(), reason, blocks.len()), ("not-enough", StopReason::Trials, 10));
}

#[test]
fn the_budget_ends_nothing_before_the_least_trials() {
    let plan = plan_of(1, trials(Better::More, 5, 10));
    let (blocks, reason, _) = follow(&plan, 1e9, |index| vec![30.0, 30.0 + f64::from(index), 30.0]);
    assert_eq!((blocks.len(), reason), (5, StopReason::Budget));
    let limited = Plan { rounds: Some(3), ..plan };
    let (blocks, reason, _) = follow(&limited, 0.0, |index| vec![30.0 + f64::from(index); 3]);
    assert_eq!((blocks.len(), reason), (3, StopReason::Rounds));
    // What never varies needs no more.
    let (blocks, reason, _) = follow(&limited, 0.0, |_| vec![30.0; 3]);
    assert_eq!((blocks.len(), reason), (3, StopReason::Certain));
}

/// With noise of each trial, a drift that all lanes share, and no difference: wanted is one false alarm in a hundred
/// comparisons, over all their analyses and pairs.
#[test]
fn false_alarms_stay_rare_where_there_is_no_difference() {
    let plan = plan_of(3, trials(Better::More, 5, 10));
    let mut alarms = 0;
    const COMPARISONS: u64 = 1000;
    for seed in 0..COMPARISONS {
        let mut random = Random::new(seed);
        let mut drift = 0.0;
        let depths = |_: u32| {
            drift += 0.05 * random.normal();
            (0..5).map(|_| (100.0 * (drift + 0.05 * random.normal()).exp()).round()).collect()
        };
        let (_, _, verdicts) = follow(&plan, 0.0, depths);
        alarms += u64::from(verdicts.iter().any(|it| matches!(it.word(), "faster" | "slower")));
    }
    let bound = rate::lower_bound(alarms, COMPARISONS, 0.01);
    assert!(bound <= Plan::ALPHA, "{alarms} of {COMPARISONS}");
}

/// Depths that differ by three times their spread are found.
#[test]
fn a_difference_is_found() {
    let plan = plan_of(3, trials(Better::More, 5, 10));
    let mut found = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let depths =
            |_: u32| (0..5).map(|lane| if lane == 1 { 140.0 } else { 100.0 } * (0.1 * random.normal()).exp()).collect();
        let (_, _, verdicts) = follow(&plan, 0.0, depths);
        found += usize::from(verdicts[1].word() == "faster");
    }
    assert!(found >= 180, "{found} of 200");
}

fn exact(least: u32, most: u32) -> Trials {
    let mut trials = trials(Better::Less, least, most);
    trials.metrics[0].exact = true;
    trials
}

/// The row of the first contender: verdict, ratio to the baseline with its ends, and names of caveats.
fn row(plan: Plan, blocks: Vec<Block>) -> (&'static str, [f64; 3], Vec<String>) {
    let found = findings(&run_of(plan, blocks, vec![launch_began(0), launch_ended(0)]));
    let rows = &found.contests[0].comparisons[0].rows;
    let row = rows.iter().find(|row| row.implementation.name == "one1").unwrap();
    let estimate = row.estimate.as_ref().unwrap();
    let ends = [estimate.ratio, estimate.interval.low, estimate.interval.high].map(f64::exp);
    (row.verdict.word(), ends, row.caveats.iter().map(|caveat| caveat.name()).collect())
}

#[test]
fn trials_of_what_is_exact_decide_at_once_and_without_width() {
    for (least, value, word) in [(1, 1020.0, "slower"), (2, 980.0, "faster"), (2, 1009.0, "same"), (3, 1000.0, "same")]
    {
        let plan = plan_of(1, exact(least, least));
        let (blocks, reason, verdicts) = follow(&plan, 0.0, |_| vec![1000.0, value, 1000.0]);
        assert_eq!((verdicts[1].word(), reason, blocks.len()), (word, StopReason::Certain, least as usize));
        let (said, ends, caveats) = row(plan, blocks);
        assert_eq!((said, caveats), (word, Vec::new()));
        assert!(ends.iter().all(|end| (end - value / 1000.0).abs() < 1e-12), "{ends:?}");
    }
}

#[test]
fn what_is_declared_exact_and_varies_is_judged_as_noise_is() {
    let plan = plan_of(1, exact(2, 2));
    let (blocks, reason, verdicts) = follow(&plan, 0.0, |index| vec![1000.0, 900.0 - f64::from(index), 1000.0]);
    assert_eq!((verdicts[1].word(), reason), ("not-enough", StopReason::Trials));
    assert_eq!(row(plan, blocks).2, ["not-exact"]);
}

#[test]
fn whose_trials_are_best_is_the_choice() {
    let plan = plan_of(1, exact(2, 2));
    let (blocks, ..) = follow(&plan, 0.0, |_| vec![1000.0, 900.0, 1000.0]);
    let choices = findings(&run_of(plan, blocks, vec![launch_began(0), launch_ended(0)])).contests.remove(0).choices;
    assert_eq!(choices[0].text, "Use c.one1 at 1 KiB.");
}

/// Values that fall on one of two steps by chance may look as if they never varied: as seldom as any false alarm.
#[test]
fn steps_of_noise_do_not_pass_for_what_never_varies() {
    for (contenders, upper) in [(1, 0.5), (1, 0.3), (1, 0.1), (3, 0.3), (3, 0.1)] {
        let plan = plan_of(contenders, trials(Better::More, 3, 10));
        let mut alarms = 0;
        const COMPARISONS: u64 = 2000;
        for seed in 0..COMPARISONS {
            let mut random = Random::new(seed);
            let step = |random: &mut Random| if random.uniform() < upper { 40.0 } else { 30.0 };
            let depths = |_: u32| (0..contenders + 2).map(|_| step(&mut random)).collect();
            let (_, _, verdicts) = follow(&plan, 0.0, depths);
            alarms += u64::from(verdicts.iter().any(|it| matches!(it.word(), "faster" | "slower")));
        }
        let bound = rate::lower_bound(alarms, COMPARISONS, 0.01);
        assert!(bound <= Plan::ALPHA, "{alarms} of {COMPARISONS} with {upper}");
    }
}
