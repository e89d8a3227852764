//! `paragone doctor`: what its JSON holds, and what comparisons it makes.

use serde_json::Value;

use crate::lab::Lab;

/// Of the tests' own suite, so that nothing but C has to be built.
const CELL: [&str; 5] = ["doctor", "--benchmark", "tiny/sum/c.once", "--size", "1000"];

fn has(found: &Value, keys: &[&str]) {
    for key in keys {
        assert!(found[key].is_number(), "{key} in {found:#}");
    }
}

#[test]
fn same_against_same() {
    let lab = Lab::new();
    let found = lab.json(&[&CELL[..], &["--aa", "3", "--json"]].concat());
    has(&found["clock"], &["resolution_ns", "cost_ns"]);
    has(&found["aa"], &["comparisons", "false_alarms", "unsure", "upper_bound"]);
    assert!(found.as_object().unwrap().contains_key("round_trip_us"), "{found:#}");
    assert_eq!((found["aa"]["comparisons"].as_u64(), &found["detect"]), (Some(3), &Value::Null));
    assert_eq!(lab.json(&["runs", "--json"])[0]["note"], "doctor", "its comparisons are kept like any run");
}

#[test]
fn more_against_less() {
    let lab = Lab::new();
    let found = lab.json(&[&CELL[..], &["--detect", "50%", "--comparisons", "2", "--json"]].concat());
    has(&found["detect"], &["percent", "comparisons", "found", "wrong_way", "median_seconds"]);
    let counts = (found["detect"]["comparisons"].as_u64(), found["detect"]["wrong_way"].as_u64());
    assert_eq!((counts, found["aa"].is_null()), ((Some(2), Some(0)), true));
}

#[test]
fn alone_it_speaks_of_the_machine() {
    let out = Lab::new().out(&CELL);
    assert!(out.contains("clock") && out.contains("ns"), "{out}");
}

#[test]
fn what_does_not_exist_is_told() {
    let lab = Lab::new();
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
    let lab = Lab::new();
    let out = lab.out(&["doctor", "--drivers", "tiny"]);
    assert!(out.starts_with("driver") && out.contains("tiny/c.tiny"), "{out}");
    let found = lab.json(&["doctor", "--json", "--drivers", "tiny/sum/c.once"]);
    let [driver] = &found.as_array().unwrap()[..] else { panic!("{found:#}") };
    has(driver, &["start_ns", "round_trip_ns", "empty_call_ns", "resolution_ns"]);
    assert_eq!(driver["language"], "c");
    assert!(lab.fails(2, &["doctor", "--drivers", "tinny"]).contains("tinny"));
}
