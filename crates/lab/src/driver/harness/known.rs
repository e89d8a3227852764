//! Which harnesses there are.

use std::path::Path;

use crate::driver::harness::criterion::CriterionHarness;
use crate::driver::harness::divan::DivanHarness;
use crate::driver::harness::go::GoHarness;
use crate::driver::harness::google::GoogleHarness;
use crate::driver::harness::interface::Harness;
use crate::driver::harness::program::HarnessProgram;
use crate::driver::harness::pytest::PytestHarness;

/// One of each.
fn all() -> [Box<dyn Harness>; 5] {
    [
        Box::new(CriterionHarness::default()),
        Box::new(DivanHarness),
        Box::new(GoHarness),
        Box::new(GoogleHarness),
        Box::new(PytestHarness),
    ]
}

/// The benchmarks of a program that is started so, by their harness' names for them. `words` and `env`: as a driver of a
/// harness is started; `folder`: where it runs.
pub fn benchmarks(words: &[String], env: &[(String, String)], folder: &Path) -> Result<Vec<String>, String> {
    let words = match words {
        [_, word, rest @ ..] if word == WORD => rest,
        _ => return Err("no harness drives it".to_owned()),
    };
    let (harness, program) = of_words(words, folder)?;
    harness.list(&program.with_env(env))
}

/// The first argument that makes Paragone's program a driver of a harness.
pub const WORD: &str = "__harness";

/// The harness and the program of the words behind it.
pub(super) fn of_words(words: &[String], folder: &Path) -> Result<(Box<dyn Harness>, HarnessProgram), String> {
    let (name, program) = words.split_first().ok_or("no harness is named")?;
    let harness = all().into_iter().find(|harness| harness.name() == name);
    let names = || all().map(|harness| harness.name()).join(", ");
    let harness = harness.ok_or_else(|| format!("`{name}` is no harness; there are {}", names()))?;
    Ok((harness, HarnessProgram::new(program, folder)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::CallKind;

    #[test]
    fn every_harness_is_told_from_languages() {
        assert!(all().iter().all(|harness| CallKind::of_language(harness.name()).is_harness()));
        assert!(of_words(&["rust".to_owned()], Path::new(".")).err().unwrap().contains("there are criterion, divan"));
    }
}
