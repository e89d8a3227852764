//! Ctrl-C and SIGTERM in mid-run: the run ends in good order, is kept as interrupted, and goes on. They and the run's
//! time end it also where answers are asked for, and in the midst of an audit.

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
    let lab = Lab::with_builds();
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
    let lab = Lab::with_builds();
    let doctor = ["doctor", "--benchmark", "tiny/sum/c.once", "--aa", "1000", "--margin", "0.001%"];
    let child = lab.start_measuring(&doctor);
    send(&child, libc::SIGINT);
    let said = ended(child);
    assert_eq!(said.code, Some(130), "{said:#?}");
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
}

/// Whoever is beside `c.good` is asked things for longer than any test is patient, unless somebody stops that.
fn late(who: &'static str, total: &'static str) -> [&'static str; 9] {
    ["run", "late", "--implementations", who, "--quick", "--deadline", "3s", "--total", total]
}

/// Nothing was timed, and nobody is accused of what was not asked to the end.
fn ends_with_its_time(who: &'static str) {
    let lab = Lab::with_builds();
    let said = lab.run(&[&late(who, "3s")[..], &["--json"]].concat());
    assert_eq!(said.code, Some(3), "{said:#?}");
    assert!(said.err.contains("before all answers were checked, so nothing of it is timed"), "{}", said.err);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["failures"].as_array().map(Vec::len), Some(0), "{}", report["failures"]);
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
}

#[test]
fn the_time_of_a_run_ends_an_audit() {
    ends_with_its_time("c.good,c.says-half");
}

#[test]
fn the_time_of_a_run_ends_the_asking_for_answers() {
    ends_with_its_time("c.good,c.answers-late");
}

/// Processes of the suite's driver.
#[cfg(target_os = "linux")]
fn drivers(child: &std::process::Child) -> Vec<u32> {
    let program = |pid: &u32| std::fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
    crate::lab::pids_below(child)
        .into_iter()
        .filter(|pid| program(pid).to_string_lossy().contains("/builds/late"))
        .collect()
}

#[cfg(target_os = "linux")]
fn ends_with_ctrl_c(who: &'static str) {
    use std::collections::HashMap;
    use std::time::{Duration, Instant};

    use crate::lab::wait_until;

    let lab = Lab::with_builds();
    let mut child = lab.start(&late(who, "1h"));
    let mut seen = HashMap::new();
    wait_until("a driver is asked for longer than an honest one", || {
        let since = |pid| seen.entry(pid).or_insert_with(Instant::now).elapsed();
        drivers(&child).into_iter().map(since).any(|lived| lived > Duration::from_secs(1))
    });
    send(&child, libc::SIGINT);
    wait_until("the run has ended", || child.try_wait().unwrap().is_some());
    let said = ended(child);
    assert_eq!(said.code, Some(130), "{said:#?}");
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_an_audit() {
    ends_with_ctrl_c("c.good,c.says-half");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_asking_for_answers() {
    ends_with_ctrl_c("c.good,c.answers-late");
}
