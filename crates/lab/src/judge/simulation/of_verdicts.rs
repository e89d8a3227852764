//! Whole simulated comparisons through `Judge`: whether it keeps the rates that it was designed for.
//!
//! Tests only. Time passes as the samples say, so that budgets work; everything is seeded.

use paragone_stats::rate;

use crate::judge::estimate::spread::Spreads;
use crate::judge::findings::of_run::findings;
use crate::judge::simulation::simulated::SimulatedOutcome;
use crate::judge::simulation::stage::{KINDS, ONE_LAUNCH, QUICK, RUNS, STANDARD, run_of};
use crate::judge::simulation::verdict_world::{
    CALM, Levels, Switches, VerdictWorld, Who, assert_few_alarms, compare, planned, rates, with_varied_layouts,
};
use crate::model::{Layouts, Plan, StopReason, Verdict};

#[test]
fn identical_lanes_are_seldom_called_different() {
    let worlds = [
        ("calm", CALM),
        ("drift", VerdictWorld { drift: 0.01, ..CALM }),
        ("bursts", VerdictWorld { bursts: 0.02, ..CALM }),
        ("memory", VerdictWorld { memory: 0.6, ..CALM }),
    ];
    for (name, world) in worlds {
        for kind in KINDS {
            for margin in [0.01, 0.001] {
                let rates = rates(world, &planned(kind, 1, margin), 0..100);
                assert_few_alarms(&rates, &format!("{name}, {}, margin {margin}", kind.name));
            }
        }
    }
}

#[test]
fn a_family_shares_one_error_rate() {
    for kind in KINDS {
        assert_few_alarms(&rates(CALM, &planned(kind, 6, 0.001), 0..100), kind.name);
    }
}

/// Of whole commands.
const NOISY: VerdictWorld = VerdictWorld { noise: 0.01, ..CALM };

#[test]
fn whole_commands_keep_the_rates_too() {
    for margin in [0.01, 0.001] {
        assert_few_alarms(&rates(NOISY, &planned(RUNS, 1, margin), 0..200), &format!("margin {margin}"));
    }
    assert_few_alarms(&rates(NOISY, &planned(RUNS, 6, 0.001), 0..100), "a family");
}

#[test]
fn whole_commands_bear_drift_and_bursts() {
    for (name, world) in
        [("drift", VerdictWorld { drift: 0.01, ..NOISY }), ("bursts", VerdictWorld { bursts: 0.03, ..NOISY })]
    {
        for margin in [0.01, 0.001] {
            let rates = rates(world, &planned(RUNS, 1, margin), 0..200);
            assert_few_alarms(&rates, &format!("{name}, margin {margin}"));
        }
    }
}

#[test]
fn a_slower_command_is_found() {
    let found = rates(VerdictWorld { effect: f64::ln_1p(0.02), ..NOISY }, &planned(RUNS, 1, 0.01), 0..60);
    assert!(found.slower >= 57 && found.faster == 0, "{found:?}");
}

#[test]
fn launches_average_out_what_layouts_do() {
    let world = VerdictWorld { layout: 0.01, ..CALM };
    let standard = rates(world, &planned(STANDARD, 1, 0.01), 0..200);
    assert_few_alarms(&standard, "standard");
    // One launch cannot know its layout: that is why it is labelled, and why spreads are stored.
    let quick = rates(world, &planned(ONE_LAUNCH, 1, 0.01), 0..200);
    assert!(quick.alarms > 10 * standard.alarms.max(1), "{quick:?}");
}

/// In how many of so many standard comparisons with varied layouts the interval misses the true mean of the launches.
fn missed(levels: Levels, comparisons: u64) -> u64 {
    let world = VerdictWorld { noise: 0.001, levels: Some(levels), ..CALM };
    let plan = Plan { budget_s: 20.0, ..with_varied_layouts(planned(STANDARD, 1, 0.01)) };
    let truth = if levels.of == Who::BaselineAndControl { -levels.often * levels.apart } else { 0.0 };
    let misses = |seed: &u64| {
        let outcome = compare(world, &plan, Spreads::new(), *seed);
        let found = findings(&run_of(plan.clone(), outcome.blocks, Vec::new()));
        let row = found.contests[0].comparisons[0].rows.iter().find(|row| row.implementation.to_string() == "c.one1");
        let interval = row.and_then(|row| row.estimate.as_ref()).map(|estimate| estimate.interval);
        interval.is_none_or(|interval| truth < interval.low || truth > interval.high)
    };
    (0..comparisons).filter(misses).count() as u64
}

