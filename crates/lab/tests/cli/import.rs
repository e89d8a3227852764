//! `paragone import`: files of other tools become runs without verdicts, and wrong files become nothing.

use std::path::Path;

use serde_json::Value;

use crate::formats::is_valid;
use crate::lab::{Lab, rows};

fn fixture(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign").join(name).display().to_string()
}

fn imported(name: &str) -> (Lab, Value) {
    let lab = Lab::new();
    let out = lab.out(&["import", &fixture(name)]);
    assert!(out.starts_with("imported run "), "{out}");
    let report = lab.json(&["report", "--json"]);
    is_valid(&lab, &report);
    (lab, report)
}

/// `suite/benchmark implementation size: samples, median`.
fn told(report: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    for contest in report["findings"]["contests"].as_array().unwrap() {
        let only = serde_json::json!({ "findings": { "contests": [contest] } });
        for (size, row) in rows(&only) {
            let name = |value: &Value| value.as_str().unwrap().to_owned();
            lines.push(format!(
                "{}/{} {} {size}: {} {:.0}",
                name(&contest["suite"]),
                name(&contest["benchmark"]),
                name(&row["implementation"]),
                row["times"]["samples"].as_u64().unwrap_or(0),
                row["times"]["p50"].as_f64().or(row["told"]["median"].as_f64()).unwrap_or(-1.0),
            ));
        }
    }
    lines.sort();
    lines
}

#[test]
fn nothing_is_said_that_another_tool_did_not_measure() {
    for name in [
        "criterion",
        "criterion.jsonl",
        "google.json",
        "google-aggregates.json",
        "jmh.json",
        "hyperfine.json",
        "go.txt",
        "package-benchmark.json",
    ] {
        let (lab, report) = imported(name);
        assert_eq!(report["run"]["mode"], "imported", "{name}");
        assert!(report["run"]["imported"]["file"].as_str().unwrap().ends_with(name));
        for (_, row) in rows(&report) {
            assert_eq!(row["verdict"]["verdict"], "unpaired", "{name}: {row:#}");
            assert!(row["estimate"].is_null() && row["to_best"].is_null(), "{name}: {row:#}");
        }
        let text = lab.out(&["report"]);
        assert!(text.contains("unpaired"), "{name}: {text}");
        assert!(!text.contains("fastest at") && !text.contains("(best)"), "{name}: {text}");
        assert!(lab.out(&["runs"]).contains("imported"), "{name}");
        for form in ["markdown", "csv", "jmh", "go", "github-action-benchmark", "bencher"] {
            assert!(!lab.out(&["report", "--as", form]).is_empty(), "{name} as {form}");
        }
    }
}

#[test]
fn samples_are_those_of_the_file() {
    let (_, report) = imported("criterion.jsonl");
    let expected = ["criterion/count-words rust.fields 64: 3 200", "criterion/count-words rust.split 64: 3 130"];
    assert_eq!(told(&report), expected);
    let (_, report) = imported("go.txt");
    let expected = [
        "go/fields go.fields 1024: 3 10104",
        "go/fields go.fields 64: 3 927",
        "go/fields go.split 1024: 3 15459",
        "go/fields go.split 64: 3 1005",
        "go/toupper go.toupper 1: 3 201",
    ];
    assert_eq!(told(&report), expected);
    let (lab, report) = imported("hyperfine.json");
    assert_eq!(told(&report)[2], "hyperfine/commands command.true 1: 5 3954383");
    assert!(lab.out(&["report"]).contains("seq-1000  seq 1000"));
    let (_, report) = imported("google.json");
    assert_eq!(told(&report)[1], "google-benchmark/copy cpp.copy 64: 3 1433");
}

#[test]
fn summaries_stay_summaries() {
    let (lab, report) = imported("google-aggregates.json");
    let row = rows(&report)[0].1;
    assert!(row["times"].is_null() && row["told"]["standard-deviation"].is_f64(), "{row:#}");
    assert_eq!(row["caveats"][0]["name"], "summary-only");
    assert!(lab.fails(3, &["report", "--as", "csv", "--rows", "samples"]).contains("has no"));
    let (_, report) = imported("package-benchmark.json");
    let times: Vec<&Value> = rows(&report).into_iter().map(|(_, row)| &row["told"]["p99"]).collect();
    assert_eq!(times, [&Value::from(12_500.0), &Value::from(9850.0)]);
}

#[test]
fn the_user_may_say_that_all_are_one_job() {
    let lab = Lab::new();
    lab.out(&["import", &fixture("go.txt"), "--benchmark", "words", "--note", "by hand"]);
    let report = lab.json(&["report", "--json"]);
    let contests = report["findings"]["contests"].as_array().unwrap();
    assert_eq!((contests.len(), &contests[0]["benchmark"]), (1, &"words".into()));
    assert_eq!(report["run"]["note"], "by hand");
}

#[test]
fn the_form_of_go_comes_back_as_it_went() {
    let lab = Lab::new();
    lab.out(&["run", "tiny/sum", "--quick", "--rounds", "16", "--quiet", "--no-resources"]);
    lab.out(&["report", "--as", "go", "-o", "go.txt"]);
    lab.out(&["import", "go.txt"]);
    let report = lab.json(&["report", "--json"]);
    let mut names: Vec<(u64, &str)> =
        rows(&report).into_iter().map(|(size, row)| (size, row["implementation"].as_str().unwrap())).collect();
    names.sort_unstable();
    assert_eq!(names[..3], [(1000, "c.once"), (1000, "c.thrice"), (1000, "c.twin")]);
}

#[test]
fn a_wrong_file_is_named_with_its_line_and_nothing_is_kept() {
    let lab = Lab::new();
    let good = fixture("go.txt");
    for (name, text, words) in [
        (
            "a.json",
            "{\n\"results\": [\n{\"command\": \"a\"}\n]}",
            "`a.json`: line 3: missing field `mean`; expected results of hyperfine",
        ),
        (
            "b.json",
            "[{\"benchmark\": \"a.b\", \"mode\": \"avgt\",\n\"primaryMetric\": {\"score\": 1, \"scoreUnit\": \"weeks\"}}]",
            "line 2: `weeks` is no unit of time",
        ),
        (
            "c.json",
            "{\"context\": {}, \"benchmarks\": [\n{\"name\": \"x\", \"iterations\": 0}]}",
            "line 2: 0 is no number of calls",
        ),
        ("d.json", "{\"half\": ", "line 1: EOF while parsing"),
        ("e.json", "[1, 2]", "line 1: a list of something else; expected results of criterion"),
        ("f.txt", "hello\n", "there is no result in it; expected the text of `go test -bench`"),
        ("g.jsonl", "{\"reason\":\"benchmark-complete\"}\n{\"reason\":3}\n", "line 1: missing field `id`"),
    ] {
        lab.write(name, text);
        let err = lab.fails(3, &["import", &good, name]);
        assert!(err.contains(words) && err.contains(name), "{err}");
    }
    let err = lab.fails(3, &["import", "absent.json"]);
    assert!(err.contains("failed to read `absent.json`"), "{err}");
    let err = lab.fails(3, &["import", "."]);
    assert!(err.contains("expected criterion's folder"), "{err}");
    assert!(!lab.store().exists(), "nothing of several is kept where one is wrong");
    lab.out(&["import", &good]);
    let err = lab.fails(3, &["import", "runs.sqlite"]);
    assert!(err.contains("`paragone runs import` takes those in"), "{err}");
}
