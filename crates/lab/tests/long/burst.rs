//! The suite `burst` writes where it is told: what it must not do there, by its programs in C and in Rust.

use std::fs;
use std::path::{Path, PathBuf};

use crate::lab::Lab;

const BOTH: [&str; 2] = ["c.buffered", "rust.buffered"];

fn lab() -> Lab {
    let mut lab = Lab::new();
    lab.set("PARAGONE_SUITES", Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites"));
    lab
}

/// A short burst into a folder, with further words; what the report says of it.
fn burst(lab: &Lab, path: &str, words: &[&str]) -> serde_json::Value {
    let path = format!("path={path}");
    let both = BOTH.join(",");
    let run = ["run", "burst/files", "-i", &both, "--param", &path, "--no-resources", "--json"];
    let said = lab.run(&[&run, words].concat());
    serde_json::from_str(&said.out).unwrap_or_else(|err| panic!("{err}: {said:#?}"))
}

fn reasons(report: &serde_json::Value) -> Vec<(String, String)> {
    let failures = report["failures"].as_array().unwrap();
    failures.iter().map(|one| (one["implementation"].as_str().unwrap().to_owned(), one.to_string())).collect()
}

fn folder(lab: &Lab) -> PathBuf {
    let folder = lab.path("written to");
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_node_of_a_device_is_refused() {
    let report = burst(&lab(), "/dev/null", &["--param", "frames=4", "--param", "rate=400"]);
    let reasons = reasons(&report);
    for name in BOTH {
        assert!(
            reasons.iter().any(|(of, why)| of == name && why.contains("is a device, which is never written to")),
            "{name}: {reasons:?}"
        );
    }
}

#[test]
fn a_folder_with_too_little_room_is_refused() {
    let lab = lab();
    let folder = folder(&lab);
    // 320 TiB, of which nothing is written before the room is asked for.
    let words = ["--param", "frames=10000000", "--sizes", "32MiB"];
    let report = burst(&lab, folder.to_str().unwrap(), &words);
    let reasons = reasons(&report);
    for name in BOTH {
        assert!(
            reasons.iter().any(|(of, why)| of == name && why.contains("MiB free, and a trial needs")),
            "{name}: {reasons:?}"
        );
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
}

#[test]
fn nothing_is_left_behind_and_nothing_of_others_is_touched() {
    let lab = lab();
    let folder = folder(&lab);
    fs::write(folder.join("another's"), "kept").unwrap();
    let words = ["--param", "frames=4", "--param", "rate=400", "--sizes", "4KiB"];
    let report = burst(&lab, folder.to_str().unwrap(), &words);
    assert_eq!(report["failures"], serde_json::json!([]));
    let rows = report["findings"]["contests"][0]["comparisons"][0]["rows"].as_array().unwrap().len();
    assert_eq!(rows, BOTH.len());
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["another's"]);
    assert_eq!(fs::read_to_string(folder.join("another's")).unwrap(), "kept");
}
