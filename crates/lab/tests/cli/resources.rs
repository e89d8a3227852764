//! What cells take of the machine, through the whole program: drivers that take known amounts go in, and what
//! the report says of them comes out.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::lab::{Lab, finished, rows};

const RUN: [&str; 6] = ["run", "taking", "--quick", "--rounds", "8", "--json"];

/// The resources of an implementation.
fn of(report: &Value, name: &str) -> Value {
    let found = rows(report).into_iter().find(|(_, row)| row["implementation"] == *name);
    found.unwrap_or_else(|| panic!("no row of {name}: {report:#}")).1["resources"].clone()
}

/// A value, or `None` where it is said why there is none.
fn known(resources: &Value, metric: &str) -> Option<f64> {
    let amount = &resources[metric];
    let why = amount["unknown"]["why"].as_str().filter(|why| !why.is_empty());
    assert!(amount["known"].is_number() != why.is_some(), "{metric} is neither known nor unknown: {resources:#}");
    if let Some(why) = why {
        eprintln!("{metric} is unknown, and what it should be is skipped: {why}");
    }
    amount["known"].as_f64()
}

#[test]
fn known_amounts_are_found() {
    let lab = Lab::with_builds();
    let report = lab.json(&RUN);
    assert_eq!(report["failures"], serde_json::json!([]));
    let memory = of(&report, "c.memory");
    for (metric, amount) in [("mallocs", 5.0), ("frees", 5.0), ("requested", 2164.0), ("peak-heap", 1764.0)] {
        assert_eq!(known(&memory, metric), Some(amount), "{metric}: {memory:#}");
    }
    let rare = known(&of(&report, "c.rare"), "mallocs").unwrap();
    assert!((0.05..0.15).contains(&rare), "one in ten calls: {rare}");
    let child = of(&report, "c.child");
    assert_eq!(known(&child, "peak-memory"), None, "{child:#}");
    let nothing = of(&report, "c.nothing");
    assert_eq!(known(&nothing, "mallocs"), Some(0.0), "{nothing:#}");
    assert_eq!(known(&nothing, "peak-heap"), Some(0.0), "{nothing:#}");
    // The ballast, and the jobs of this driver.
    let growth = known(&nothing, "program-growth").unwrap() - f64::from(1 << 20);
    assert!((0.0..65536.0).contains(&growth), "{growth} B beside the ballast");
    let (bulk, idle) = (of(&report, "c.bulk"), known(&nothing, "peak-memory"));
    if let Some((peak, idle)) = known(&bulk, "peak-memory").zip(idle) {
        let mib = (peak - idle) / f64::from(1 << 20);
        assert!((255.0..=257.0).contains(&mib), "{mib} MiB more than an idle process");
    }
    // Where the kernel does not tell, it is said; where it does, it is exact.
    assert!([None, Some(1000.0)].contains(&known(&of(&report, "c.getppid"), "syscalls")));
    assert!(known(&nothing, "syscalls").is_none_or(|few| few < 0.01), "{nothing:#}");
    let threads = |name: &str| known(&of(&report, name), "threads");
    // Of this many cells, the first at least are made to go on for as long as that takes.
    let split = |metric| known(&of(&report, "c.nothing"), metric);
    assert_eq!(split("user-time").is_some(), split("system-time").is_some());
    if let Some(none) = threads("c.nothing") {
        assert_eq!((none, threads("c.thread")), (0.0, Some(1.0)));
    }
}

#[test]
fn what_comes_from_storage_is_told_from_what_the_page_cache_has() {
    let mut lab = Lab::new();
    // A folder for temporary files is often kept in memory, where nothing comes from storage.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    lab.set("PARAGONE_CACHE", folder.path());
    let report = lab.json(&[&RUN[..], &["-i", "c.nothing,c.cold,c.warm"]].concat());
    let read = |name: &str| known(&of(&report, name), "read");
    let (Some(cold), Some(warm)) = (read("c.cold"), read("c.warm")) else {
        eprintln!("skipped: this kernel does not tell what is read from storage");
        return;
    };
    assert_eq!(warm, 0.0);
    if cold == 0.0 {
        eprintln!("skipped: files here are not on storage");
        return;
    }
    assert!(cold >= f64::from(1 << 20), "{cold}");
}

#[test]
fn without_it_nothing_is_counted() {
    let lab = Lab::with_builds();
    let report = lab.json(&[&RUN[..], &["--no-resources", "-i", "c.nothing,c.memory"]].concat());
    assert_eq!(of(&report, "c.memory"), serde_json::json!({}));
    let table = lab.out(&["run", "taking", "--quick", "--rounds", "8", "-i", "c.nothing,c.memory", "--resources"]);
    assert!(table.contains("what a call takes") && table.contains("mallocs"), "{table}");
}

/// With less known, and said so.
#[test]
fn whoever_may_do_little_measures_all_the_same() {
    let root = Command::new("id").arg("-u").output().is_ok_and(|said| said.stdout.starts_with(b"0"));
    if !root || Command::new("setpriv").arg("--version").output().is_err() {
        eprintln!("skipped: needs root and `setpriv`, to become nobody");
        return;
    }
    let lab = Lab::new();
    // Builds are root's, whose compilers may lie where nobody else may look; the run is nobody's.
    lab.out(&["build", "taking"]);
    open_to_all(lab.folder.path());
    let program = lab.own_program("paragone");
    open_to_all(&program);
    let like = lab.command(&[]);
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]).arg(&program).args(RUN);
    // The others keep a file beside the suite, which is not nobody's.
    command.args(["-i", "c.nothing,c.memory,c.getppid"]);
    command.current_dir(lab.folder.path());
    for (name, value) in like.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let said = finished(command);
    assert_eq!(said.code, Some(0), "{said:#?}");
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["failures"], serde_json::json!([]));
    let memory = of(&report, "c.memory");
    assert!([None, Some(5.0)].contains(&known(&memory, "mallocs")));
    for metric in ["user-time", "syscalls", "read", "peak-memory", "instructions"] {
        known(&memory, metric);
    }
}

fn open_to_all(path: &Path) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o777)).unwrap();
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            if !path.is_symlink() {
                open_to_all(&path);
            }
        }
    }
}
