//! `paragone list`: suites, benchmarks and implementations, with what is missing here.
//!
//! Starts no process, so that it answers at once: what it calls missing was looked for by name only.

use std::collections::BTreeMap;
use std::io::Write;

use crate::cli::args::ListArgs;
use crate::cli::list::listing::{BenchmarkRow, Row, SuiteRow, print_brief, print_whole};
use crate::cli::outlet::write_json;
use crate::cli::session::server_of;
use crate::driver::{LookedFor, Skipped, Toolchains, available};
use crate::model::Suite;
use crate::suite::{Chosen, Implementation};

/// Lists what was chosen.
pub(in crate::cli) fn list(
    args: &ListArgs,
    suites: &[Suite],
    chosen: &[Chosen],
    toolchains: &Toolchains,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let rows = rows(suites, chosen, toolchains);
    if args.json {
        return write_json(out, &rows);
    }
    match args.selection.is_empty() && !args.all && rows.len() > 1 {
        true => print_brief(&rows, out)?,
        false => print_whole(&rows, out)?,
    }
    Ok(())
}

fn rows<'a>(suites: &'a [Suite], chosen: &[Chosen], toolchains: &Toolchains) -> Vec<SuiteRow<'a>> {
    let mut rows: Vec<SuiteRow<'a>> = Vec::new();
    for (index, suite) in suites.iter().enumerate() {
        let mut looked = BTreeMap::new();
        let of_suite = chosen.iter().filter(|one| one.suite == index);
        let benchmarks: Vec<BenchmarkRow<'a>> = of_suite
            .map(|one| benchmark_row((suite, one.benchmark), &one.implementations, toolchains, &mut looked))
            .collect();
        if !benchmarks.is_empty() {
            let folder = suite.folder.display().to_string();
            let of_suite = chosen.iter().filter(|one| one.suite == index);
            let servers = of_suite.filter_map(|one| unserved(suite, one.benchmark, toolchains));
            let mut skipped: Vec<Skipped> = looked.into_values().flatten().collect();
            skipped.extend(servers);
            skipped.dedup();
            rows.push(SuiteRow { suite: &suite.name, title: &suite.title, folder, benchmarks, skipped });
        }
    }
    rows
}

/// `looked` keeps what was found out of each build: many implementations share one.
fn benchmark_row<'a>(
    (suite, index): (&'a Suite, usize),
    implementations: &[Implementation],
    toolchains: &Toolchains,
    looked: &mut BTreeMap<(usize, usize), Option<Skipped>>,
) -> BenchmarkRow<'a> {
    let benchmark = &suite.benchmarks[index];
    let unserved = unserved(suite, index, toolchains);
    let mut row = |one: &Implementation| {
        let skipped = looked.entry((one.driver, one.build)).or_insert_with(|| {
            let (spec, build) = one.origin(suite);
            available(spec, build, toolchains, LookedFor::Files).err()
        });
        let skipped = skipped.as_ref().or(unserved.as_ref());
        Row {
            id: one.id.clone(),
            available: skipped.is_none(),
            why: skipped.map(|skipped| skipped.why.clone()),
            package: skipped.and_then(|skipped| skipped.package.clone()),
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
        server: server_of(suite, index).map(|server| server.name.as_str()),
        implementations: implementations.iter().map(&mut row).collect(),
    }
}

/// Why the server of a benchmark's inputs cannot be built here, where it has one and that is so.
fn unserved(suite: &Suite, benchmark: usize, toolchains: &Toolchains) -> Option<Skipped> {
    let server = server_of(suite, benchmark)?;
    available(server, &server.builds[0], toolchains, LookedFor::Files).err()
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

    /// As many suites as there are names, all alike.
    fn listed(names: &[&str], all: bool, json: bool) -> String {
        let root = tempfile::tempdir().unwrap();
        std::fs::write(root.path().join("toolchains.toml"), TABLE).unwrap();
        let toolchains = Toolchains::read(Some(root.path())).unwrap();
        let suite = |name: &&str| {
            let folder = root.path().join(name);
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("suite.toml"), SUMS).unwrap();
            read_suite(&folder, &toolchains.languages()).unwrap()
        };
        let suites: Vec<Suite> = names.iter().map(suite).collect();
        let chosen = Selection::default().choose(&suites).unwrap();
        let mut out = Vec::new();
        let args = ListArgs { selection: Vec::new(), all, languages: false, versions: false, json };
        list(&args, &suites, &chosen, &toolchains, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_there_is_and_what_is_missing() {
        insta::assert_snapshot!(listed(&["sums"], false, false), @r"
        sums: Sums
          sums/sum: Which sum?
            2 sizes from 64 B to 1 KiB; with --full 4 sizes from 1 B to 4 B
            sh.loop (baseline, reference)
            none.loop: skipped

        missing here:
          `no-such-program` is not on PATH (apt-get install no-such-package); skipped: none.others
        ");
    }

    #[test]
    fn several_suites_are_shown_in_brief() {
        insta::assert_snapshot!(listed(&["adds", "sums"], false, false), @r"
        adds: Sums
          adds/sum  Which sum?
          2 implementations: sh 1, none 1; 1 of them is skipped here

        sums: Sums
          sums/sum  Which sum?
          2 implementations: sh 1, none 1; 1 of them is skipped here

        missing here:
          `no-such-program` is not on PATH (apt-get install no-such-package); skipped: adds/none.others, sums/none.others

        `paragone list SUITE` shows a suite's implementations, `paragone list --all` those of all
        ");
        let all = listed(&["adds", "sums"], true, false);
        assert_eq!(all.matches("    none.loop: skipped\n").count(), 2, "{all}");
        assert_eq!(all.matches("missing here").count(), 1, "{all}");
    }

    #[test]
    fn json_says_the_same() {
        let rows: serde_json::Value = serde_json::from_str(&listed(&["sums"], false, true)).unwrap();
        let benchmark = &rows[0]["benchmarks"][0];
        assert_eq!(benchmark["sizes"], serde_json::json!([64, 1024]));
        assert_eq!(benchmark["implementations"][0], serde_json::json!({ "id": "sh.loop", "available": true }));
        assert_eq!(benchmark["implementations"][1]["package"], "no-such-package");
        assert_eq!(rows[0].as_object().unwrap().len(), 4, "{rows:#}");
    }
}
