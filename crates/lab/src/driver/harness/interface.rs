//! What each harness has to say. Programs in, names and samples out; nothing here knows a verdict.

use crate::driver::harness::program::HarnessProgram;
use crate::model::Sample;

/// A benchmark harness: a library that makes a program of benchmarks, which times them by itself.
pub(super) trait Harness {
    /// The command line of a program, from the words by which its driver is started.
    fn words(&self, words: &[String]) -> Result<Vec<String>, String> {
        Ok(words.to_vec())
    }

    /// The benchmarks of a program, by the names that the harness gives them.
    fn list(&self, program: &HarnessProgram) -> Result<Vec<String>, String>;

    /// Runs one benchmark for about so long, and gives the harness' samples of it: at least one.
    fn measure(&self, program: &HarnessProgram, benchmark: &str, order: Order) -> Result<Vec<Sample>, String>;
}

/// How much a harness is to measure: whichever of the two it can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Order {
    /// Calls of the benchmark's function.
    pub(super) calls: u64,
    /// About as long as they take, seconds.
    pub(super) seconds: f64,
}

/// As long as the first run is, of which nobody knows yet what a call takes, seconds.
pub(super) const FIRST_S: f64 = 0.002;

impl Order {
    pub(super) fn is_first(self) -> bool {
        self.calls == 1 && self.seconds <= FIRST_S
    }
}

/// What a run of one benchmark gave, where it gave one thing.
pub(super) fn the_one<T>(found: Vec<T>, benchmark: &str) -> Result<T, String> {
    let several = |found: Vec<T>| format!("it measured {} benchmarks for `{benchmark}`, and not one", found.len());
    <[T; 1]>::try_from(found).map(|[one]| one).map_err(several)
}

/// The samples of the one benchmark that a run was of: one at least.
pub(super) fn samples_of_the_one(found: Vec<(String, Vec<Sample>)>, benchmark: &str) -> Result<Vec<Sample>, String> {
    let (_, samples) = the_one(found, benchmark)?;
    if samples.is_empty() { Err(format!("it tells no iterations of `{benchmark}`")) } else { Ok(samples) }
}

/// Letters of a name that mean something in a regular expression, with a backslash before each.
pub(super) fn literal(name: &str) -> String {
    let special = |letter: char| r"\.+*?()|[]{}^$#&-~".contains(letter);
    name.chars().flat_map(|letter| special(letter).then_some('\\').into_iter().chain([letter])).collect()
}

/// Names of units of time, with their nanoseconds.
const UNITS: [(&str, f64); 6] = [("ps", 1e-3), ("ns", 1.0), ("µs", 1e3), ("us", 1e3), ("ms", 1e6), ("s", 1e9)];

/// The time that a text begins with, as harnesses write it for people: `2.0000 ms`.
pub(super) fn time_ns(text: &str) -> Option<f64> {
    let mut words = text.split_whitespace();
    let number = words.next()?.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0)?;
    let unit = words.next()?;
    UNITS.iter().find(|(name, _)| *name == unit).map(|(_, ns)| number * ns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_and_none_are_not_one() {
        assert_eq!(the_one(vec![7], "a"), Ok(7));
        assert_eq!(the_one(vec![7, 8], "a"), Err("it measured 2 benchmarks for `a`, and not one".to_owned()));
        assert!(the_one(Vec::<u8>::new(), "a").is_err());
    }

    #[test]
    fn a_name_is_no_pattern() {
        assert_eq!(literal("add all (1000)/a.b"), r"add all \(1000\)/a\.b");
    }
}
