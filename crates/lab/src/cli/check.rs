//! `paragone check`: every mistake in the definitions of all suites, at once. Builds and runs nothing.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::cli::args::CheckArgs;
use crate::cli::exit::{Exit, Misuse};
use crate::cli::outlet::write_json;
use crate::driver::{Toolchains, driver_id, misfit};
use crate::model::Suite;
use crate::suite::{Mistake, SUITE_FILE, find_suites, read_suite};

/// What is in a suite's folder: how many benchmarks, or what is wrong with them.
type Checked<'a> = (&'a Path, Result<usize, Vec<Mistake>>);

/// Checks every suite that is found.
pub(super) fn check(args: &CheckArgs, suites: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let found = find_suites(suites).map_err(Misuse)?;
    let toolchains = Toolchains::read(Some(&found.folder)).map_err(Misuse)?;
    let languages = toolchains.languages();
    let check =
        |folder| (folder, read_suite(folder, &languages).and_then(|suite| fitting(&suite, folder, &toolchains)));
    let checked: Vec<Checked<'_>> = found.suites.iter().map(PathBuf::as_path).map(check).collect();
    match args.json {
        true => print_json(&checked, out)?,
        false => print_text(&checked, out)?,
    }
    Ok(if checked.iter().all(|(_, result)| result.is_ok()) { Exit::Done } else { Exit::Found })
}

/// The benchmarks of a suite whose drivers set nothing that their toolchains have no place for.
fn fitting(suite: &Suite, folder: &Path, toolchains: &Toolchains) -> Result<usize, Vec<Mistake>> {
    let programs = suite.drivers.iter().chain(suite.servers.iter().map(|server| &server.program));
    let builds = programs.flat_map(|spec| spec.builds.iter().map(move |build| (spec, build)));
    let misfits = builds.filter_map(|(spec, build)| {
        let text = misfit(spec, build, toolchains)?;
        Some(Mistake::of_file(&folder.join(SUITE_FILE), format!("driver `{}`: {text}", driver_id(spec, build))))
    });
    let mistakes: Vec<Mistake> = misfits.collect();
    if mistakes.is_empty() { Ok(suite.benchmarks.len()) } else { Err(mistakes) }
}

fn print_text(checked: &[Checked<'_>], out: &mut dyn Write) -> std::io::Result<()> {
    let mistakes: Vec<&Mistake> = checked.iter().filter_map(|(_, result)| result.as_ref().err()).flatten().collect();
    for mistake in &mistakes {
        writeln!(out, "{}\n", mistake.shown())?;
    }
    let suites = count(checked.len(), "suite");
    let whole: Vec<&usize> = checked.iter().flat_map(|(_, result)| result).collect();
    match checked.len() - whole.len() {
        0 => writeln!(out, "{suites}, {}: no mistakes", count(whole.into_iter().sum(), "benchmark")),
        broken => writeln!(out, "{} in {broken} of {suites}", count(mistakes.len(), "mistake")),
    }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn print_json(checked: &[Checked<'_>], out: &mut dyn Write) -> anyhow::Result<()> {
    let one = |Mistake { file, line, column, text, .. }: &Mistake| json!({ "file": file.display().to_string(), "line": line, "column": column, "text": text });
    let suite = |(folder, result): &Checked<'_>| {
        let mistakes: Vec<_> = result.as_ref().err().into_iter().flatten().map(one).collect();
        json!({ "folder": folder.display().to_string(), "mistakes": mistakes })
    };
    write_json(out, &checked.iter().map(suite).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(suite: &str, json: bool) -> (bool, String) {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("sums");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("suite.toml"), suite).unwrap();
        let mut out = Vec::new();
        let whole = check(&CheckArgs { json }, Some(root.path()), &mut out).unwrap() == Exit::Done;
        (whole, String::from_utf8(out).unwrap().replace(&root.path().display().to_string(), "suites"))
    }

    const WHOLE: &str = r#"title = "Sums"
[[benchmark]]
name = "sum"
question = "Which sum?"
input = { kind = "zeros" }
sizes = 64
answer = { reference = "c.loop" }
[[driver]]
language = "c"
name = "sums"
sources = ["suite.toml"]
implements = { sum = ["loop"] }
"#;

    #[test]
    fn a_whole_suite_is_said_to_be_whole() {
        assert_eq!(checked(WHOLE, false), (true, "1 suite, 1 benchmark: no mistakes\n".to_owned()));
        let (whole, text) = checked(WHOLE, true);
        assert!(whole);
        let rows: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(rows, json!([{ "folder": "suites/sums", "mistakes": [] }]));
    }

    #[test]
    fn mistakes_are_shown_where_they_stand() {
        let broken = WHOLE.replace("sizes", "sises").replace("\"zeros\"", "\"zeroes\"");
        let (whole, text) = checked(&broken, false);
        assert!(!whole);
        insta::assert_snapshot!(text, @r#"
        suites/sums/suite.toml:2:1: a benchmark lacks `sizes`; add the sizes to measure, such as `sizes = "8..64KiB x4"`
         2 | [[benchmark]]
           | ^^^^^^^^^^^^^

        suites/sums/suite.toml:5:18: unknown kind of input `zeroes`; did you mean `zeros`?
         5 | input = { kind = "zeroes" }
           |                  ^^^^^^^^

        suites/sums/suite.toml:6:1: unknown key `sises` of a benchmark; did you mean `sizes`?
         6 | sises = 64
           | ^^^^^

        3 mistakes in 1 of 1 suite
        "#);
        let (_, text) = checked(&broken, true);
        let rows: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(rows[0]["mistakes"][2]["line"], 6);
    }
}
