//! `paragone list`: suites, benchmarks and implementations, with what is missing here.
//!
//! Starts no process, so that it answers at once: what it calls missing was looked for by name only.

use std::collections::BTreeMap;
use std::io::Write;

use crate::cli::args::ListArgs;
use crate::cli::list::listing::{BenchmarkRow, Row, SuiteRow, print_brief, print_whole};
use crate::cli::outlet::write_json;
use crate::cli::session::{Lab, server_of};
use crate::driver::{LookedFor, Skipped, available};
use crate::model::{Build, DriverSpec};
use crate::suite::{Chosen, Implementation};

/// Lists what was chosen.
pub(crate) fn list(args: &ListArgs, lab: &Lab, out: &mut dyn Write) -> anyhow::Result<()> {
    let chosen = lab.chosen(&args.selection, None)?;
    let by_suite = chosen.chunk_by(|one, next| one.suite == next.suite);
    let rows: Vec<SuiteRow<'_>> = by_suite.map(|of_suite| suite_row(of_suite, lab)).collect();
    if args.json {
        return write_json(out, &rows);
    }
    match args.selection.is_empty() && !args.all && rows.len() > 1 {
        true => print_brief(&rows, out)?,
        false => print_whole(&rows, out)?,
    }
    Ok(())
}

/// `chosen`: at least one benchmark, all of one suite.
fn suite_row<'a>(chosen: &[Chosen], lab: &'a Lab) -> SuiteRow<'a> {
    let suite = &lab.suites[chosen[0].suite];
    let lacking = |spec: &DriverSpec, build: &Build| available(spec, build, &lab.toolchains, LookedFor::Files).err();
    // What was found out of each build: many implementations share one.
    let mut looked: BTreeMap<(usize, usize), Option<Skipped>> = BTreeMap::new();
    let (mut benchmarks, mut servers) = (Vec::new(), Vec::new());
    for one in chosen {
        let server = server_of(suite, one.benchmark);
        let unserved = server.and_then(|server| lacking(server, &server.builds[0]));
        let row = |it: &Implementation| {
            let (spec, build) = it.origin(suite);
            let skipped = looked.entry((it.driver, it.build)).or_insert_with(|| lacking(spec, build));
            let skipped = skipped.as_ref().or(unserved.as_ref());
            Row {
                id: it.id.clone(),
                available: skipped.is_none(),
                why: skipped.map(|skipped| skipped.why.clone()),
                package: skipped.and_then(|skipped| skipped.package.clone()),
            }
        };
        let implementations = one.implementations.iter().map(row).collect();
        servers.extend(unserved);
        let benchmark = &suite.benchmarks[one.benchmark];
        benchmarks.push(BenchmarkRow {
            benchmark: &benchmark.name,
            question: &benchmark.question,
            unit: &benchmark.unit.unit,
            sizes: &benchmark.sizes.short,
            full_sizes: &benchmark.sizes.full,
            params: &benchmark.params,
            baseline: benchmark.baseline.as_ref(),
            reference: benchmark.answer.reference.as_ref(),
            server: server.map(|server| server.name.as_str()),
            implementations,
        });
    }
    let mut skipped: Vec<Skipped> = looked.into_values().flatten().chain(servers).collect();
    skipped.dedup();
    let folder = suite.folder.display().to_string();
    SuiteRow { suite: &suite.name, title: &suite.title, folder, benchmarks, skipped }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::Toolchains;
    use crate::model::Suite;
    use crate::suite::read_suite;

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
        let lab = Lab { suites, toolchains, cache: root.path().join("cache"), progress: |_| {} };
        let mut out = Vec::new();
        let args = ListArgs { selection: Vec::new(), all, languages: false, versions: false, json };
        list(&args, &lab, &mut out).unwrap();
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
