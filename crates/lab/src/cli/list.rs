//! `paragone list`: suites, benchmarks and implementations, with what is missing here.
//!
//! Starts no process, so that it answers at once: what it calls missing was looked for by name only.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;
use serde::Serialize;

use crate::driver::{Look, Skipped, Toolchains, available};
use crate::model::unit;
use crate::model::{Benchmark, ImplementationId, Params, Suite};
use crate::suite::{Chosen, Implementation};

/// Show suites, benchmarks and implementations, and what is missing here
///
/// What cannot be built here is listed with the reason and the package to install. Nothing is built
/// or started: `paragone build` finds out for certain.
#[derive(Args, Clone, Debug)]
pub(super) struct ListArgs {
    /// What to list, such as `hashes` or `hashes/blake2*/c.*` [default: everything]
    #[arg(value_name = "SELECTION")]
    pub selection: Vec<String>,
    /// Show the languages that drivers can be written in, and what is missing here for each
    #[arg(long, conflicts_with = "selection")]
    pub languages: bool,
    /// With --languages: ask each compiler or runtime for its version
    #[arg(long, requires = "languages")]
    pub versions: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A suite as `--json` prints it.
#[derive(Serialize)]
struct SuiteRow<'a> {
    suite: &'a str,
    title: &'a str,
    folder: String,
    benchmarks: Vec<BenchmarkRow<'a>>,
}

#[derive(Serialize)]
struct BenchmarkRow<'a> {
    benchmark: &'a str,
    question: &'a str,
    unit: &'a str,
    sizes: &'a [u64],
    full_sizes: &'a [u64],
    params: &'a [Params],
    baseline: Option<&'a ImplementationId>,
    reference: Option<&'a ImplementationId>,
    implementations: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    id: ImplementationId,
    available: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<String>,
}

/// Lists what was chosen.
pub(super) fn list(
    args: &ListArgs,
    suites: &[Suite],
    chosen: &[Chosen],
    toolchains: &Toolchains,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let rows = rows(suites, chosen, toolchains);
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        writeln!(out)?;
        return Ok(());
    }
    for (index, suite) in rows.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        print_suite(suite, out)?;
    }
    Ok(())
}

fn rows<'a>(suites: &'a [Suite], chosen: &[Chosen], toolchains: &Toolchains) -> Vec<SuiteRow<'a>> {
    let mut rows: Vec<SuiteRow<'a>> = Vec::new();
    for (index, suite) in suites.iter().enumerate() {
        let mut looked = BTreeMap::new();
        let of_suite = chosen.iter().filter(|one| one.suite == index);
        let benchmarks: Vec<BenchmarkRow<'a>> = of_suite
            .map(|one| {
                benchmark_row(suite, &suite.benchmarks[one.benchmark], &one.implementations, toolchains, &mut looked)
            })
            .collect();
        if !benchmarks.is_empty() {
            let folder = suite.folder.display().to_string();
            rows.push(SuiteRow { suite: &suite.name, title: &suite.title, folder, benchmarks });
        }
    }
    rows
}

/// `looked` keeps what was found out of each build: many implementations share one.
fn benchmark_row<'a>(
    suite: &'a Suite,
    benchmark: &'a Benchmark,
    implementations: &[Implementation],
    toolchains: &Toolchains,
    looked: &mut BTreeMap<(usize, usize), Option<Skipped>>,
) -> BenchmarkRow<'a> {
    let mut row = |one: &Implementation| {
        let skipped = looked.entry((one.driver, one.build)).or_insert_with(|| {
            let (spec, build) = one.origin(suite);
            available(spec, build, toolchains, Look::Files).err()
        });
        Row {
            id: one.id.clone(),
            available: skipped.is_none(),
            why: skipped.as_ref().map(|skipped| skipped.why.clone()),
            package: skipped.as_ref().and_then(|skipped| skipped.package.clone()),
        }
    };
    BenchmarkRow {
        benchmark: &benchmark.name,
        question: &benchmark.question,
        unit: &benchmark.unit.unit,
        sizes: &benchmark.sizes.short,
        full_sizes: &benchmark.sizes.full,
        params: &benchmark.params,
        baseline: benchmark.baseline.as_ref(),
        reference: benchmark.answer.reference.as_ref(),
        implementations: implementations.iter().map(&mut row).collect(),
    }
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
    let plural = if unit_name == "byte" { String::new() } else { format!(" {unit_name}s") };
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
    if let Some(why) = &row.why {
        text += &format!(": skipped, {why}");
    }
    if let Some(package) = &row.package {
        text += &format!("; install it with `apt-get install {package}`");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{Selection, read_suite};

    const SUMS: &str = r#"
title = "Sums"
[[benchmark]]
name = "sum"
question = "Which sum?"
input = { kind = "zeros" }
sizes = { short = "64, 1KiB", full = "1..4" }
answer = { reference = "sh.loop" }
baseline = "sh.loop"
[[driver]]
language = "sh"
name = "sums"
sources = ["suite.toml"]
implements = { sum = ["loop"] }
[[driver]]
language = "none"
name = "others"
sources = ["suite.toml"]
implements = { sum = ["loop"] }
"#;

    const TABLE: &str = r#"
[sh]
check = ["sh"]
run = ["{program}"]
[none]
check = ["no-such-program"]
run = ["{program}"]
debian = "no-such-package"
"#;

    fn listed(json: bool) -> String {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("sums");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("suite.toml"), SUMS).unwrap();
        std::fs::write(root.path().join("toolchains.toml"), TABLE).unwrap();
        let toolchains = Toolchains::read(Some(root.path())).unwrap();
        let suites = [read_suite(&folder, &toolchains.languages()).unwrap()];
        let chosen = Selection::default().choose(&suites).unwrap();
        let mut out = Vec::new();
        let args = ListArgs { selection: Vec::new(), languages: false, versions: false, json };
        list(&args, &suites, &chosen, &toolchains, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_there_is_and_what_is_missing() {
        insta::assert_snapshot!(listed(false), @r"
        sums: Sums
          sums/sum: Which sum?
            2 sizes from 64 B to 1 KiB; with --full 4 sizes from 1 B to 4 B
            sh.loop (baseline, reference)
            none.loop: skipped, `no-such-program` is not on PATH; install it with `apt-get install no-such-package`
        ");
    }

    #[test]
    fn json_says_the_same() {
        let rows: serde_json::Value = serde_json::from_str(&listed(true)).unwrap();
        let benchmark = &rows[0]["benchmarks"][0];
        assert_eq!(benchmark["sizes"], serde_json::json!([64, 1024]));
        assert_eq!(benchmark["implementations"][0], serde_json::json!({ "id": "sh.loop", "available": true }));
        assert_eq!(benchmark["implementations"][1]["package"], "no-such-package");
    }
}
