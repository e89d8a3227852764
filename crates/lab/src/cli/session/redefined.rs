//! A benchmark as its suite defines it today and as it did at an earlier revision in, what is defined otherwise out.
//!
//! Both versions of an implementation are measured with what is defined today: who compares them has to know that.

use std::fs;

use crate::model::{Benchmark, InputKind, KnownAnswer, Suite};

/// Names of what is not as it was; empty where the benchmark is new, which its implementations tell themselves.
pub(crate) fn redefined(before: &Suite, today: &Suite, benchmark: &str) -> Vec<&'static str> {
    let [old, new] = [before, today].map(|suite| suite.benchmarks.iter().find(|one| one.name == benchmark));
    let (Some(old), Some(new)) = (old, new) else { return Vec::new() };
    let (was, is) = (&old.answer, &new.answer);
    let is_same_answer = was.reference == is.reference && was.vectors.iter().map(told).eq(is.vectors.iter().map(told));
    [
        ("its input", old.given == new.given && is_same_input(old, new)),
        ("its known answers", is_same_answer),
        ("its parameters", old.params == new.params && old.fixed == new.fixed),
        ("what decides", old.trials == new.trials),
    ]
    .into_iter()
    .filter_map(|(name, is_same)| (!is_same).then_some(name))
    .collect()
}

/// A known answer without the line that it stands on.
fn told(known: &KnownAnswer) -> impl PartialEq {
    (known.input.clone(), known.params.clone(), known.answer.clone())
}

/// Whether two inputs are the same bytes, as far as definitions tell; of files, their bytes.
fn is_same_input(old: &Benchmark, new: &Benchmark) -> bool {
    match (&old.input, &new.input) {
        (InputKind::File { path: old }, InputKind::File { path: new }) => fs::read(old).ok() == fs::read(new).ok(),
        (old, new) => old == new,
    }
}