#[test]
fn levels_of_layouts_make_no_false_alarms() {
    for often in [0.5, 0.2] {
        let levels = Levels { apart: 1.05f64.ln(), often, of: Who::Each };
        let missed = missed(levels, 60);
        assert!(rate::lower_bound(missed, 60, 0.05) <= 0.01, "{often}: {missed}");
    }
}

/// Gates of so many comparisons of versions each that changed nothing: how many have an alarm in any of them, and how many
/// comparisons ended with *same*.
fn gates(levels: Levels, gates: u64) -> (u64, u64) {
    let world = VerdictWorld { noise: 0.001, levels: Some(levels), ..CALM };
    let plan = planned(STANDARD, 1, 0.01);
    let alpha = plan.alpha / COMPARISONS as f64;
    let (layouts, budget_s) = (Some(Layouts::Varied), 300.0 / COMPARISONS as f64);
    let plan = Plan { alpha, budget_s, layouts, ..plan };
    let of_gate = |gate: u64| rates(world, &plan, gate * COMPARISONS..(gate + 1) * COMPARISONS);
    (0..gates).map(of_gate).fold((0, 0), |(alarmed, same), of| (alarmed + u64::from(of.alarms > 0), same + of.same))
}

const COMPARISONS: u64 = 48;

#[test]
fn all_comparisons_of_a_gate_share_one_error_rate() {
    for of in [Who::Each, Who::AllTogether] {
        let (alarmed, same) = gates(Levels { apart: 1.02f64.ln(), often: 0.5, of }, 5);
        assert!(rate::lower_bound(alarmed, 5, 0.05) <= 0.01, "{of:?}: {alarmed}");
        // Layouts that both versions have in common cost nothing.
        assert!(of == Who::Each || same == 5 * COMPARISONS, "{same}");
    }
}

/// The figures of docs/decisions/0045: `cargo test --release -p paragone --lib many_levels -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes, and asserts nothing that the one above does not"]
fn many_levels() {
    println!("| who has two levels | apart | how often the slower one | misses of 1000 |\n|---|---|---|---|");
    for of in [Who::Each, Who::BaselineAndControl] {
        for apart in [0.02f64, 0.05, 0.08] {
            for often in [0.5, 0.2, 0.1] {
                let missed = missed(Levels { apart: apart.ln_1p(), often, of }, 1000);
                println!("| {of:?} | {apart} | {often} | {missed} |");
            }
        }
    }
}

/// As a gate measures: samples of 0.2 ms stand for processes of 10 ms, two blocks a launch.
fn of_processes(margin: f64) -> Plan {
    let mut plan = Plan { layouts: Some(Layouts::Varied), blocks_per_launch: 2, ..planned(STANDARD, 1, margin) };
    for lane in &mut plan.contests[0].lanes {
        lane.implementation.language = "criterion".to_owned();
    }
    plan
}

#[test]
fn launches_of_processes_bear_a_machine_of_two_speeds() {
    let switches = Some(Switches { apart: 1.2f64.ln(), often: 0.01 });
    let world = VerdictWorld { noise: 0.002, switches, ..CALM };
    let processes = rates(world, &of_processes(0.01), 0..100);
    assert_few_alarms(&processes, "two speeds");
    assert!(processes.same >= 90, "{processes:?}");
    // Which is what Student's interval of the same launches does not.
    let functions = Plan { blocks_per_launch: 2, ..with_varied_layouts(planned(STANDARD, 1, 0.01)) };
    let students = rates(world, &functions, 0..100);
    assert!(students.same < processes.same, "{students:?} {processes:?}");
    let slower = rates(VerdictWorld { effect: 1.02f64.ln(), ..world }, &of_processes(0.01), 0..60);
    assert!(slower.slower >= 54 && slower.faster == 0, "{slower:?}");
}

