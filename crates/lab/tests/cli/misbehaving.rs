//! Drivers that crash, hang, lie or leave children, through the whole program: the run ends well, the
//! report says what happened and at which size, and nobody is left behind.

use crate::lab::{Lab, rows, verdict};

/// Who misbehaves at size 100, and what is said of it.
const FAULTS: [(&str, &str); 8] = [
    ("c.segfault", "its own) at `answer 0`"),
    ("c.aborts", "SIGABRT"),
    ("c.exits", "exit code 7"),
    ("c.wrong", "wrong answer for the input of size 100"),
    ("c.giant-answer", "an answer of 1073741824 bytes is too long: 64 MiB is the most; let every implementation"),
    ("c.garbage", "broke the protocol"),
    ("c.lies-later", "wrong answer in a timed call"),
    ("c.eats-memory", "its own); --memory 256 MiB is the limit, and it had held up to 2"),
];

/// What only Linux tells or does.
#[cfg(target_os = "linux")]
const TOGETHER: [(&str, &str); 2] = [
    ("c.breeds", "it was ended because of --memory 256 MiB: it and what it started held "),
    ("c.kills-its-keeper", "its keeper was ended by signal 9 (SIGKILL)"),
];

/// Who falls silent then.
const SILENT: [(&str, &str); 3] = [
    ("c.hangs", "no reply to `answer 0` (input 1 of 8) within 5 s"),
    ("c.closes-its-input", "no reply to"),
    ("c.ignores-sigterm", "no reply to `answer 0`"),
];

const GOOD: [&str; 3] = ["c.good", "c.prints", "c.daemonises"];

#[test]
fn each_costs_its_own_cells_and_the_report_says_why() {
    costs_its_own_cells(&FAULTS, &GOOD, "60s");
}

/// A deadline of their own: however slow the machine is, the others have theirs.
#[test]
fn silence_costs_its_own_cells_too() {
    costs_its_own_cells(&SILENT, &GOOD[..1], "5s");
}

/// Whoever comes next would find what is left of it, and answer wrongly.
#[cfg(target_os = "linux")]
#[test]
fn what_a_driver_starts_counts_and_ends_with_it() {
    costs_its_own_cells(&TOGETHER, &["c.good", "c.looks-for-strays"], "60s");
}

fn costs_its_own_cells(faults: &[(&str, &str)], good: &[&str], deadline: &str) {
    let lab = Lab::with_builds();
    let who = faults.iter().map(|(name, _)| name).chain(good).copied().collect::<Vec<_>>().join(",");
    let options = ["--quick", "--rounds", "30", "--deadline", deadline, "--memory", "256M"];
    let said = lab.run(&[&["run", "misbehaving", "--implementations", &who], &options[..]].concat());
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
    let report = lab.json(&["report", "--json"]);
    let failures = report["failures"].as_array().unwrap();
    assert_eq!(failures.len(), faults.len(), "{failures:#?}");
    for &(name, told) in faults {
        let failure = failures.iter().find(|one| one["implementation"] == name).expect(name);
        let text = failure["text"].as_str().unwrap();
        assert!(text.contains(told) && failure["size"] == 100, "{failure:#}");
        assert!(said.out.contains(&format!("misbehaving/sum {name}, at 100 B:")), "{name} in {}", said.out);
        assert!(said.err.contains(&format!("misbehaving/sum {name} at 100 B: ")), "{name} in {}", said.err);
        let word = verdict(&report, name, 100)["verdict"].as_str().unwrap();
        assert!(matches!(word, "failed" | "wrong"), "{name}: {word}");
    }
    for (size, row) in rows(&report) {
        let name = row["implementation"].as_str().unwrap();
        let has_times = row["times"]["samples"].as_u64() > Some(0);
        assert_eq!(has_times, size != 100 || good.contains(&name), "{name} at {size}: {row:#}");
    }
}
