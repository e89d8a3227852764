//! Doubts through the whole program: of a driver in C whose implementations print, start threads, read a file and know
//! one input only, and of two builds of it that are the same program.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::lab::{Lab, rows};

const SUITE: &str = r#"
title = "Doubts"
essay = "Times that are right and not the whole story."
[[benchmark]]
name = "job"
question = "What else should be known?"
input = { kind = "random", seed = 1 }
sizes = 1000
answer = { reference = "c.plain@o1" }
baseline = "c.plain@o1"
[[driver]]
language = "c"
name = "doubtful"
sources = ["doubtful.c"]
builds = [
    { name = "o1", flags = "-O1 -pthread" },
    { name = "again", flags = "-O1 -pthread -DNOBODY_ASKS_FOR_IT" },
    { name = "o0", flags = "-O0 -pthread" },
]
implements = { job = ["plain", "prints", "threads", "reads", "forgetful"] }
"#;

fn lab() -> Lab {
    let mut lab = Lab::new();
    let suite = lab.write("own/doubts/suite.toml", SUITE);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drivers/doubtful.c");
    fs::copy(source, suite.with_file_name("doubtful.c")).unwrap();
    lab.set("PARAGONE_SUITES", lab.path("own"));
    lab
}

fn run(lab: &Lab, implementations: &str) -> Value {
    lab.json(&["run", "doubts", "--quick", "--rounds", "8", "--json", "--quiet", "-i", implementations])
}

/// The caveats of a row, of those that are looked for here.
fn doubts(report: &Value, implementation: &str) -> Vec<String> {
    let ours = ["prints", "starts-threads", "page-cache", "from-storage", "other-answer", "identical-code"];
    let caveats = row(report, implementation)["caveats"].as_array().unwrap();
    let named = caveats.iter().filter_map(|caveat| caveat["name"].as_str());
    named.filter(|name| ours.contains(name)).map(str::to_owned).collect()
}

fn row<'a>(report: &'a Value, implementation: &str) -> &'a Value {
    rows(report).into_iter().find(|(_, row)| row["implementation"] == implementation).unwrap().1
}

#[test]
fn who_prints_starts_threads_or_reads_files_is_told_of() {
    let report = run(&lab(), "c.plain@o1,c.prints@o1,c.threads@o1,c.reads@o1");
    assert_eq!(doubts(&report, "c.plain@o1"), [""; 0]);
    assert_eq!(doubts(&report, "c.prints@o1"), ["prints"]);
    let each = "8 B for each call";
    assert!(row(&report, "c.prints@o1")["caveats"].to_string().contains(each), "{report:#}");
    // Who cannot count here has no doubt, and who can has the right number.
    let known =
        |implementation: &str, metric: &str| row(&report, implementation)["resources"][metric]["known"].as_f64();
    let threads = known("c.threads@o1", "threads");
    assert!(threads.is_none_or(|threads| threads == 2.0), "{report:#}");
    assert_eq!(doubts(&report, "c.threads@o1").len(), usize::from(threads.is_some()));
    // They only wait, so that nothing may be said of what they do.
    let said = row(&report, "c.threads@o1")["caveats"].to_string();
    assert!(threads.is_none() || said.contains("It starts 2 threads: ") && !said.contains("one by one"), "{said}");
    assert!(known("c.plain@o1", "threads").is_none_or(|threads| threads == 0.0), "{report:#}");
    let asked = known("c.reads@o1", "read-requested");
    assert!(asked.is_none_or(|asked| (asked - 8192.0).abs() < 100.0), "{report:#}");
    assert_eq!(doubts(&report, "c.reads@o1"), ["page-cache"][..usize::from(asked.is_some())]);
}

#[test]
fn builds_that_are_one_program_are_told_and_how_large_it_is() {
    let report = run(&lab(), "c.plain@*");
    assert_eq!(doubts(&report, "c.plain@o1"), ["identical-code"]);
    assert_eq!(doubts(&report, "c.plain@again"), ["identical-code"]);
    assert_eq!(doubts(&report, "c.plain@o0"), [""; 0]);
    let bytes = row(&report, "c.plain@o1")["resources"]["program"]["known"].as_f64().unwrap();
    assert!((5e3..1e6).contains(&bytes), "{bytes}");
}

#[test]
fn other_inputs_are_checked_before_they_are_timed() {
    let lab = lab();
    let report = run(&lab, "c.plain@o1,c.forgetful@o1");
    assert_eq!(doubts(&report, "c.forgetful@o1"), ["other-answer"]);
    assert_eq!(doubts(&report, "c.plain@o1"), [""; 0]);
    let said = row(&report, "c.forgetful@o1")["caveats"].to_string();
    assert!(said.contains("Given another input of the same kind and size: wrong answer for input 1"), "{said}");
    let rotated = |lab: &Lab| {
        let events = lab.json(&["runs", "show", "latest", "--json"])["events"].clone();
        events.as_array().unwrap().iter().filter(|event| event["event"] == "rotated").count()
    };
    assert!(rotated(&lab) <= 1, "only the right one, if there was time");
    lab.out(&["run", "doubts", "--quick", "--rounds", "8", "--quiet", "-i", "c.plain@o1", "--no-resources"]);
    assert_eq!(rotated(&lab), 0);
}