#[test]
fn launches_of_processes_keep_the_rates() {
    let levels = |often| Some(Levels { apart: 1.02f64.ln(), often, of: Who::Each });
    for (name, world) in [
        ("calm", CALM),
        ("drift", VerdictWorld { drift: 0.01, ..CALM }),
        ("bursts", VerdictWorld { bursts: 0.02, ..CALM }),
        ("levels", VerdictWorld { levels: levels(0.5), ..CALM }),
        ("rare levels", VerdictWorld { levels: levels(0.2), ..CALM }),
    ] {
        for margin in [0.01, 0.001] {
            assert_few_alarms(&rates(world, &of_processes(margin), 0..100), &format!("{name}, margin {margin}"));
        }
    }
}

/// The figures of docs/decisions/0052: `cargo test --release -p paragone --lib many_processes -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes, and asserts nothing that the one below does not"]
fn many_processes() {
    println!(
        "| launches differ by | false alarms of 1000 | 5 % found, of 200 | 2 % found, of 200 |\n|---|---|---|---|"
    );
    for layout in [0.01, 0.03, 0.06] {
        let with = |percent: f64, trials| {
            let world = VerdictWorld { layout, effect: (percent / 100.0).ln_1p(), ..CALM };
            rates(world, &of_processes(0.01), 0..trials)
        };
        let (none, five, two) = (with(0.0, 1000), with(5.0, 200), with(2.0, 200));
        println!("| {layout} | {} | {} | {} |", none.alarms, five.slower, two.slower);
    }
}

/// Forks of a virtual machine differ by as much, and so do layouts of Go.
#[test]
fn launches_of_processes_that_differ_keep_the_rates_and_find_what_is_there() {
    let none = rates(VerdictWorld { layout: 0.03, ..CALM }, &of_processes(0.01), 0..200);
    assert_few_alarms(&none, "launches differ by 3 %");
    let world = VerdictWorld { layout: 0.06, effect: 1.05f64.ln(), ..CALM };
    let found = rates(world, &of_processes(0.01), 0..60);
    assert!(found.slower >= 57 && found.faster == 0, "{found:?}");
}

#[test]
fn the_control_of_processes_has_blocks_in_every_other_launch() {
    let outcome = compare(CALM, &of_processes(0.01), Spreads::new(), 0);
    let last = outcome.blocks.iter().map(|block| block.launch).max().unwrap_or(0);
    let of_control = outcome.blocks.iter().filter(|block| block.lanes.last().is_some_and(|lane| !lane.is_empty()));
    let launches: Vec<u32> = of_control.map(|block| block.launch).collect();
    assert!(last >= 7, "{last}");
    assert_eq!(launches, (0..=last).step_by(2).collect::<Vec<u32>>());
}

#[test]
fn a_stored_spread_keeps_quick_mode_honest() {
    let world = VerdictWorld { layout: 0.01, ..CALM };
    let plan = planned(ONE_LAUNCH, 1, 0.01);
    // What the launches of a standard run would have shown, at the edge of its two-sided 1 %.
    let spreads = Spreads::from([((0, 0), 0.01 * std::f64::consts::SQRT_2 * 2.576)]);
    let outcomes: Vec<SimulatedOutcome> = (0..200).map(|seed| compare(world, &plan, spreads.clone(), seed)).collect();
    let alarms = outcomes.iter().filter(|outcome| matches!(outcome.verdicts[1].word(), "faster" | "slower"));
    let alarms = alarms.count() as u64;
    assert!(rate::lower_bound(alarms, 200, 0.05) <= 0.01, "{alarms}");
    // More data of the same launch could not help, and is not asked for.
    let short = outcomes.iter().filter(|outcome| outcome.blocks.len() <= 2 * 64).count();
    assert!(short >= 180, "{short}");
}

#[test]
fn true_differences_are_found_and_never_the_wrong_way() {
    for kind in KINDS {
        for (effect, margin, found) in [(0.05, 0.01, 60), (0.01, 0.005, 59), (0.002, 0.001, 54)] {
            let world = VerdictWorld { effect: f64::ln_1p(effect), ..CALM };
            let rates = rates(world, &planned(kind, 1, margin), 0..60);
            assert!(rates.slower >= found && rates.faster == 0, "{}, {effect}: {rates:?}", kind.name);
        }
    }
}

