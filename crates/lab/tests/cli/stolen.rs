//! Honest drivers that are stopped while they are audited and measured, as where a host takes its time back: nobody is
//! accused of a wrong clock, or of work that was not done. Elsewhere than on Linux nobody tells which processes drive.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::lab::{Lab, ended, pids_below, rows, wait_until};

/// The same code twice, so that no verdict ends it before its time, however fast the machine is.
const UNDECIDED: [&str; 12] = [
    "run",
    "tiny/sum",
    "--implementations",
    "c.once,c.twin",
    "--sizes",
    "4000",
    "--margin",
    "0.0001%",
    "--budget",
    "5s",
    "--no-crossovers",
    "--quiet",
];

/// Less than a request may take, and far longer than one does.
const LONG: Duration = Duration::from_secs(3);

/// Less than a request of an audit takes.
const SHORT: Duration = Duration::from_millis(3);

/// Processes of programs that Paragone has built; keepers and Paragone itself are none.
fn drivers(lab: &Lab, child: &Child) -> Vec<u32> {
    let folder = lab.folder.path().canonicalize().unwrap();
    let is_built = |pid: &u32| fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe.starts_with(&folder));
    pids_below(child).into_iter().filter(is_built).collect()
}

/// Whether the process was still there.
fn signalled(pid: u32, signal: i32) -> bool {
    // SAFETY: a signal is no access to memory; the process was a driver of Paragone's a moment ago.
    unsafe { libc::kill(pid as i32, signal) == 0 }
}

/// Waits for drivers and stops them for a while; false where the run has ended before there was any.
fn hold(lab: &Lab, child: &mut Child, time: Duration) -> bool {
    while child.try_wait().unwrap().is_none() {
        let held: Vec<u32> = drivers(lab, child).into_iter().filter(|pid| signalled(*pid, libc::SIGSTOP)).collect();
        if held.is_empty() {
            sleep(Duration::from_millis(1));
            continue;
        }
        sleep(time);
        for pid in held {
            signalled(pid, libc::SIGCONT);
        }
        return true;
    }
    false
}

/// The run comes to its end, and everybody has a time and no fault.
fn nobody_is_accused(lab: &Lab, child: Child) {
    let said = ended(child);
    assert_eq!(said.code, Some(0), "{said:#?}");
    let report = lab.json(&["report", "--json"]);
    assert_eq!(report["failures"].as_array().map(Vec::len), Some(0), "{:#}", report["failures"]);
    let rows = rows(&report);
    assert_eq!(rows.len(), 2, "{report:#}");
    for (_, row) in rows {
        let word = row["verdict"]["verdict"].as_str().unwrap();
        assert!(!["implausible", "failed", "wrong"].contains(&word) && row["times"].is_object(), "{row:#}");
    }
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
}

#[test]
fn who_is_stopped_for_seconds_is_not_accused() {
    let lab = Lab::new();
    let mut child = lab.start(&UNDECIDED);
    // Once while answers are asked for and lanes are audited, and once while samples are taken.
    assert!(hold(&lab, &mut child, LONG), "{:#?}", ended(child));
    wait_until("a block has been kept", || lab.blocks() > 1 || child.try_wait().unwrap().is_some());
    hold(&lab, &mut child, LONG);
    nobody_is_accused(&lab, child);
}

#[test]
fn who_is_stopped_again_and_again_is_not_accused() {
    let lab = Lab::new();
    let mut child = lab.start(&UNDECIDED);
    assert!(hold(&lab, &mut child, SHORT), "{:#?}", ended(child));
    let until = Instant::now() + Duration::from_secs(2);
    while Instant::now() < until && hold(&lab, &mut child, SHORT) {
        sleep(SHORT);
    }
    nobody_is_accused(&lab, child);
}
