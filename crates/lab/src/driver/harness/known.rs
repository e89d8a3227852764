//! Which harnesses there are.

use std::path::Path;

use crate::driver::harness::criterion::CriterionHarness;
use crate::driver::harness::divan::DivanHarness;
use crate::driver::harness::go::GoHarness;
use crate::driver::harness::google::GoogleHarness;
use crate::driver::harness::interface::Harness;
use crate::driver::harness::jmh::JmhHarness;
use crate::driver::harness::program::HarnessProgram;
use crate::driver::harness::pytest::PytestHarness;

/// One of each, by what a language is called whose drivers are programs of it.
fn all() -> [(&'static str, Box<dyn Harness>); 6] {
    [
        ("criterion", Box::new(CriterionHarness::default())),
        ("divan", Box::new(DivanHarness)),
        ("go-test", Box::new(GoHarness)),
        ("google-benchmark", Box::new(GoogleHarness)),
        ("jmh", Box::new(JmhHarness)),
        ("pytest-benchmark", Box::new(PytestHarness)),
    ]
}

/// The benchmarks of a program that is started so, by their harness' names for them. `words` and `env`: as a driver of a
/// harness is started; `folder`: where it runs.
pub fn benchmarks(words: &[String], env: &[(String, String)], folder: &Path) -> Result<Vec<String>, String> {
    let words = match words {
        [_, word, rest @ ..] if word == WORD => rest,
        _ => return Err("no harness drives it".to_owned()),
    };
    let (_, harness, program) = of_words(words, env, folder)?;
    harness.list(&program)
}

/// The first argument that makes Paragone's program a driver of a harness.
pub const WORD: &str = "__harness";

/// A harness with its name, and a program of it.
type Driven = (&'static str, Box<dyn Harness>, HarnessProgram);

/// The harness and the program of the words behind it.
pub(super) fn of_words(words: &[String], env: &[(String, String)], folder: &Path) -> Result<Driven, String> {
    let (name, program) = words.split_first().ok_or("no harness is named")?;
    let names = || all().map(|(name, _)| name).join(", ");
    let harness = all().into_iter().find(|(known, _)| known == name);
    let (name, harness) = harness.ok_or_else(|| format!("`{name}` is no harness; there are {}", names()))?;
    let program = HarnessProgram::new(&harness.words(program)?, env, folder)?;
    Ok((name, harness, program))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::CallKind;

    #[test]
    fn every_harness_is_told_from_languages() {
        assert!(all().iter().all(|(name, _)| CallKind::of_language(name).is_harness()));
        assert!(
            of_words(&["rust".to_owned()], &[], Path::new(".")).err().unwrap().contains("there are criterion, divan")
        );
    }
}
