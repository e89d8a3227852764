//! Self-tests of gates on a simulated machine: whether they say what a gate finds there.
//!
//! Tests only; everything is seeded.

use crate::judge::estimate::spread::Spreads;
use crate::judge::findings::self_test::self_test;
use crate::judge::simulation::stage::{STANDARD, run_of};
use crate::judge::simulation::verdict_world::{CALM, VerdictWorld, compare, planned};
use crate::model::SelfTest;

/// Of a benchmark whose versions differ by `effect`.
fn tested(effect: f64, seed: u64) -> SelfTest {
    let world = VerdictWorld { effect: f64::ln_1p(effect), noise: 0.01, layout: 0.003, ..CALM };
    let mut plan = planned(STANDARD, 1, 0.01);
    plan.contests[0].question = "parse".to_owned();
    let outcome = compare(world, &plan, Spreads::new(), seed);
    self_test(&run_of(plan, outcome.blocks, Vec::new()))
}

#[test]
fn what_did_not_change_is_no_alarm_and_large_changes_would_have_been_found() {
    let tests: Vec<SelfTest> = (0..20).map(|seed| tested(0.0, seed)).collect();
    for test in &tests {
        assert_eq!((test.benchmarks.len(), test.alarms, test.unjudged.len()), (1, 0, 0), "{test:?}");
        assert!((test.alarms_at_most - 0.95).abs() < 1e-9 && test.benchmarks[0].name == "parse", "{test:?}");
        let found: Vec<usize> = test.changes.iter().map(|change| change.found).collect();
        assert!(found.is_sorted() && found.last() == Some(&1), "{test:?}");
    }
    let finds_5_percent = |test: &SelfTest| test.benchmarks[0].finds.is_some_and(|least| least <= 0.05);
    assert!(tests.iter().all(finds_5_percent), "{tests:?}");
}

#[test]
fn a_change_that_is_there_is_an_alarm() {
    let test = tested(0.05, 1);
    assert_eq!((test.alarms, test.alarms_at_most, test.benchmarks[0].finds), (1, 1.0, Some(0.01)), "{test:?}");
    // Who is 3 % faster already is not called slower for the first of these.
    let test = tested(-0.03, 1);
    assert_eq!((test.alarms, test.benchmarks[0].finds), (1, Some(0.05)), "{test:?}");
}

#[test]
fn who_had_too_few_launches_is_named_and_not_counted() {
    let plan = planned(STANDARD, 1, 0.01);
    let blocks = compare(CALM, &plan, Spreads::new(), 1).blocks;
    for launches in [0, 1] {
        let first = blocks.iter().filter(|block| block.launch < launches).cloned().collect();
        let test = self_test(&run_of(plan.clone(), first, Vec::new()));
        assert_eq!((test.benchmarks.len(), test.unjudged.len(), test.alarms_at_most), (0, 1, 1.0), "{test:?}");
    }
}
