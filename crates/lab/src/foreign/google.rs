//! google/benchmark's `--benchmark_format=json`: repetitions with their iterations, or aggregates alone.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::model::{Machine, Sample};

use super::{Amount, Calls, Foreign, Results, TimeUnit, parsed, sample};

const EXPECTED: &str = "results of google/benchmark, as `--benchmark_format=json` writes them";

#[derive(Deserialize)]
struct GoogleFile {
    context: Context,
    benchmarks: Vec<GoogleEntry>,
}

#[derive(Deserialize)]
struct Context {
    date: Option<String>,
    library_version: Option<String>,
    num_cpus: Option<u32>,
    #[serde(default)]
    caches: Vec<Cache>,
    #[serde(default)]
    load_avg: Vec<f64>,
    library_build_type: Option<String>,
}

#[derive(Deserialize)]
struct Cache {
    #[serde(rename = "type")]
    kind: String,
    level: u32,
    size: u64,
}

#[derive(Deserialize)]
struct GoogleEntry {
    name: String,
    run_name: Option<String>,
    run_type: Option<String>,
    aggregate_name: Option<String>,
    iterations: Option<Calls>,
    real_time: Option<Amount>,
    cpu_time: Option<Amount>,
    time_unit: Option<TimeUnit>,
    #[serde(default)]
    error_occurred: bool,
    error_message: Option<String>,
}

impl GoogleEntry {
    fn is_aggregate(&self) -> bool {
        self.run_type.as_deref() == Some("aggregate") || self.aggregate_name.is_some()
    }

    fn run(&self) -> &str {
        self.run_name.as_deref().unwrap_or(&self.name)
    }

    /// A time of it in nanoseconds.
    fn ns(&self, time: Amount) -> f64 {
        time.0 * self.time_unit.map_or(1.0, TimeUnit::ns)
    }

    fn failure(&self) -> Option<String> {
        let why = self.error_message.as_deref().unwrap_or("without a word");
        self.error_occurred.then(|| format!("{} failed: {why}", self.name))
    }
}

pub(super) fn google(text: &str) -> Result<Results, String> {
    let GoogleFile { context, benchmarks } = parsed(text, EXPECTED)?;
    let mut results = Results::of("google-benchmark");
    if context.library_build_type.as_deref() == Some("debug") {
        results.notices.push("the library google/benchmark was a debug build, by its own account".to_owned());
    }
    describe(&mut results.machine, &context);
    (results.source.version, results.source.measured) = (context.library_version, context.date);
    // What is there of single repetitions makes their aggregates needless.
    let told: BTreeSet<&str> = benchmarks.iter().filter(|entry| !entry.is_aggregate()).map(GoogleEntry::run).collect();
    for entry in &benchmarks {
        if let Some(why) = entry.failure() {
            results.notices.push(why);
            continue;
        }
        let mut cell = named(entry.run());
        let Some(time) = entry.real_time.map(|time| entry.ns(time)) else { continue };
        let cpu = entry.cpu_time.map_or(0.0, |time| entry.ns(time));
        match (entry.is_aggregate(), entry.aggregate_name.as_deref()) {
            (false, _) => match entry.iterations {
                Some(calls) => cell.samples.push(sample(calls.0, time, cpu)),
                None => cell.per_call_ns.push(time),
            },
            (true, _) if told.contains(entry.run()) => continue,
            (true, Some(name @ ("mean" | "median"))) => drop(cell.summary.insert(name.to_owned(), time)),
            (true, Some("stddev")) => drop(cell.summary.insert("standard-deviation".to_owned(), time)),
            // A coefficient of variation is no time, nor is a fitted complexity.
            (true, _) => continue,
        }
        results.cells.push(cell);
    }
    Ok(results)
}

/// The repetitions of each benchmark, by its name; an error where one of them failed.
pub(crate) fn samples(text: &str) -> Result<Vec<(String, Vec<Sample>)>, String> {
    let file: GoogleFile = parsed(text, EXPECTED)?;
    let mut found: Vec<(String, Vec<Sample>)> = Vec::new();
    for entry in file.benchmarks.iter().filter(|entry| !entry.is_aggregate()) {
        if let Some(why) = entry.failure() {
            return Err(why);
        }
        let (Some(calls), Some(time)) = (entry.iterations, entry.real_time) else { continue };
        let sample = sample(calls.0, entry.ns(time), 0.0);
        match found.iter_mut().find(|(name, _)| name == entry.run()) {
            Some((_, samples)) => samples.push(sample),
            None => found.push((entry.run().to_owned(), vec![sample])),
        }
    }
    Ok(found)
}

fn describe(machine: &mut Machine, context: &Context) {
    let kind = |cache: &Cache| match (cache.level, cache.kind.as_str()) {
        (level, "Data") => format!("L{level}d"),
        (level, "Instruction") => format!("L{level}i"),
        (level, _) => format!("L{level}"),
    };
    machine.cores = context.num_cpus.unwrap_or(0);
    machine.caches = context.caches.iter().map(|cache| (kind(cache), cache.size)).collect();
    machine.load_average = context.load_avg.first().copied();
}

/// `BM_copy/64/threads:2`, `Fixture/method/8`: a family, and what it was given.
fn named(run: &str) -> Foreign {
    let mut parts = run.split('/');
    let family = parts.next().unwrap_or_default();
    let family = family.strip_prefix("BM_").unwrap_or(family);
    let mut cell = Foreign::of_a_call("cpp", family, family);
    let mut has_size = false;
    for (index, part) in parts.enumerate() {
        match (part.split_once(':'), part.parse::<u64>()) {
            // How it was measured, and not what.
            (Some(("repeats" | "iterations" | "min_time" | "min_warmup_time", _)), _) => {}
            (None, Err(_)) if ["real_time", "process_time", "manual_time"].contains(&part) => {}
            (Some((name, value)), _) => drop(cell.params.insert(name.to_owned(), value.to_owned())),
            (None, Ok(size)) if !has_size => {
                cell.sized(size);
                has_size = true;
            }
            (None, Err(_)) if index == 0 => part.clone_into(&mut cell.implementation),
            (None, _) => drop(cell.params.insert(format!("argument-{}", index + 1), part.to_owned())),
        }
    }
    cell
}
