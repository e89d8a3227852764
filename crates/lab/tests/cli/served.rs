//! Inputs that drivers get by path or from a server of the suite's own: servers that die, hang or talk nonsense cost
//! the cells that needed them, and none outlives Paragone.

use crate::lab::{Lab, ended, rows, send, verdict, wait_until};

/// Whose server does what wrong, and what is said of it.
const FAULTS: [(&str, &str); 3] = [
    (
        "hangs",
        "the server `hangs` did not tell its port within 5 s (--deadline gives it longer); its last words: not yet",
    ),
    ("nonsense", "the server `nonsense` said `listening on port 80` where `paragone-server 1 PORT` was expected"),
    ("exits", "the server `exits` died (exit code 3) before it told its port; its last words: no room"),
];

#[test]
fn answers_are_those_of_the_bytes_wherever_they_are_read() {
    let lab = Lab::with_builds();
    let said = lab.out(&["verify", "served/memory", "served/path", "served/good"]);
    assert_eq!(said.matches("answers, all right").count(), 5, "{said}");
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
}

#[test]
fn a_server_that_does_not_begin_costs_its_benchmark_and_no_other() {
    let lab = Lab::with_builds();
    let said = lab.run(&["verify", "served/nonsense", "served/good"]);
    assert_eq!(said.code, Some(1), "{said:#?}");
    assert!(said.out.contains(FAULTS[1].1) && said.out.matches("answers, all right").count() == 2, "{said:#?}");
    let options = ["--quick", "--rounds", "20", "--no-resources"];
    let failures = |words: &[&str], code: i32| {
        let said = lab.run(&[&["run"], words, &options].concat());
        assert_eq!(said.code, Some(code), "{said:#?}");
        lab.json(&["report", "--json"])["failures"].as_array().unwrap().clone()
    };
    let failures = failures(&["served/nonsense", "served/exits", "served/path"], 0)
        .into_iter()
        .chain(failures(&["served/hangs", "--deadline", "5s"], 3))
        .collect::<Vec<_>>();
    for (benchmark, told) in FAULTS {
        let of = failures.iter().filter(|one| one["benchmark"] == benchmark).collect::<Vec<_>>();
        assert!(!of.is_empty() && of.iter().all(|one| one["text"] == told), "{of:#?}");
        assert!(of.iter().all(|one| one["fault"]["kind"] == "server" && one["size"].is_null()), "{of:#?}");
    }
    assert!(failures.iter().all(|one| one["benchmark"] != "path"), "{failures:#?}");
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
}

#[test]
fn a_server_that_dies_is_started_again_for_the_next_size() {
    died("dies", "the server `dies` died: signal 9 (SIGKILL); its last words: that was too much");
}

#[test]
fn a_server_that_is_long_in_dying_is_blamed_for_it_too() {
    died("lingers", "the server `lingers` died: signal 9 (SIGKILL); its last words: that was too much");
}

#[test]
fn a_server_that_leaves_its_port_is_as_good_as_dead() {
    let told = "the server `deaf` takes no connections any more, though it has not ended; its last words: that was too \
                much";
    died("deaf", told);
}

/// This server does not survive the size 100.
fn died(benchmark: &str, told: &str) {
    let lab = Lab::with_builds();
    let said = lab.run(&["run", &format!("served/{benchmark}"), "--quick", "--rounds", "20", "--no-resources"]);
    assert_eq!(said.code, Some(0), "{said:#?}");
    let report = lab.json(&["report", "--json"]);
    for name in ["c.fetch", "c.again"] {
        for size in [64, 256] {
            let word = verdict(&report, name, size)["verdict"].as_str().unwrap();
            assert!(!matches!(word, "failed" | "wrong"), "{name} at {size}: {word}");
        }
        assert_eq!(verdict(&report, name, 100)["verdict"], "failed");
    }
    let failures = report["failures"].as_array().unwrap();
    assert!(!failures.is_empty() && failures.iter().all(|one| one["text"] == told), "{failures:#?}");
    assert!(rows(&report).iter().filter(|(size, _)| *size != 100).all(|(_, row)| row["times"].is_object()));
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
}

/// A second server would have a second entry: what it takes is nobody's.
#[cfg(target_os = "linux")]
#[test]
fn what_a_server_takes_is_not_its_clients() {
    let lab = Lab::with_builds();
    lab.out(&["run", "served/good", "--quick", "--rounds", "20", "--sizes", "256"]);
    let report = lab.json(&["report", "--json"]);
    assert!(!rows(&report).is_empty(), "{report:#}");
    for (_, row) in rows(&report) {
        let calls = &row["resources"]["syscalls"];
        assert!(!calls.is_null(), "{row:#}");
        // A socket, a connection, a request, some reads and the end; the server needs as many again.
        let known = calls["known"].as_f64().or(calls.as_f64());
        assert!(known.is_none_or(|calls| calls < 10.5), "{row:#}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_server_outlives_the_lab() {
    for signal in [libc::SIGINT, libc::SIGKILL] {
        let lab = Lab::with_builds();
        let child = lab.start_measuring(&["run", "served/good", "--standard", "--budget", "600s", "--total", "1h"]);
        wait_until("its server is there", || lab.processes().iter().any(|line| line.contains("/inputs")));
        send(&child, signal);
        ended(child);
        wait_until("nobody is left", || lab.processes().is_empty());
    }
}
