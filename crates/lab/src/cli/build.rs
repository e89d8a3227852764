//! `paragone build`: builds the drivers of what was chosen, a line each. Measures nothing.

use std::io::Write;
use std::time::Instant;

use crate::cli::args::BuildArgs;
use crate::cli::exit::Exit;
use crate::cli::session::Lab;
use crate::driver::{self, BuildFault, BuildTask, Recipe, Skipped, lacks};
use crate::model::unit;

/// Builds; what is skipped has not failed.
pub(super) fn build(args: &BuildArgs, lab: &Lab, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let chosen = lab.chosen(&args.selection, args.implementations.as_deref())?;
    let (mut exit, mut skipped) = (Exit::Done, Vec::new());
    for (suite, spec, build) in lab.needed_builds(&chosen) {
        let task = BuildTask { suite, spec, build, toolchains: &lab.toolchains, cache: &lab.cache };
        let done = if args.dry_run { recipe(task) } else { built(task) };
        let text = match done {
            Ok(text) => text,
            Err(BuildFault::Skipped(one)) => {
                skipped.push(Skipped { what: format!("{}/{}", suite.name, one.what), ..one });
                continue;
            }
            Err(fault) => {
                exit = Exit::Failed;
                fault.to_string()
            }
        };
        writeln!(out, "{}/{text}", suite.name)?;
    }
    lacks(skipped).iter().try_for_each(|lack| writeln!(out, "{lack}"))?;
    Ok(exit)
}

fn built(task: BuildTask<'_>) -> Result<String, BuildFault> {
    let began = Instant::now();
    // Others wait for their turn where one is under way; there is nothing else to tell.
    let built = driver::build(task, &mut |_| {})?;
    let time = unit::time(began.elapsed().as_nanos() as f64);
    let how = if built.reused { "unchanged".to_owned() } else { format!("built in {time}") };
    let libraries = built.libraries.iter().map(|(name, version)| format!(", {name} {version}"));
    Ok(format!("{}: {how}, {}{}", built.id, built.toolchain, libraries.collect::<String>()))
}

fn recipe(task: BuildTask<'_>) -> Result<String, BuildFault> {
    let id = driver::driver_id(task.spec, task.build);
    let recipe = Recipe::new(task).map_err(|text| BuildFault::Recipe { id, text })?;
    let lines = recipe.lines().into_iter().map(|line| format!("\n  {line}"));
    Ok(format!("{}, in {}:{}", recipe.id, recipe.folder.display(), lines.collect::<String>()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::driver::Toolchains;
    use crate::suite::read_suite;

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
        let suites = vec![read_suite(&folder, &toolchains.languages()).unwrap()];
        let lab = Lab { suites, toolchains, cache: root.join("cache"), progress: |_| {} };
        // What is there when suites are read may be gone when they are built.
        std::fs::remove_file(root.join("sums/bad")).unwrap();
        let args = BuildArgs { selection: Vec::new(), implementations: implementations.map(str::to_owned), dry_run };
        let mut out = Vec::new();
        let whole = build(&args, &lab, &mut out).unwrap() == Exit::Done;
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
