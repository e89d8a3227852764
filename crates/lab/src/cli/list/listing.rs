//! What `paragone list` prints for people: suites in brief, or with every implementation; below them,
//! once each, what is missing here.

use std::io::Write;

use serde::Serialize;

use crate::driver::{Skipped, lacks};
use crate::model::names::each_once;
use crate::model::{ImplementationId, Params, unit};

/// A suite as `--json` prints it.
#[derive(Serialize)]
pub(super) struct SuiteRow<'a> {
    pub suite: &'a str,
    pub title: &'a str,
    pub folder: String,
    pub benchmarks: Vec<BenchmarkRow<'a>>,
    /// Drivers that cannot be built here; their implementations say so, each for itself.
    #[serde(skip)]
    pub skipped: Vec<Skipped>,
}

#[derive(Serialize)]
pub(super) struct BenchmarkRow<'a> {
    pub benchmark: &'a str,
    pub question: &'a str,
    pub unit: &'a str,
    pub sizes: &'a [u64],
    pub full_sizes: &'a [u64],
    pub params: &'a [Params],
    pub baseline: Option<&'a ImplementationId>,
    pub reference: Option<&'a ImplementationId>,
    /// Where inputs come from, if not from files that are read before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<&'a str>,
    pub implementations: Vec<Row>,
}

#[derive(Serialize)]
pub(super) struct Row {
    pub id: ImplementationId,
    pub available: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
}

/// Every suite with its questions, and how many ways there are to answer them.
pub(super) fn print_brief(suites: &[SuiteRow<'_>], out: &mut dyn Write) -> std::io::Result<()> {
    for suite in suites {
        writeln!(out, "{}: {}", suite.suite, suite.title)?;
        let width = suite.benchmarks.iter().map(|benchmark| benchmark.benchmark.len()).max().unwrap_or(0);
        for benchmark in &suite.benchmarks {
            writeln!(out, "  {}/{:width$}  {}", suite.suite, benchmark.benchmark, benchmark.question)?;
        }
        writeln!(out, "  {}\n", counted(suite))?;
    }
    if print_missing(suites, out)? {
        writeln!(out)?;
    }
    writeln!(out, "`paragone list SUITE` shows a suite's implementations, `paragone list --all` those of all")
}

/// Every implementation of every benchmark.
pub(super) fn print_whole(suites: &[SuiteRow<'_>], out: &mut dyn Write) -> std::io::Result<()> {
    for (index, suite) in suites.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        print_suite(suite, out)?;
    }
    if suites.iter().any(|suite| !suite.skipped.is_empty()) {
        writeln!(out)?;
    }
    print_missing(suites, out).map(drop)
}

/// `54 implementations: c 12, rust 7; 6 of them are skipped here`.
fn counted(suite: &SuiteRow<'_>) -> String {
    let mut all: Vec<&Row> = Vec::new();
    for row in suite.benchmarks.iter().flat_map(|benchmark| &benchmark.implementations) {
        if !all.iter().any(|known| known.id == row.id) {
            all.push(row);
        }
    }
    let count = |language: &&String| all.iter().filter(|row| row.id.language == **language).count();
    let mut languages = each_once(all.iter().map(|row| &row.id.language));
    languages.sort_by_key(|language| std::cmp::Reverse(count(language)));
    let languages: Vec<String> = languages.iter().map(|language| format!("{language} {}", count(language))).collect();
    let plural = if all.len() == 1 { "" } else { "s" };
    let skipped = match all.iter().filter(|row| !row.available).count() {
        0 => String::new(),
        1 => "; 1 of them is skipped here".to_owned(),
        skipped => format!("; {skipped} of them are skipped here"),
    };
    format!("{} implementation{plural}: {}{skipped}", all.len(), languages.join(", "))
}

/// Whether anything is missing; where several suites are shown, drivers bear their suite's name.
fn print_missing(suites: &[SuiteRow<'_>], out: &mut dyn Write) -> std::io::Result<bool> {
    let named = |suite: &SuiteRow<'_>, skipped: &Skipped| match suites.len() {
        1 => skipped.clone(),
        _ => Skipped { what: format!("{}/{}", suite.suite, skipped.what), ..skipped.clone() },
    };
    let skipped = suites.iter().flat_map(|suite| suite.skipped.iter().map(move |one| named(suite, one)));
    let lacks = lacks(skipped);
    if !lacks.is_empty() {
        writeln!(out, "missing here:")?;
    }
    lacks.iter().try_for_each(|lack| writeln!(out, "  {lack}"))?;
    Ok(!lacks.is_empty())
}

fn print_suite(suite: &SuiteRow<'_>, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{}: {}", suite.suite, suite.title)?;
    for benchmark in &suite.benchmarks {
        writeln!(out, "  {}/{}: {}", suite.suite, benchmark.benchmark, benchmark.question)?;
        let more = match benchmark.full_sizes.len() == benchmark.sizes.len() {
            true => String::new(),
            false => format!("; with --full {}", sizes(benchmark.full_sizes, benchmark.unit)),
        };
        let params = match benchmark.params.len() {
            1 => String::new(),
            sets => format!("; {sets} sets of parameters"),
        };
        writeln!(out, "    {}{more}{params}", sizes(benchmark.sizes, benchmark.unit))?;
        if let Some(server) = benchmark.server {
            writeln!(out, "    inputs from the server `{server}`")?;
        }
        for row in &benchmark.implementations {
            writeln!(out, "    {}", line(row, benchmark))?;
        }
    }
    Ok(())
}

/// `4 sizes from 64 B to 64 KiB`.
fn sizes(sizes: &[u64], unit_name: &str) -> String {
    let shown = |size: u64| match unit_name {
        "byte" => unit::size(size),
        _ => size.to_string(),
    };
    let plural = if unit_name == "byte" { String::new() } else { format!(" {}", unit::plural(2, unit_name)) };
    match sizes {
        [] => "no sizes".to_owned(),
        [only] => format!("1 size, {}{plural}", shown(*only)),
        [first, .., last] => format!("{} sizes from {} to {}{plural}", sizes.len(), shown(*first), shown(*last)),
    }
}

fn line(row: &Row, benchmark: &BenchmarkRow<'_>) -> String {
    let mut text = row.id.to_string();
    let roles = [("baseline", benchmark.baseline), ("reference", benchmark.reference)];
    let roles: Vec<&str> = roles.iter().filter(|(_, id)| *id == Some(&row.id)).map(|(role, _)| *role).collect();
    if !roles.is_empty() {
        text += &format!(" ({})", roles.join(", "));
    }
    if !row.available {
        text += ": skipped";
    }
    text
}
