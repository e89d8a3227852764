//! `paragone doctor`: what its JSON holds, and what comparisons it makes.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::lab::{Lab, finished};

/// Of the tests' own suite, so that nothing but C has to be built.
const CELL: [&str; 5] = ["doctor", "--benchmark", "tiny/sum/c.once", "--size", "1000"];

/// Paragone measures itself with a suite of its own, which is built once for all these tests.
fn lab() -> Lab {
    let mut lab = Lab::new();
    lab.set("PARAGONE_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("doctor"));
    lab
}

fn has(found: &Value, keys: &[&str]) {
    for key in keys {
        assert!(found[key].is_number(), "{key} in {found:#}");
    }
}

const DOCUMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md"));

/// Every field stands in its section of docs/json.md; the machine's are those of the report.
fn is_documented(found: &Value, section: &str) {
    let inside = |section: &str| {
        let after = DOCUMENT.split_once(&format!("\n## {section}\n"));
        let (_, after) = after.unwrap_or_else(|| panic!("docs/json.md has no section `{section}`"));
        after.split("\n## ").next().unwrap_or_default()
    };
    match found {
        Value::Object(fields) => {
            for (name, value) in fields {
                assert!(inside(section).contains(&format!("| `{name}` |")), "`{name}` in `{section}` of docs/json.md");
                match name.as_str() {
                    "machine" => is_documented(value, "machine"),
                    // Pairs, whose parts have no names.
                    "tools" | "caches" => {}
                    name => is_documented(value, &format!("{section}.{name}")),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| is_documented(item, &format!("{section}[]"))),
        _ => {}
    }
}

#[test]
fn same_against_same() {
    let lab = lab();
    let found = lab.json(&[&CELL[..], &["--aa", "3", "--json"]].concat());
    has(&found["clock"], &["resolution_ns", "cost_ns"]);
    has(&found["aa"], &["comparisons", "false_alarms", "unsure", "accusations", "upper_bound"]);
    is_documented(&found, "doctor");
    assert!(found.as_object().unwrap().contains_key("round_trip_us"), "{found:#}");
    assert_eq!((found["aa"]["comparisons"].as_u64(), &found["detect"]), (Some(3), &Value::Null));
    assert_eq!(lab.json(&["runs", "--json"])[0]["note"], "doctor", "its comparisons are kept like any run");
    let report = lab.json(&["report", "--json"]);
    let rows = report["findings"]["contests"][0]["comparisons"][0]["rows"].as_array().unwrap();
    let estimates = rows.iter().map(|row| &row["estimate"]).filter(|estimate| estimate.is_object());
    let counts: Vec<[u64; 2]> =
        estimates.map(|estimate| ["blocks", "launches"].map(|name| estimate[name].as_u64().unwrap())).collect();
    let is_short = |[blocks, launches]: &[u64; 2]| *blocks == 8 * launches;
    assert!(!counts.is_empty() && counts.iter().all(is_short), "a launch is as short as in a quick run: {rows:#?}");
}

#[test]
fn more_against_less() {
    let lab = lab();
    let found = lab.json(&[&CELL[..], &["--detect", "50%", "--comparisons", "2", "--json"]].concat());
    has(&found["detect"], &["percent", "comparisons", "found", "wrong_way", "accusations", "median_seconds"]);
    is_documented(&found, "doctor");
    let counts = (found["detect"]["comparisons"].as_u64(), found["detect"]["wrong_way"].as_u64());
    assert_eq!((counts, found["aa"].is_null()), ((Some(2), Some(0)), true));
}

#[test]
fn who_is_accused_is_counted_and_the_next_comparison_is_made() {
    let cell = ["doctor", "--benchmark", "lying/sum/c.says-half", "--aa", "2"];
    let found = lab().json(&[&cell[..], &["--json"]].concat());
    is_documented(&found, "doctor");
    let aa = &found["aa"];
    let count = |name: &str| aa[name].as_u64().unwrap();
    assert_eq!(["comparisons", "unsure", "false_alarms", "same"].map(count), [2, 2, 0, 0], "{aa:#}");
    let accused = aa["accused"].as_array().unwrap();
    assert_eq!(accused.len() as u64, count("accusations"), "{aa:#}");
    let whole = |text: &&Value| text.as_str().unwrap().starts_with("c.says-half: its clock is wrong: ");
    assert_eq!(accused.iter().filter(whole).count(), 4, "two lanes of each comparison have rows: {aa:#}");
    let out = lab().out(&cell);
    assert!(out.contains("2 unsure, ") && out.contains("\naccused      c.says-half"), "{out}");
}

#[test]
fn alone_it_speaks_of_the_machine() {
    let out = lab().out(&CELL);
    assert!(out.contains("clock") && out.contains("ns"), "{out}");
    for label in ["machine", "processor", "caches", "frequency", "memory", "system", "kernel", "power", "load"] {
        assert!(out.lines().any(|line| line.starts_with(&format!("{label:<13}"))), "{label} in {out}");
    }
    assert!(out.contains("\ncounted here\n") && out.contains("\n  cpu"), "{out}");
    assert!(out.contains("\nround trip   c: "), "suites of one's own need not hold Paragone's ruler: {out}");
}

#[test]
fn without_any_suite_it_does_the_rest() {
    let lab = Lab::new();
    let program = lab.own_program("bin/paragone");
    let mut command = Command::new(&program);
    command.arg("doctor").current_dir(lab.folder.path()).env("PARAGONE_SUITES", "").env("HOME", lab.path("home"));
    let said = finished(command);
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert!(said.out.contains("\nnoise ") && !said.out.contains("round trip"), "{}", said.out);
    assert!(said.err.contains("left out") && said.err.contains("`chain`"), "{}", said.err);
    assert!(lab.fails(2, &["doctor", "--suites", "nowhere"]).contains("which --suites names"));
}

#[test]
fn what_does_not_exist_is_told() {
    let lab = lab();
    for (cell, told) in [
        ("tiny", "is not SUITE/BENCHMARK/IMPLEMENTATION"),
        ("tinny/sum/c.once", "no suite `tinny`"),
        ("tiny/sun/c.once", "no benchmark `sun`"),
        ("tiny/sum/c.onse", "has no `c.onse`"),
    ] {
        let err = lab.fails(2, &["doctor", "--benchmark", cell]);
        assert!(err.contains(told), "{cell}: {err}");
    }
    for words in [["--aa", "0"], ["--comparisons", "0"]] {
        assert!(lab.fails(2, &[&CELL[..], &words[..]].concat()).contains("not in 1.."));
    }
}

#[test]
fn drivers_stand_in_a_table() {
    let lab = lab();
    let out = lab.out(&["doctor", "--drivers", "tiny"]);
    assert!(out.starts_with("driver") && out.contains("tiny/c.tiny"), "{out}");
    let found = lab.json(&["doctor", "--json", "--drivers", "tiny/sum/c.once"]);
    let [driver] = &found.as_array().unwrap()[..] else { panic!("{found:#}") };
    has(driver, &["start_ns", "round_trip_ns", "empty_call_ns", "resolution_ns"]);
    assert_eq!(driver["language"], "c");
    assert!(lab.fails(2, &["doctor", "--drivers", "tinny"]).contains("tinny"));
}
