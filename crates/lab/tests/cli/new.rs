//! `paragone new`: an empty folder, as a newcomer has it, and a suite in each language that runs at once.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::lab::{Lab, Said, finished};

/// A lab that has no suites but those that are made: its folder is the newcomer's.
pub(crate) fn newcomer() -> Lab {
    let mut lab = Lab::new();
    lab.set("PARAGONE_SUITES", "");
    lab
}

/// Runs a command in a folder of the lab's.
pub(crate) fn inside(lab: &Lab, folder: &str, words: &[&str]) -> Said {
    let mut command = lab.command(words);
    command.current_dir(lab.path(folder));
    finished(command)
}

/// The languages that can be used here, as the lab itself says; the others are told of on standard error.
fn usable(lab: &Lab) -> Vec<String> {
    let listed = lab.json(&["list", "--languages", "--json"]);
    let mut usable = Vec::new();
    for row in listed.as_array().unwrap() {
        let language = row["language"].as_str().unwrap().to_owned();
        match row["available"] == true {
            true => usable.push(language),
            false => eprintln!("skipped: {language}, which lacks {}", row["ways"]),
        }
    }
    // Whole commands need no program of theirs to be written.
    usable.retain(|language| language != "command");
    usable
}

#[test]
fn every_language_runs_from_an_empty_folder() {
    let lab = newcomer();
    let languages = usable(&lab);
    assert!(languages.iter().any(|language| language == "rust"), "{languages:?}");
    let said = lab.run(&["new", "mine", "--languages", &languages.join(",")]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{said:#?}");
    assert!(said.out.ends_with("next:\n  cd mine\n  paragone run --quick\n"), "{}", said.out);
    assert_eq!(inside(&lab, "mine", &["check"]).out, "1 suite, 1 benchmark: no mistakes\n");

    let said = inside(&lab, "mine", &["run", "--quick", "--rounds", "8", "--sizes", "64", "--json", "--quiet"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{said:#?}");
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["failures"], serde_json::json!([]));
    let verified = inside(&lab, "mine", &["verify", "--quiet"]);
    assert_eq!(verified.code, Some(0), "{verified:#?}");
    let rows = crate::lab::rows(&report);
    for language in &languages {
        let own = format!("{language}.");
        let ways = rows.iter().filter(|(_, row)| row["implementation"].as_str().unwrap().starts_with(&own)).count();
        assert_eq!(ways, 2, "{language}: a loop, and what its users would write");
        let right =
            verified.out.lines().filter(|line| line.contains(&format!("/{own}")) && line.ends_with("all right"));
        assert_eq!(right.count(), 2, "{language}: {}", verified.out);
    }
    // Nothing is built into the suite's own folder.
    let again = inside(&lab, ".", &["new", "again", "--languages", &languages.join(",")]);
    assert_eq!(again.code, Some(0), "{again:#?}");
    assert_eq!(files(&lab.path("mine")), files(&lab.path("again")));
}

/// Every file below a folder, by its path in it.
fn files(folder: &Path) -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path.strip_prefix(folder).unwrap().display().to_string()),
            }
        }
    }
    found.sort();
    found
}

#[test]
fn what_is_there_is_never_touched() {
    let lab = newcomer();
    lab.write("full/notes", "mine");
    let err = lab.fails(2, &["new", "full"]);
    assert!(err.contains("is not empty: it has `notes`; name a folder that is empty or new"), "{err}");
    assert_eq!(files(&lab.path("full")), ["notes"]);
    let err = lab.fails(2, &["new", "full/notes"]);
    assert!(err.contains("is there and no folder"), "{err}");
    // A repository that has just been begun, and the folder where one stands.
    lab.write("begun/.git/HEAD", "");
    let said = inside(&lab, "begun", &["new", ".", "-l", "c"]);
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert!(said.out.ends_with("next:\n  paragone run --quick\n"), "{}", said.out);
    let err = inside(&lab, "begun", &["new", "."]).err;
    assert!(err.contains("`README.md`, `c`, `lines.txt`"), "{err}");
}

#[test]
fn languages_have_other_names_and_slips_are_understood() {
    let lab = newcomer();
    let out = lab.out(&["new", "some", "--languages", "JS, c++,js"]);
    assert!(out.starts_with("wrote a suite for javascript and cpp into `some`"), "{out}");
    let err = lab.fails(2, &["new", "other", "--languages", "c,pyhton"]);
    assert!(err.contains("no SDK for the language `pyhton`; did you mean `python`? There is one for rust, c"), "{err}");
    let err = lab.fails(2, &["new", "other", "--languages", "cobol"]);
    assert!(err.contains("no SDK for the language `cobol`; there is one for rust, c"), "{err}");
    let err = lab.fails(2, &["new", "My Suite"]);
    assert!(err.contains("`My Suite` is no suite's name; use a-z 0-9 _ + -"), "{err}");
    assert!(!lab.path("other").exists() && !lab.path("My Suite").exists());
}
