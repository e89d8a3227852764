//! Which parameters a benchmark is measured with, from the suite's own and what was asked for; and the lanes of a
//! benchmark whose implementations take part once for each value of one parameter.

use crate::model::names::each_once;
use crate::model::{Benchmark, ImplementationId, Lane, Params, Role, Variant};
use crate::plan::wishes::{ParamValues, Wishes};
use crate::suite::{did_you_mean, with_each};

/// `NAME=VALUE,VALUE`: values may hold anything but a comma.
pub fn parse_values(text: &str) -> Result<ParamValues, String> {
    let expected = || format!("`{text}` is no parameter with its values; write it like `level=1,6`");
    let (name, values) = text.split_once('=').ok_or_else(expected)?;
    let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
    if !ImplementationId::is_part(name) || values.iter().any(|value| value.is_empty() || value.contains(['\n', '\r'])) {
        return Err(expected());
    }
    if let Some(twice) = values.iter().enumerate().find_map(|(at, value)| values[..at].contains(value).then_some(value))
    {
        return Err(format!("`{text}` has the value `{twice}` twice"));
    }
    Ok((name.to_owned(), values))
}

/// Whether an implementation of the benchmark is told a parameter of that name at all.
fn has(benchmark: &Benchmark, name: &str) -> bool {
    benchmark.params.iter().chain([&benchmark.fixed]).any(|set| set.contains_key(name))
}

/// A parameter that none of the benchmarks has is a slip of the pen.
pub(super) fn check(wishes: &Wishes, benchmarks: &[&Benchmark]) -> Result<(), String> {
    let sets = benchmarks.iter().flat_map(|benchmark| benchmark.params.iter().chain([&benchmark.fixed]));
    let names: Vec<&str> = sets.flat_map(|set| set.keys()).map(String::as_str).collect();
    let mut wished = wishes.params.iter().chain(&wishes.across).map(|(name, _)| name.as_str());
    if let Some(name) = wished.find(|name| !names.contains(name)) {
        let near = did_you_mean(name, names.iter().copied());
        return Err(format!("no benchmark that was chosen has a parameter `{name}`{near}"));
    }
    let both = wishes.across.as_ref().filter(|(name, _)| wishes.params.iter().any(|(other, _)| other == name));
    both.map_or(Ok(()), |(name, _)| Err(format!("`{name}` cannot be compared across and be set too; leave one out")))
}

/// The sets of parameters that the benchmark's comparisons have.
pub(super) fn sets(benchmark: &Benchmark, wishes: &Wishes) -> Vec<Params> {
    let mut sets = benchmark.params.clone();
    for (name, values) in wishes.params.iter().filter(|(name, _)| has(benchmark, name)) {
        sets = with_each(&without(&sets, name), name, values);
    }
    match across(benchmark, wishes) {
        Some((name, _)) => without(&sets, name),
        None => sets,
    }
}

fn without(sets: &[Params], name: &str) -> Vec<Params> {
    each_once(sets.iter().cloned().map(|mut set| {
        set.remove(name);
        set
    }))
}

fn across<'a>(benchmark: &Benchmark, wishes: &'a Wishes) -> Option<&'a ParamValues> {
    wishes.across.as_ref().filter(|(name, _)| has(benchmark, name))
}

/// Every lane once for each value, where that was asked for: the baseline with the first value stays the baseline.
/// A lane's name tells the value by letters that a name may have; what each stands for is said.
pub(super) fn across_lanes(
    lanes: Vec<Lane>,
    benchmark: &Benchmark,
    wishes: &Wishes,
    notices: &mut Vec<String>,
) -> Vec<Lane> {
    let Some((name, values)) = across(benchmark, wishes) else { return lanes };
    let mut labels: Vec<String> = Vec::new();
    for value in values {
        labels.push(label(value, &labels));
    }
    for (label, value) in labels.iter().zip(values) {
        let text = format!("`@{label}` is {name}={value}");
        if *label != *value && !notices.contains(&text) {
            notices.push(text);
        }
    }
    let variant = |lane: &Lane, at: usize| {
        let of = lane.implementation.clone();
        let build = of.build.iter().chain([&labels[at]]).cloned().collect::<Vec<String>>().join("+");
        let implementation = ImplementationId { build: Some(build), ..of.clone() };
        let params = Params::from([(name.clone(), values[at].clone())]);
        let role = if at == 0 { lane.role } else { Role::Contender };
        Lane { implementation, role, stretch: lane.stretch, variant: Some(Variant { of, params }) }
    };
    // The clone is a second process of the baseline, which has the first value.
    let count = |lane: &Lane| if lane.role == Role::Clone { 1 } else { values.len() };
    lanes.iter().flat_map(|lane| (0..count(lane)).map(|at| variant(lane, at)).collect::<Vec<Lane>>()).collect()
}

/// `/dev/shm` is `dev-shm`, and so is `/dev/shm@0.5`: a number behind an `@` tells something of the value, and does not
/// name it. No label is like an earlier one.
fn label(value: &str, earlier: &[String]) -> String {
    let value = value.rsplit_once('@').filter(|(_, end)| end.parse::<f64>().is_ok()).map_or(value, |(start, _)| start);
    let letter = |letter: char| if ImplementationId::is_part(&letter.to_string()) { letter } else { '-' };
    let plain: String = value.to_lowercase().chars().map(letter).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let plain = if words.is_empty() { "root".to_owned() } else { words.join("-") };
    let numbered = (2..).map(|number| format!("{plain}-{number}"));
    let mut names = [plain.clone()].into_iter().chain(numbered);
    names.find(|name| !earlier.contains(name)).unwrap_or(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_written() {
        let (name, values) = parse_values("path=/mnt/a, /mnt/b@0.5").unwrap();
        assert_eq!((name.as_str(), values), ("path", vec!["/mnt/a".to_owned(), "/mnt/b@0.5".to_owned()]));
        for wrong in ["path", "=1", "path=", "path=a,,b", "Path=a"] {
            assert!(parse_values(wrong).unwrap_err().contains("level=1,6"), "{wrong}");
        }
        assert!(parse_values("path=a,b,a").unwrap_err().contains("`a` twice"));
    }

    #[test]
    fn a_label_is_a_part_of_a_name() {
        let mut labels = Vec::new();
        for value in ["/dev/shm", "/", "/mnt/Card_1 (new)", "/dev-shm@0.5"] {
            let next = label(value, &labels);
            labels.push(next);
        }
        assert_eq!(labels, ["dev-shm", "root", "mnt-card_1-new", "dev-shm-2"]);
    }
}
