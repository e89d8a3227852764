//! `paragone report --as FORM`: each form is what its readers expect, the same bytes each time.

use std::fs;

use serde_json::Value;

use crate::lab::{Lab, rows};
use crate::made_up::MadeUp;

const FORMS: [&str; 7] = ["markdown", "csv", "json", "jmh", "go", "github-action-benchmark", "junit"];

fn with_a_run() -> Lab {
    let lab = Lab::with_builds();
    lab.out(&["run", "tiny", "--quick", "--rounds", "16", "--quiet", "--seed", "1"]);
    lab
}

/// Against the schema that the program itself prints.
pub(crate) fn is_valid(lab: &Lab, report: &Value) {
    is_valid_for(lab, "report", report);
}

fn is_valid_for(lab: &Lab, command: &str, report: &Value) {
    let schema: Value = lab.json(&[command, "--schema"]);
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let faults: Vec<String> =
        validator.iter_errors(report).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_form_is_the_same_bytes_twice_on_output_and_in_a_file() {
    let lab = with_a_run();
    for form in FORMS.into_iter().chain(["bencher"]) {
        let text = lab.out(&["report", "--as", form]);
        assert!(text.len() > 200, "{form}: {text}");
        assert_eq!(lab.out(&["report", "--as", form]), text, "{form}");
        assert_eq!(lab.out(&["report", "--as", form, "-o", "report"]), "");
        assert_eq!(fs::read_to_string(lab.path("report")).unwrap(), text, "{form}");
    }
    assert_eq!(lab.out(&["report", "--as", "json"]), lab.out(&["report", "--json"]));
    lab.out(&["report", "-o", "report"]);
    assert_eq!(fs::read_to_string(lab.path("report")).unwrap(), lab.out(&["report"]));
    let err = lab.fails(3, &["report", "--as", "csv", "-o", "absent/report"]);
    assert!(err.contains("failed to write the report to `absent/report`"), "{err}");
    let err = lab.fails(2, &["report", "--as", "xml"]);
    assert!(err.contains("possible values: markdown"), "{err}");
}

#[test]
fn comparisons_and_choices_hold_to_their_published_schemas() {
    let lab = Lab::with_builds();
    for _ in 0..2 {
        lab.out(&["run", "tiny/sum", "--quick", "--rounds", "64", "--sizes", "4000", "--quiet"]);
    }
    let chosen = lab.json(&["choose", "--as", "json"]);
    assert_eq!(chosen["benchmarks"][0]["choices"].as_array().map(Vec::len), Some(1), "{chosen:#}");
    is_valid_for(&lab, "choose", &chosen);
    let id = lab.json(&["runs", "--json"])[1]["id"].as_str().unwrap().to_owned();
    let beside = lab.json(&["compare", &id, "latest", "--json"]);
    assert_eq!(beside["changes"][0]["cells"].as_array().map(Vec::len), Some(3), "{beside:#}");
    is_valid_for(&lab, "compare", &beside);
    assert!(lab.fails(2, &["compare", &id, "latest", "--schema"]).contains("--schema"));
}

#[test]
fn a_real_report_holds_to_the_published_schema() {
    let lab = with_a_run();
    let report = lab.json(&["report", "--as", "json"]);
    is_valid(&lab, &report);
    let mut wrong = report;
    wrong["findings"]["contests"][0]["comparisons"][0]["size"] = "large".into();
    let schema: Value = lab.json(&["report", "--schema"]);
    assert!(!jsonschema::draft202012::is_valid(&schema, &wrong), "a schema that takes anything");
}

#[test]
fn tables_have_the_numbers_of_the_report() {
    let lab = with_a_run();
    let report = lab.json(&["report", "--json"]);
    let cells = lab.out(&["report", "--as", "csv"]);
    let mut table = csv::Reader::from_reader(cells.as_bytes());
    let head = table.headers().unwrap().clone();
    let column = |name: &str| head.iter().position(|known| known == name).unwrap();
    let records: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    let rows = rows(&report);
    assert_eq!(records.len(), rows.len());
    for (record, (size, row)) in records.iter().zip(rows) {
        assert_eq!(record[column("size")], size.to_string());
        assert_eq!(&record[column("implementation")], row["implementation"].as_str().unwrap());
        assert_eq!(&record[column("verdict")], row["verdict"]["verdict"].as_str().unwrap());
        // To the last bit: as many digits as it takes.
        assert_eq!(record[column("p50_ns")].parse::<f64>().ok(), row["times"]["p50"].as_f64());
        let ratio = row["estimate"]["ratio"].as_f64().map(f64::exp);
        assert_eq!(record[column("ratio")].parse::<f64>().ok(), ratio);
    }
    let samples = lab.out(&["report", "--as", "csv", "--rows", "samples"]);
    assert_eq!(samples.lines().count() as u64 - 1, report["summary"]["samples"].as_u64().unwrap());
    let some = lab.out(&["report", "--as", "csv", "--rows", "samples", "--benchmark", "tiny/sum", "--sizes", "1000"]);
    assert!(some.lines().skip(1).all(|line| line.contains(",tiny,sum,{},1000,")), "{some}");
}

#[test]
fn what_was_emulated_is_in_no_form_that_cannot_say_so() {
    let lab = Lab::with_builds();
    let mut made_up = MadeUp::new();
    made_up.machine = made_up.machine.emulating("aarch64");
    made_up.keep(&lab);
    for form in ["jmh", "go", "github-action-benchmark", "bencher"] {
        let err = lab.fails(2, &["report", "--as", form]);
        assert!(err.contains("was emulated (aarch64)") && err.contains(&format!("as {form}")), "{err}");
    }
    for form in ["markdown", "json", "html"] {
        assert!(lab.out(&["report", "--as", form]).contains("emulated"), "{form}");
    }
    MadeUp::new().keep(&lab);
    assert!(lab.out(&["report", "--as", "go"]).contains("BenchmarkUp/impl=c.one/size=64 "));
}

#[test]
#[cfg(not(feature = "parquet"))]
fn what_was_not_built_in_is_said_with_the_way_to_it() {
    let lab = with_a_run();
    let err = lab.fails(2, &["report", "--as", "parquet", "-o", "cells.parquet"]);
    assert!(err.contains("`--features parquet`"), "{err}");
    assert!(!lab.path("cells.parquet").exists());
    assert!(!lab.fails(2, &["report", "--as", "xml"]).contains("parquet"));
}
