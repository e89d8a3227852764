//! `paragone list --languages`: what drivers can be written in, and what this machine lacks for it.
//!
//! Starts no process unless versions are asked for.

use std::io::Write;
use std::path::Path;

use serde::Serialize;

use crate::cli::args::ListArgs;
use crate::cli::outlet::write_json;
use crate::driver::{Missing, Toolchain, Toolchains, missing};
use crate::suite::find_suites;

/// A language as `--json` prints it.
#[derive(Serialize)]
struct LanguageRow {
    language: String,
    /// Whether any driver in it can be built here.
    available: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// How drivers made of sources, and how those with a manifest, are built.
    ways: Vec<WayRow>,
}

#[derive(Serialize)]
struct WayRow {
    from: &'static str,
    available: bool,
    missing: Vec<ProgramRow>,
    #[serde(skip)]
    why: Option<String>,
}

#[derive(Serialize)]
struct ProgramRow {
    program: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<String>,
}

/// A line for each language of the table, and of the one beside the suites if there are any.
pub(crate) fn list_languages(args: &ListArgs, suites: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<()> {
    let found = find_suites(suites);
    let folder = found.as_ref().ok().map(|found| found.folder.as_path());
    let toolchains = Toolchains::read(folder).map_err(crate::cli::exit::Misuse)?;
    let languages = toolchains.written_languages().into_iter();
    let rows: Vec<LanguageRow> = languages.map(|language| row(language, &toolchains, args.versions)).collect();
    if args.json {
        return write_json(out, &rows);
    }
    let width = rows.iter().map(|row| row.language.len()).max().unwrap_or_default();
    for row in &rows {
        writeln!(out, "{:width$}  {}", row.language, line(row))?;
    }
    Ok(())
}

fn row(language: String, toolchains: &Toolchains, versions: bool) -> LanguageRow {
    let ways = [("sources", false), ("manifest", true)];
    let ways: Vec<(&str, &Toolchain)> =
        ways.into_iter().filter_map(|(from, manifest)| Some((from, toolchains.way(&language, manifest)?))).collect();
    let rows: Vec<WayRow> = ways.iter().map(|(from, way)| way_row(from, missing(way, None))).collect();
    let usable = rows.iter().position(|row| row.available);
    let version = usable.filter(|_| versions).map(|at| {
        // A compiler that does not even tell its version is no row to hide.
        toolchains.version(ways[at].1, None).unwrap_or_else(|fault| fault)
    });
    LanguageRow { language, available: usable.is_some(), version, ways: rows }
}

fn way_row(from: &'static str, missing: Option<Missing>) -> WayRow {
    let why = missing.as_ref().map(Missing::to_string);
    let programs = missing.map(|missing| missing.programs).unwrap_or_default();
    let missing: Vec<ProgramRow> =
        programs.into_iter().map(|(program, package)| ProgramRow { program, package }).collect();
    WayRow { from, available: missing.is_empty(), missing, why }
}

/// `here, gcc 12.2.0; with a manifest: `mvn` is not on PATH`.
fn line(row: &LanguageRow) -> String {
    let version = row.version.as_ref().map(|version| format!(", {version}")).unwrap_or_default();
    match &row.ways[..] {
        [] => "no way to build".to_owned(),
        [way] | [way, WayRow { available: false, .. }] if !way.available => way.why.clone().unwrap_or_default(),
        [_] | [WayRow { available: true, .. }, WayRow { available: true, .. }] => format!("here{version}"),
        [sources, manifest, ..] => {
            let (other, with) = if sources.available { (manifest, "with") } else { (sources, "without") };
            format!("here{version}; {with} a manifest: {}", other.why.as_deref().unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = r#"
[whole]
check = ["sh", "-c", "echo sh 1"]
run = ["{program}"]
[half]
check = ["sh", "-c", "echo sh 2"]
run = ["{program}"]
debian = "half"
packages = { paragone-none = "none" }
[half.manifest]
build = ["paragone-none"]
[nothing]
check = ["paragone-none"]
run = ["paragone-nobody"]
debian = "nothing"
"#;

    fn listed(versions: bool, json: bool) -> String {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(root.path().join("suites/a")).unwrap();
        std::fs::write(root.path().join("suites/a/suite.toml"), "").unwrap();
        std::fs::write(root.path().join("suites/toolchains.toml"), TABLE).unwrap();
        let args = ListArgs { selection: Vec::new(), all: false, languages: true, versions, json };
        let mut out = Vec::new();
        list_languages(&args, Some(&root.path().join("suites")), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn of<'a>(text: &'a str, language: &str) -> &'a str {
        let mut lines = text.lines().filter_map(|line| line.strip_prefix(language)).map(str::trim);
        lines.next().unwrap_or_else(|| panic!("no {language} in {text}"))
    }

    #[test]
    fn what_is_missing_is_told_in_a_line() {
        let text = listed(false, false);
        assert_eq!(of(&text, "whole "), "here");
        assert_eq!(
            of(&text, "half "),
            "here; with a manifest: `paragone-none` is not on PATH; install it with `apt-get install none`"
        );
        assert_eq!(
            of(&text, "nothing "),
            "`paragone-none` and `paragone-nobody` are not on PATH; install it with `apt-get install nothing`"
        );
        assert!(of(&listed(true, false), "half ").starts_with("here, sh 2; with a manifest"));
        assert_eq!(of(&listed(true, false), "whole "), "here, sh 1");
    }

    #[test]
    fn a_script_reads_the_same() {
        let rows: serde_json::Value = serde_json::from_str(&listed(true, true)).unwrap();
        let row = |name: &str| rows.as_array().unwrap().iter().find(|row| row["language"] == name).unwrap();
        assert_eq!((&row("whole")["available"], &row("whole")["version"]), (&true.into(), &"sh 1".into()));
        assert_eq!(row("nothing")["available"], false);
        let way = &row("half")["ways"][1];
        let missing = serde_json::json!([{ "program": "paragone-none", "package": "none" }]);
        assert_eq!((&way["from"], &way["available"], &way["missing"]), (&"manifest".into(), &false.into(), &missing));
    }
}
