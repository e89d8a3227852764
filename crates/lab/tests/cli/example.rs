//! The folders of `examples`: `perl`, a language without an SDK of ours, and `wrong-builds`, a file that some
//! builds make wrong.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::lab::Lab;

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name)
}

#[test]
fn the_example_in_perl_is_whole_and_its_answers_are_right() {
    if Command::new("perl").arg("-v").output().is_err() {
        return eprintln!("skipped: no interpreter `perl`");
    }
    let mut lab = Lab::new();
    lab.set("PARAGONE_SUITES", example("perl"));
    assert!(lab.out(&["check"]).contains("no mistakes"));
    let verified = lab.json(&["verify", "lines", "--json"]);
    let names: Vec<&str> =
        verified.as_array().unwrap().iter().filter_map(|one| one["implementation"].as_str()).collect();
    assert_eq!(names, ["perl.loop", "perl.tr"]);
    for one in verified.as_array().unwrap() {
        assert_eq!(one["faults"], serde_json::json!([]), "{one:#}");
        assert!(one["answers"].as_u64().unwrap() > 10, "{one:#}");
    }
    let report = lab.out(&["run", "lines", "--quick", "--rounds", "8", "--sizes", "1KiB", "--quiet", "--no-resources"]);
    assert!(report.contains("perl.loop") && !report.contains("calls its language"), "{report}");
}

/// What is undefined may be compiled in any way, so only the compilers that are known to go wrong are asked.
#[test]
fn of_the_wrong_builds_exactly_those_are_named_wrong() {
    let version = Command::new("gcc").arg("--version").output().map(|said| said.stdout).unwrap_or_default();
    if !String::from_utf8_lossy(&version).contains("Free Software Foundation") {
        return eprintln!("skipped: no compiler `gcc`, or another one of that name");
    }
    let mut lab = Lab::new();
    lab.set("PARAGONE_SUITES", example("wrong-builds"));
    assert!(lab.out(&["check"]).contains("no mistakes"));
    let said = lab.run(&["verify", "blake2b", "--implementations", "c.*@gcc-o*", "--json"]);
    assert_eq!(said.code, Some(1), "{said:#?}");
    let verified: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let (mut right, mut wrong) = (Vec::new(), Vec::new());
    for one in verified.as_array().unwrap() {
        let name = one["implementation"].as_str().unwrap();
        let faults = one["faults"].as_array().unwrap();
        let all_wrong = faults.iter().all(|fault| fault.as_str().unwrap().contains("wrong answer"));
        assert!(all_wrong, "{one:#}");
        if faults.is_empty() { right.push(name) } else { wrong.push(name) }
    }
    assert_eq!(wrong, ["c.halves@gcc-o2", "c.halves@gcc-o3"]);
    assert_eq!(right.len(), 6, "{right:?}");
    let run = [
        "run",
        "blake2b",
        "--implementations",
        "c.halves@gcc-o1,c.halves@gcc-o3",
        "--quick",
        "--rounds",
        "8",
        "--no-resources",
    ];
    let report = lab.out(&[&run[..], &["--sizes", "64", "--quiet"]].concat());
    assert!(report.contains("wrong answer") && report.contains("c.halves@gcc-o1"), "{report}");
}
