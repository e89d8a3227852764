//! Drivers that write into their inputs or their programs, through the whole program: each costs its own row, it is
//! named, and whoever comes after it gets what he should.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::lab::{Lab, rows, verdict};

const BAD: [&str; 5] = ["c.maps", "c.writes", "c.takes-the-right", "c.takes-it-later", "c.replaces"];

/// Where somebody has written, and where nobody was let.
const WROTE: &str = "wrote into its input, the input of size 100, which was made anew";
const WAS_KEPT: &str = "exit code 9";

const OPTIONS: [&str; 4] = ["--quick", "--rounds", "20", "--no-resources"];

fn failures(report: &Value) -> Vec<Value> {
    report["failures"].as_array().unwrap().clone()
}

/// Everybody at once; gives what is said of each.
fn costs_its_own_row(lab: &Lab, benchmark: &str) -> Vec<(&'static str, String)> {
    let who = ["c.good"].iter().chain(&BAD).copied().collect::<Vec<_>>().join(",");
    let said = lab.run(&[&["run", benchmark, "--implementations", &who], &OPTIONS[..]].concat());
    assert_eq!(said.code, Some(0), "{said:#?}");
    let report = lab.json(&["report", "--json"]);
    let failures = failures(&report);
    assert_eq!(failures.len(), BAD.len(), "{failures:#?}");
    for (size, row) in rows(&report) {
        let name = row["implementation"].as_str().unwrap();
        let has_times = row["times"]["samples"].as_u64() > Some(0);
        assert_eq!(has_times, size != 100 || !BAD.contains(&name), "{name} at {size}: {row:#}");
    }
    let told = |name: &&'static str| {
        let failure = failures.iter().find(|one| one["implementation"] == *name).expect(name);
        assert_eq!((&failure["size"], &verdict(&report, name, 100)["verdict"]), (&100.into(), &"failed".into()));
        (*name, failure["text"].as_str().unwrap().to_owned())
    };
    BAD.iter().map(told).collect()
}

fn is_right_again(lab: &Lab, benchmark: &str) {
    let said = lab.run(&["verify", benchmark, "--implementations", "c.good"]);
    assert!(said.code == Some(0) && said.out.contains("3 answers, all right"), "{said:#?}");
    assert!(!said.err.contains("made anew"), "{said:#?}");
}

#[test]
fn who_writes_into_bytes_that_all_are_given_costs_its_own_row() {
    let lab = Lab::new();
    for (name, text) in costs_its_own_row(&lab, "poisoning/bytes") {
        // Sealed where the system can; a file that is looked at where not.
        assert!(text.contains(WAS_KEPT) || text == WROTE, "{name}: {text}");
    }
    is_right_again(&lab, "poisoning/bytes");
}

#[test]
fn who_writes_into_a_file_that_all_are_given_costs_its_own_row() {
    let lab = Lab::new();
    for (name, text) in costs_its_own_row(&lab, "poisoning/path") {
        // Whoever is not the superuser needs the right to write first.
        let is_let = !matches!(name, "c.maps" | "c.writes");
        assert!(text == WROTE || !is_let && text.contains(WAS_KEPT), "{name}: {text}");
    }
    is_right_again(&lab, "poisoning/path");
}

#[test]
fn a_file_that_was_changed_between_runs_is_made_anew() {
    let lab = Lab::new();
    is_right_again(&lab, "poisoning/path");
    let files = || fs::read_dir(lab.path("cache/inputs")).unwrap().map(|entry| entry.unwrap().path());
    let mut changed = 0;
    for path in files() {
        let mut bytes = fs::read(&path).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o444);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        bytes[0] ^= 1;
        fs::write(&path, &bytes).unwrap();
        changed += 1;
    }
    let words = ["run", "poisoning/path", "--implementations", "c.good"];
    let said = lab.run(&[&words, &OPTIONS[..]].concat());
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert_eq!(said.err.matches("lay in the cache folder with other bytes").count(), changed, "{}", said.err);
    assert!(failures(&lab.json(&["report", "--json"])).is_empty());
    is_right_again(&lab, "poisoning/path");
    let out = lab.out(&["clean", "--dry-run"]);
    assert!(out.contains("inputs in `") && out.contains(&format!(" and {} inputs, ", files().count())), "{out}");
    assert!(lab.out(&["clean"]).contains(" inputs, ") && !lab.path("cache/inputs").exists());
}

#[test]
fn a_program_that_is_replaced_is_not_the_one_that_was_built() {
    let lab = Lab::new();
    let words = ["run", "poisoning/bytes", "--implementations", "c.good,c.replaces-itself"];
    let said = lab.run(&[&words, &OPTIONS[..]].concat());
    assert_eq!(said.code, Some(0), "{said:#?}");
    let failures = failures(&lab.json(&["report", "--json"]));
    assert!(!failures.is_empty(), "{said:#?}");
    for failure in &failures {
        let text = failure["text"].as_str().unwrap();
        assert_eq!(failure["implementation"], "c.replaces-itself");
        assert!(text.contains("is not what was built: it changed while the run went on"), "{text}");
    }
}
