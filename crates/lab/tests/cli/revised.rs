//! A suite in several languages in a repository of its own, which is edited and compared with what was committed.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::lab::Lab;

pub(crate) const LANGUAGES: [(&str, &str); 6] = [
    ("rust", "rust/src/main.rs"),
    ("c", "c/lines.c"),
    ("cpp", "cpp/lines.cpp"),
    ("go", "go/lines.go"),
    ("java", "java/Main.java"),
    ("python", "python/lines.py"),
];

pub(crate) fn git(folder: &Path, words: &[&str]) {
    let me = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
    assert!(Command::new("git").arg("-C").arg(folder).args(me).args(words).status().unwrap().success(), "{words:?}");
}

/// A suite in every language that is here, in a repository with everything in it committed.
pub(crate) fn committed(lab: &mut Lab) -> std::path::PathBuf {
    let languages = LANGUAGES.map(|(name, _)| name).join(",");
    lab.out(&["new", "own/lines", "--languages", &languages]);
    lab.set("PARAGONE_SUITES", lab.path("own"));
    let folder = lab.path("own/lines");
    git(&folder, &["init", "--quiet"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "--quiet", "-m", "as it was"]);
    folder
}

pub(crate) fn edit(file: &Path, change: impl Fn(&str) -> String) {
    let text = std::fs::read_to_string(file).unwrap();
    let changed = change(&text);
    assert_ne!(text, changed, "{}", file.display());
    std::fs::write(file, changed).unwrap();
}

pub(crate) const SHORT: [&str; 9] =
    ["--against", "HEAD", "--quick", "--rounds", "16", "--sizes", "64", "--no-resources", "--quiet"];

/// What became of the code of each language's drivers.
pub(crate) fn changes(report: &Value) -> BTreeMap<String, Vec<Value>> {
    let mut found: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for contest in report["findings"]["contests"].as_array().unwrap() {
        let language = contest["baseline"].as_str().unwrap().split('.').next().unwrap().to_owned();
        found.entry(language).or_default().push(contest["revised"].clone());
    }
    found
}

/// A comment in each program of these languages changes no code, and another constant does; C is one of them.
pub(crate) fn only_a_constant_changes_code(languages: &[&str]) {
    let mut lab = Lab::new();
    let folder = committed(&mut lab);
    let who = languages.iter().map(|language| format!("{language}.*")).collect::<Vec<_>>().join(",");
    let edited = || LANGUAGES.into_iter().filter(|(language, _)| languages.contains(language));
    for (language, file) in edited() {
        let comment = if language == "python" { "# a comment\n\n" } else { "// a comment\n\n" };
        edit(&folder.join(file), |text| format!("{comment}{text}"));
    }
    let words = [&["run", "lines", "-i", &who, "--fail-if", "slower"], &SHORT[..]].concat();
    let text = lab.out(&words);
    assert!(text.contains(" implementations are the same code as at HEAD: nothing to measure."), "{text}");
    let report = lab.json(&["report", "--json"]);
    let found = changes(&report);
    let mut compiled = languages.iter().filter(|language| matches!(**language, "rust" | "c" | "cpp"));
    assert!(compiled.all(|language| found.contains_key(*language)), "{found:#?}");
    for (language, changes) in &found {
        assert!(
            changes.iter().all(|one| one["code"] == "same" && one["revision"] == "HEAD"),
            "{language}: {changes:#?}"
        );
    }
    let row = &report["findings"]["contests"][0]["comparisons"][0]["rows"][1];
    assert_eq!(row["verdict"]["verdict"], "same-code", "{row:#}");
    assert_eq!(report["summary"]["samples"], 0);
    for form in ["markdown", "csv", "html"] {
        let text = lab.out(&["report", "--as", form]);
        assert!(text.contains("same code"), "{form}: {text}");
    }
    // Another letter is looked for: whatever that is called, it is no comment.
    for (_, file) in edited() {
        edit(&folder.join(file), |text| text.replace(r"\n'", r"\r'").replace("== 10", "== 13"));
    }
    let said = lab.run(&[&words[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(&said.out).unwrap_or_else(|err| panic!("{err}: {said:#?}"));
    for (language, changes) in &changes(&report) {
        assert!(changes.iter().all(|one| one["code"] == "other"), "{language}: {changes:#?}");
    }
    let functions = &changes(&report)["c"][0]["functions"];
    assert_eq!(*functions, serde_json::json!(["by_loop", "by_memchr"]), "{report:#}");
    assert!(lab.out(&["report"]).contains("changed functions: by_loop, by_memchr"));
}
