//! Where suites, SDKs and the store are found, from wherever the program is called.

use std::fs;
use std::path::Path;

use crate::lab::{Lab, finished};

#[test]
fn suites_beside_the_program_are_found_from_any_folder() {
    let mut lab = Lab::new();
    lab.set("PARAGONE_SUITES", "");
    // Paragone's own folder is empty, and nothing above it holds suites.
    let out = lab.out(&["list"]);
    assert!(out.contains("words: ") && out.contains("chain: "), "{out}");
    let mut command = lab.command(&["list"]);
    command.current_dir("/");
    assert_eq!(finished(command).out, out);
}

#[test]
fn where_there_are_no_suites_the_places_are_told() {
    let mut lab = Lab::new();
    lab.write("empty/readme", "nothing");
    let err = lab.fails(2, &["list", "--suites", "empty"]);
    assert!(err.contains("found no suite in `empty`, which --suites names") && err.contains("suite.toml"), "{err}");
    lab.set("PARAGONE_SUITES", lab.path("empty"));
    let err = lab.fails(2, &["run", "tiny"]);
    assert!(err.contains("which PARAGONE_SUITES names"), "{err}");

    // A program that stands alone, called from a folder that stands alone.
    let program = lab.own_program("bin/paragone");
    let alone = lab.command(&["list"]);
    let mut command = std::process::Command::new(&program);
    command.arg("list").current_dir(alone.get_current_dir().unwrap());
    command.env("PARAGONE_SUITES", "").env("HOME", lab.path("home"));
    let said = finished(command);
    assert_eq!(said.code, Some(2), "{said:#?}");
    assert!(said.err.contains("found no suites") && said.err.contains("--suites DIR"), "{}", said.err);
    assert!(said.err.contains(&lab.path("bin/suites").display().to_string()), "{}", said.err);
}

/// The C SDK's two files, where a user has copied them to.
fn sdk(lab: &Lab) -> std::path::PathBuf {
    let (from, to) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/c"), lab.path("elsewhere/c"));
    fs::create_dir_all(&to).unwrap();
    for name in ["paragone.h", "paragone.c"] {
        fs::copy(from.join(name), to.join(name)).unwrap();
    }
    lab.path("elsewhere")
}

#[test]
fn a_users_suite_in_a_folder_of_its_own_needs_the_sdk_alone() {
    let mut lab = Lab::new();
    let suite = lab.own_suite("tiny");
    lab.set("PARAGONE_SUITES", "");
    lab.set("PARAGONE_SDK", sdk(&lab));
    let run = |lab: &Lab, folder: &Path, more: &[&str]| {
        let words = [&["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet", "--no-resources"], more].concat();
        let mut command = lab.command(&words);
        command.current_dir(folder);
        finished(command)
    };
    for (folder, more) in [
        (suite.as_path(), &["--suites", "."][..]),
        (suite.as_path(), &[]),
        (suite.parent().unwrap(), &["--suites", "."]),
        (Path::new("/"), &["--suites", suite.to_str().unwrap()]),
    ] {
        let said = run(&lab, folder, more);
        assert_eq!(said.code, Some(0), "{} {more:?}: {said:#?}", folder.display());
        assert!(said.out.contains("c.thrice"), "{}", said.out);
    }
    lab.set("PARAGONE_SDK", lab.path("nowhere"));
    let said = run(&lab, &suite, &["--sizes", "10", "--fail-if", "failed"]);
    let told = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.code != Some(0) && (told + &said.err).contains("PARAGONE_SDK"), "{said:#?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_path_may_hold_anything() {
    use std::os::unix::ffi::OsStringExt;
    for name in [b"a b \xc3\xbc'\"$HOME%20?#".to_vec(), b"no text \xff\xfe".to_vec()] {
        let mut lab = Lab::new();
        let folder = lab.folder.path().join(std::ffi::OsString::from_vec(name));
        fs::rename(lab.own_suite("tiny").parent().unwrap(), &folder).unwrap();
        lab.set("PARAGONE_SUITES", "");
        let mut command =
            lab.command(&["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet", "--no-resources", "--json"]);
        command.arg("--suites").arg(&folder).arg("--store").arg(folder.join("runs.sqlite"));
        command.env("PARAGONE_CACHE", folder.join("cache"));
        let said = finished(command);
        let is_text = folder.to_str().is_some();
        let code = if is_text { 0 } else { 3 };
        assert_eq!(said.code, Some(code), "{said:#?}");
        // What could not be prepared is named on the line that tells of the exit code.
        let no_text = said.err.starts_with("nothing could be measured:\n") && said.err.contains("is no Unicode text");
        assert_eq!((said.err.is_empty(), no_text), (is_text, !is_text), "{said:#?}");
        let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        let failures = report["failures"].as_array().unwrap();
        // Commands are made of text, so a path that is none is refused by name.
        assert_eq!(failures.is_empty(), is_text, "{failures:#?}");
        let refused =
            |one: &serde_json::Value| one["text"].as_str().is_some_and(|text| text.contains("is no Unicode text"));
        assert!(failures.is_empty() || failures.iter().any(refused), "{failures:#?}");
    }
}

#[test]
fn what_cannot_be_prepared_leaves_no_run() {
    let mut lab = Lab::new();
    lab.set("PARAGONE_CACHE", "/dev/null/cache");
    let err = lab.fails(3, &["run", "tiny/sum", "--quick"]);
    assert!(err.contains("/dev/null/cache"), "{err}");
    lab.set("PARAGONE_CACHE", lab.path("cache"));
    assert_eq!(lab.json(&["runs", "--json"]), serde_json::json!([]));
}

#[test]
fn the_store_is_made_in_the_users_data_folder_or_where_it_is_named() {
    let mut lab = Lab::new();
    lab.set("PARAGONE_STORE", "");
    let words = ["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet", "--no-resources"];
    lab.out(&words);
    assert!(lab.path("data/paragone/runs.sqlite").exists());
    lab.out(&[&words[..], &["--store", "new/here.sqlite"]].concat());
    assert!(lab.path("new/here.sqlite").exists());
    assert_eq!(lab.json(&["runs", "--json", "--store", "new/here.sqlite"]).as_array().unwrap().len(), 1);
    let err = lab.fails(3, &[&words[..], &["--store", "/dev/null/x"]].concat());
    assert!(err.contains("/dev/null/x"), "{err}");
    let err = lab.fails(3, &["runs", "--store", "."]);
    assert!(err.contains("is a folder: name a file with --store"), "{err}");
    let file = lab.write("notes.txt", "not a store");
    let err = lab.fails(3, &[&words[..], &["--store", "notes.txt"]].concat());
    assert!(err.contains("`notes.txt` is neither a store of paragone nor an exported run"), "{err}");
    assert_eq!(fs::read_to_string(file).unwrap(), "not a store");
}
