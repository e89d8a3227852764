//! `paragone build`: builds the drivers of what was chosen, a line each. Measures nothing.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use crate::cli::args::BuildArgs;
use crate::cli::session::needed_builds;
use crate::driver::{self, BuildFault, BuildTask, Built, Recipe, Skipped, Toolchains, lacks};
use crate::model::{Build, DriverSpec, Suite, unit};
use crate::suite::Chosen;

/// Builds, and says whether nothing failed; what is skipped has not failed.
pub(super) fn build(
    args: &BuildArgs,
    suites: &[Suite],
    chosen: &[Chosen],
    toolchains: &Toolchains,
    cache: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let (mut whole, mut skipped) = (true, Vec::new());
    for (suite, spec, how) in needed_builds(suites, chosen) {
        let task = BuildTask { suite, spec, build: how, toolchains, cache };
        if args.dry_run {
            let recipe = Recipe::new(task);
            whole &= recipe.is_ok();
            print_recipe(suite, spec, how, recipe, out)?;
            continue;
        }
        let began = Instant::now();
        // Others wait for their turn where one is under way; there is nothing else to tell.
        let built = driver::build(task, &mut |_| {});
        if let Err(BuildFault::Skipped(one)) = built {
            skipped.push(Skipped { what: format!("{}/{}", suite.name, one.what), ..one });
            continue;
        }
        whole &= built.is_ok();
        writeln!(out, "{}/{}", suite.name, line(built, began.elapsed().as_nanos() as f64))?;
    }
    for lack in lacks(skipped) {
        writeln!(out, "{lack}")?;
    }
    Ok(whole)
}

fn line(built: Result<Built, BuildFault>, ns: f64) -> String {
    match built {
        Ok(built) => {
            let how = if built.reused { "unchanged".to_owned() } else { format!("built in {}", unit::time(ns)) };
            let libraries = built.libraries.iter().map(|(name, version)| format!(", {name} {version}"));
            format!("{}: {how}, {}{}", built.id, built.toolchain, libraries.collect::<String>())
        }
        Err(fault) => fault.to_string(),
    }
}

fn print_recipe(
    suite: &Suite,
    spec: &DriverSpec,
    how: &Build,
    recipe: Result<Recipe, String>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    match recipe {
        Ok(recipe) => {
            writeln!(out, "{}/{}, in {}:", suite.name, recipe.id, recipe.folder.display())?;
            recipe.lines().iter().try_for_each(|line| writeln!(out, "  {line}"))
        }
        Err(text) => writeln!(out, "{}/{}: {text}", suite.name, driver::driver_id(spec, how)),
    }
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
sizes = 64
answer = { reference = "sh.loop" }
[[driver]]
language = "sh"
name = "sums"
sources = ["good"]
implements = { sum = ["loop", "fold"] }
[[driver]]
language = "sh"
name = "bad"
sources = ["bad"]
implements = { sum = ["bad"] }
[[driver]]
language = "none"
name = "others"
sources = ["good"]
implements = { sum = ["loop"] }
"#;

    const TABLE: &str = r#"
[sh]
check = ["echo", "sh 1"]
build = ["cp", "{sources}", "{program}"]
run = ["{program}"]
[none]
check = ["no-such-program"]
run = ["{program}"]
"#;

    fn built(root: &Path, dry_run: bool, implementations: Option<&str>) -> (bool, Vec<String>) {
        let folder = root.join("sums");
        std::fs::create_dir_all(&folder).unwrap();
        for (name, text) in [("sums/suite.toml", SUMS), ("sums/good", ""), ("sums/bad", ""), ("toolchains.toml", TABLE)]
        {
            std::fs::write(root.join(name), text).unwrap();
        }
        let toolchains = Toolchains::read(Some(root)).unwrap();
        let suites = [read_suite(&folder, &toolchains.languages()).unwrap()];
        let chosen = Selection::parse(&[], implementations).unwrap().choose(&suites).unwrap();
        // What is there when suites are read may be gone when they are built.
        std::fs::remove_file(root.join("sums/bad")).unwrap();
        let args = BuildArgs { selection: Vec::new(), implementations: None, dry_run };
        let mut out = Vec::new();
        let whole = build(&args, &suites, &chosen, &toolchains, &root.join("cache"), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap().replace(&root.display().to_string(), "");
        (whole, text.lines().map(str::to_owned).collect())
    }

    #[test]
    fn a_line_each_and_nothing_twice() {
        let root = tempfile::tempdir().unwrap();
        let (whole, lines) = built(root.path(), false, None);
        assert!(!whole);
        assert!(lines[0].starts_with("sums/sh.sums: built in ") && lines[0].ends_with(", sh 1"), "{lines:?}");
        assert!(lines[1].starts_with("sums/sh.bad: `cp /sums/bad ") && lines[1].contains(" failed ("), "{lines:?}");
        assert_eq!(lines.last().unwrap(), "`no-such-program` is not on PATH; skipped: sums/none.others");
        let (whole, lines) = built(root.path(), false, Some("sh.loop,sh.fold"));
        assert!(whole);
        assert_eq!(lines, ["sums/sh.sums: unchanged, sh 1"]);
    }

    #[test]
    fn a_dry_run_shows_the_commands_and_makes_nothing() {
        let root = tempfile::tempdir().unwrap();
        let (whole, lines) = built(root.path(), true, Some("sh.loop"));
        assert!(whole);
        assert_eq!(lines[0], "sums/sh.sums, in /sums:");
        assert!(lines[1].starts_with("  cp /sums/good /cache/builds/sums-"), "{lines:?}");
        assert!(lines[2].ends_with("/sh.sums/sums"), "{lines:?}");
        assert!(!root.path().join("cache").exists());
    }
}
