//! `examples/perl`: a language without an SDK of ours, in a folder of suites of its own.

use std::path::Path;
use std::process::Command;

use crate::lab::Lab;

#[test]
fn the_example_in_perl_is_whole_and_its_answers_are_right() {
    if Command::new("perl").arg("-v").output().is_err() {
        return eprintln!("skipped: no interpreter `perl`");
    }
    let mut lab = Lab::new();
    lab.set("PARAGONE_SUITES", Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/perl"));
    assert!(lab.out(&["check"]).contains("no mistakes"));
    let verified = lab.json(&["verify", "lines", "--json"]);
    let names: Vec<&str> =
        verified.as_array().unwrap().iter().filter_map(|one| one["implementation"].as_str()).collect();
    assert_eq!(names, ["perl.loop", "perl.tr"]);
    for one in verified.as_array().unwrap() {
        assert_eq!(one["faults"], serde_json::json!([]), "{one:#}");
        assert!(one["answers"].as_u64().unwrap() > 10, "{one:#}");
    }
    let report = lab.out(&["run", "lines", "--quick", "--rounds", "8", "--sizes", "1KiB", "--quiet"]);
    assert!(report.contains("perl.loop") && !report.contains("calls its language"), "{report}");
}
