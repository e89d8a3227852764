//! `kill -9` of Paragone in mid-run: whatever it had started goes with it.
#![cfg(target_os = "linux")]

use std::process::Child;

use crate::lab::{Lab, command_line, ended, pids_below, wait_until};

/// Starts a run of misbehaving drivers and waits until some process of it has these words.
fn started(lab: &Lab, implementations: &str, words: &str) -> Child {
    let deadline = ["--sizes", "100", "--budget", "1h", "--total", "1h", "--margin", "0.0001%", "--deadline", "1h"];
    let who = ["run", "misbehaving", "--implementations", implementations];
    let child = lab.start(&[&who[..], &deadline].concat());
    // Some live for one launch alone.
    let runs = || pids_below(&child).into_iter().any(|pid| command_line(pid).contains(words));
    wait_until(&format!("`{words}` runs"), runs);
    child
}

fn nobody_outlives(lab: &Lab, mut child: Child) {
    if child.try_wait().unwrap().is_some() {
        panic!("Paragone had ended by itself: {:#?}", ended(child));
    }
    // Between two launches there is nobody.
    wait_until("it has started somebody", || !pids_below(&child).is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("nobody is left", || lab.processes().is_empty());
}

#[test]
fn drivers_and_their_keepers() {
    let lab = Lab::with_builds();
    let child = lab.start_measuring(&crate::stop::LONG);
    nobody_outlives(&lab, child);
}

#[test]
fn a_daemon_that_has_left_its_parents() {
    let lab = Lab::with_builds();
    let child = started(&lab, "c.good,c.daemonises", "paragone-test-daemon");
    nobody_outlives(&lab, child);
}

/// A driver that is in the call in which it stays for ever: it has used some time of a core.
fn hangs(lab: &Lab, implementation: &str) -> Child {
    let child = started(lab, &format!("c.good,{implementation}"), "/misbehaving");
    wait_until("a driver hangs", || busiest_ticks(lab) > 30);
    child
}

/// Clock ticks of the process that has used most of them.
fn busiest_ticks(lab: &Lab) -> u64 {
    let ticks = |stat: String| {
        let fields: Vec<u64> = stat
            .rsplit_once(')')?
            .1
            .split_whitespace()
            .skip(11)
            .take(2)
            .map_while(|field| field.parse().ok())
            .collect();
        Some(fields.iter().sum::<u64>())
    };
    let stats = lab.pids().into_iter().filter_map(|pid| std::fs::read_to_string(format!("/proc/{pid}/stat")).ok());
    stats.filter_map(ticks).max().unwrap_or(0)
}

#[test]
fn a_driver_that_hangs() {
    let lab = Lab::with_builds();
    let child = hangs(&lab, "c.hangs");
    nobody_outlives(&lab, child);
}

#[test]
fn a_driver_that_ignores_being_asked() {
    let lab = Lab::with_builds();
    let child = hangs(&lab, "c.ignores-sigterm");
    nobody_outlives(&lab, child);
}
