//! Ctrl-C and SIGTERM in mid-run: the run ends in good order, is kept as interrupted, and goes on.

use serde_json::Value;

use crate::lab::{Lab, ended, rows, send};

/// Never certain, so that it is under way when the signal comes. [`Lab::shorten`] lets it complete when it goes on.
pub(crate) const LONG: [&str; 11] = [
    "run",
    "tiny/sum",
    "--sizes",
    "1000,4000",
    "--budget",
    "1h",
    "--total",
    "2h",
    "--margin",
    "0.0001%",
    "--no-crossovers",
];

fn stopped_by(signal: i32) {
    let lab = Lab::new();
    let child = lab.start_measuring(&[&LONG[..], &["--json"]].concat());
    send(&child, signal);
    let said = ended(child);
    assert_eq!(said.code, Some(130), "{said:#?}");
    let first: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(first["run"]["state"], "interrupted");
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
    let blocks = lab.json(&["runs", "--json"])[0]["blocks"].as_u64().unwrap();
    assert!(lab.out(&["runs", "show", "latest"]).contains("interrupted: `paragone run --resume` goes on with it"));

    lab.shorten(1.0);
    let whole = lab.json(&["run", "--resume", "--json"]);
    assert_eq!((&whole["run"]["state"], &whole["run"]["id"]), (&"complete".into(), &first["run"]["id"]));
    assert_eq!((rows(&whole).len(), whole["failures"].as_array().map(Vec::len)), (6, Some(0)));
    for comparison in whole["findings"]["contests"][0]["comparisons"].as_array().unwrap() {
        assert!(comparison["stopped"].is_string() && comparison["stopped"] != "interrupted", "{comparison:#}");
        assert!(comparison["blocks"].as_u64() > Some(0), "{comparison:#}");
    }
    assert!(lab.json(&["runs", "--json"])[0]["blocks"].as_u64() >= Some(blocks), "what was measured is kept");
}

#[test]
fn ctrl_c_keeps_the_run() {
    stopped_by(libc::SIGINT);
}

#[test]
fn sigterm_does_the_same() {
    stopped_by(libc::SIGTERM);
}

#[test]
fn verify_and_doctor_stop_too() {
    let lab = Lab::new();
    let doctor = ["doctor", "--benchmark", "tiny/sum/c.once", "--aa", "1000", "--margin", "0.001%"];
    let child = lab.start_measuring(&doctor);
    send(&child, libc::SIGINT);
    let said = ended(child);
    assert_eq!(said.code, Some(130), "{said:#?}");
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
}