#[test]
fn identical_lanes_are_called_the_same_and_soon() {
    for kind in KINDS {
        let rates = rates(CALM, &planned(kind, 1, 0.01), 0..60);
        assert!(rates.same >= 59, "{}: {rates:?}", kind.name);
    }
    let outcome = compare(CALM, &planned(ONE_LAUNCH, 1, 0.01), Spreads::new(), 1);
    assert_eq!(outcome.reason, StopReason::Certain);
    assert!(outcome.blocks.len() <= 64, "{}", outcome.blocks.len());
}

#[test]
fn what_cannot_be_decided_ends_with_the_budget() {
    let world = VerdictWorld { effect: f64::ln_1p(0.01), noise: 0.1, ..CALM };
    for kind in KINDS {
        let outcome = compare(world, &planned(kind, 1, 0.01), Spreads::new(), 1);
        assert_eq!(outcome.reason, StopReason::Budget, "{}", kind.name);
        // About 2 ms a block in one second, and no launch that could not be finished.
        assert!((300..=550).contains(&outcome.blocks.len()), "{}: {}", kind.name, outcome.blocks.len());
    }
}

#[test]
fn a_sustained_run_goes_on_although_all_is_certain() {
    let world = VerdictWorld { effect: f64::ln_1p(0.5), ..CALM };
    let plan = planned(ONE_LAUNCH, 1, 0.01);
    assert_eq!(compare(world, &plan, Spreads::new(), 1).reason, StopReason::Certain);
    for contenders in [0, 1] {
        let plan = Plan { sustained: true, ..planned(ONE_LAUNCH, contenders, 0.01) };
        let outcome = compare(world, &plan, Spreads::new(), 1);
        assert_eq!(outcome.reason, StopReason::Budget);
        let lanes = plan.contests[0].lanes.len();
        assert!(outcome.blocks.len() > 200 && outcome.blocks.iter().all(|block| block.lanes.len() == lanes));
        let with = |lane: usize| outcome.blocks.iter().filter(|block| !block.lanes[lane].is_empty()).count();
        assert!((0..lanes).all(|lane| 5 * with(lane) >= 2 * outcome.blocks.len()), "{:?}", (0..lanes).map(with));
    }
}

#[test]
fn a_limit_on_rounds_holds() {
    let world = VerdictWorld { noise: 0.1, ..CALM };
    // Blocks of four rounds behind two rounds of the race; in standard mode eight launches have three of them each. Those of
    // the control come on top: sixteen, or as many as there are of the others, and two a launch.
    for (kind, rounds, blocks) in [(ONE_LAUNCH, 100, 27 + 16), (ONE_LAUNCH, 40, 12 + 10), (STANDARD, 100, 26 + 8 * 2)] {
        let plan = Plan { rounds: Some(rounds), ..planned(kind, 1, 0.01) };
        let outcome = compare(world, &plan, Spreads::new(), 1);
        assert_eq!((outcome.reason, outcome.blocks.len()), (StopReason::Rounds, blocks), "{}", kind.name);
    }
}

#[test]
fn reading_a_run_gives_the_verdicts_that_ended_it() {
    let world = VerdictWorld { effect: f64::ln_1p(0.005), noise: 0.01, layout: 0.002, ..CALM };
    for kind in [ONE_LAUNCH, QUICK, STANDARD, RUNS] {
        for seed in 0..20 {
            let plan = planned(kind, 3, 0.01);
            let outcome = compare(world, &plan, Spreads::new(), seed);
            let words: Vec<&str> = outcome.verdicts[1..4].iter().map(Verdict::word).collect();
            let found = findings(&run_of(plan, outcome.blocks, Vec::new()));
            let rows = &found.contests[0].comparisons[0].rows;
            for (index, word) in words.into_iter().enumerate() {
                let name = format!("c.one{}", index + 1);
                let row = rows.iter().find(|row| row.implementation.to_string() == name).unwrap();
                // What was decided when it ended is read as it was; only what was not may be decided on reading.
                let is_alike = row.verdict.word() == word || word == "not-enough";
                assert!(is_alike, "{} {seed} {name}: {word}, then {}", kind.name, row.verdict.word());
            }
        }
    }
}
