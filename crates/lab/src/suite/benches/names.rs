//! From the names that a harness gives its benchmarks to benchmarks of a suite.

use crate::model::{
    AnswerRule, BENCHMARK_PARAM, Benchmark, Budgets, Given, InputKind, Params, Sizes, Suite, Throughput,
};
use crate::words::slug;

/// A benchmark of a program, by its harness' own name for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HarnessBenchmark {
    /// Index of the suite's driver.
    pub driver: usize,
    pub name: String,
}

/// The suite with these benchmarks, each of which one driver serves.
pub fn with_benchmarks(mut suite: Suite, all: &[HarnessBenchmark]) -> Suite {
    for one in all {
        let driver = &mut suite.drivers[one.driver];
        let short = if driver.language == JMH { without_package(&one.name) } else { &one.name };
        let name = free_name(&part(short), suite.benchmarks.iter().map(|other| &other.name));
        driver.implements.push((name.clone(), part(&driver.name)));
        suite.benchmarks.push(benchmark(name, &one.name));
    }
    suite
}

/// What a language is called whose drivers are programs of JMH.
pub(super) const JMH: &str = "jmh";

/// A benchmark's name without the packages that its class lies in, as JMH's own tables have it.
fn without_package(name: &str) -> &str {
    let method = name.split(' ').next().unwrap_or(name);
    let dots = method.rmatch_indices('.');
    dots.map(|(at, _)| at).nth(1).map_or(name, |at| &name[at + 1..])
}

/// The name, with a number behind it where others have it already.
pub(super) fn free_name<'a>(plain: &str, taken: impl Iterator<Item = &'a String>) -> String {
    let taken: Vec<&String> = taken.collect();
    let mut names = std::iter::once(plain.to_owned()).chain((2..).map(|number| format!("{plain}-{number}")));
    names.find(|name| !taken.contains(&name)).unwrap_or_else(|| plain.to_owned())
}

/// A part of an id, whatever letters a name has.
pub(super) fn part(name: &str) -> String {
    let lower = slug(name);
    let words: Vec<&str> = lower.split('-').filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "benchmark".to_owned() } else { words.join("-") }
}

fn benchmark(name: String, of_harness: &str) -> Benchmark {
    Benchmark {
        name,
        question: of_harness.to_owned(),
        input: InputKind::Number,
        given: Given::Bytes,
        sizes: Sizes { short: vec![1], full: vec![1] },
        params: vec![Params::new()],
        fixed: Params::from([(BENCHMARK_PARAM.to_owned(), of_harness.to_owned())]),
        unit: Throughput::of("call"),
        answer: AnswerRule { vectors: Vec::new(), reference: None },
        baseline: None,
        budgets: Budgets::default(),
        trials: None,
        intervention: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Build, DriverSpec};
    use crate::suite::implementations;

    #[test]
    fn names_are_kept_for_the_harness_and_told_apart_for_us() {
        let driver = |name: &str| DriverSpec {
            language: "criterion".to_owned(),
            name: name.to_owned(),
            builds: vec![Build::default()],
            ..DriverSpec::default()
        };
        let suite = Suite { drivers: vec![driver("one"), driver("Two")], ..Suite::new("s", "/s".into()) };
        let of = |driver, name: &str| HarnessBenchmark { driver, name: name.to_owned() };
        let suite = with_benchmarks(suite, &[of(0, "add (8)"), of(1, "add/8"), of(1, "mul"), of(0, "é")]);
        let names: Vec<(&str, &str)> =
            suite.benchmarks.iter().map(|one| (one.name.as_str(), one.fixed[BENCHMARK_PARAM].as_str())).collect();
        assert_eq!(names, [("add-8", "add (8)"), ("add-8-2", "add/8"), ("mul", "mul"), ("benchmark", "é")]);
        assert_eq!(implementations(&suite, "add-8-2")[0].id.to_string(), "criterion.two");
    }

    #[test]
    fn a_class_is_known_without_its_packages() {
        let names = ["org.a.B.add size=1.5", "B.add", "add"].map(without_package);
        assert_eq!(names, ["B.add size=1.5", "B.add", "add"]);
    }
}
