//! Launches whose programs' code lies elsewhere: which links there are, what is kept of them, and what is said.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::lab::{Lab, rows};

/// Five launches of two programs, a short while each.
const RUN: [&str; 12] = [
    "run",
    "words/unique",
    "--implementations",
    "rust.sort,c.sort",
    "--sizes",
    "160",
    "--no-resources",
    "--no-crossovers",
    "--budget",
    "12s",
    "--seed",
    "7",
];

/// A lab with the suite `words` as it is shipped; `None` where no linker shuffles sections.
fn lab() -> Option<Lab> {
    let mut lab = Lab::new();
    lab.set("PARAGONE_SUITES", Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites"));
    // Where rustc is found by way of a home, that is the user's.
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    lab.set("RUSTUP_HOME", std::env::var_os("RUSTUP_HOME").unwrap_or_else(|| home.join(".rustup").into()));
    let sysroot = std::process::Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    let rustlib = PathBuf::from(String::from_utf8_lossy(&sysroot.stdout).trim()).join("lib/rustlib");
    let mut hosts = fs::read_dir(rustlib).ok()?.flatten();
    hosts.any(|host| host.path().join("bin/rust-lld").is_file()).then_some(lab)
}

fn run(lab: &Lab, more: &[&str]) -> Value {
    lab.json(&[&RUN[..], more, &["--json"]].concat())
}

/// By implementation, what its launches were shuffled by, in their order.
fn seeds(report: &Value) -> Vec<(String, Vec<Option<u64>>)> {
    let of = |(_, row): &(u64, &Value)| {
        let launches = row["by_launch"].as_array().unwrap().iter().map(|launch| launch["seed"].as_u64()).collect();
        (row["implementation"].as_str().unwrap().to_owned(), launches)
    };
    let mut seeds: Vec<_> = rows(report).iter().map(of).collect();
    seeds.sort();
    seeds
}

/// Every linked program, with its bytes and the place where they lie on the disk.
fn programs(lab: &Lab) -> Vec<(PathBuf, Vec<u8>, u64)> {
    let pattern = lab.path("cache/builds/*/*/relinkable*/layouts/*/words*").display().to_string();
    let found = glob::glob(&pattern).unwrap().flatten();
    found.map(|path| (path.clone(), fs::read(&path).unwrap(), path.metadata().unwrap().ino())).collect()
}

#[test]
fn each_launch_has_another_link_and_a_second_run_links_nothing() {
    let Some(lab) = lab() else { return };
    let first = run(&lab, &[]);
    assert_eq!(first["run"]["layouts"], "varied");
    let drawn = seeds(&first);
    assert_eq!(drawn.len(), 2);
    for (name, seeds) in &drawn {
        // Who works in a launch answered rightly in it: its answers are asked for at its end.
        assert!(seeds.len() > 1 && seeds.iter().all(Option::is_some), "{name}: {seeds:?}");
        assert_eq!(seeds.iter().collect::<BTreeSet<_>>().len(), seeds.len(), "{name}: {seeds:?}");
    }
    let linked = programs(&lab);
    for language in ["rust.words", "c.words-c"] {
        let of: Vec<_> = linked.iter().filter(|(path, ..)| path.to_string_lossy().contains(language)).collect();
        let distinct: BTreeSet<&Vec<u8>> = of.iter().map(|(_, bytes, _)| bytes).collect();
        // All that any run draws from.
        assert!(of.len() == 16 && distinct.len() == of.len(), "{language}: {} links", of.len());
    }
    // The same seed draws the same, and what is there is not linked again.
    let again = run(&lab, &[]);
    for ((_, first), (_, again)) in drawn.iter().zip(&seeds(&again)) {
        assert!(first.iter().zip(again).all(|(one, other)| one == other), "{first:?} {again:?}");
    }
    let after = programs(&lab);
    assert!(linked.len() == after.len() && linked.iter().all(|one| after.contains(one)));
    // A program that is not what was linked is linked anew, to the same bytes.
    let (path, bytes, _) = &linked[0];
    fs::write(path, "spoilt").unwrap();
    run(&lab, &[]);
    assert_eq!(&fs::read(path).unwrap(), bytes);
}

#[test]
fn as_built_is_one_layout_and_says_so() {
    let Some(lab) = lab() else { return };
    let report = run(&lab, &["--layout", "as-built"]);
    assert_eq!(report["run"]["layouts"], "as-built");
    assert!(seeds(&report).iter().all(|(_, seeds)| seeds.iter().all(Option::is_none)));
    assert!(programs(&lab).is_empty());
    let caveats = report["findings"]["contests"][0]["comparisons"][0]["caveats"].as_array().unwrap();
    assert!(caveats.iter().any(|caveat| caveat["name"] == "as-built"), "{caveats:#?}");
    let quick = run(&lab, &["--quick"]);
    assert_eq!(quick["run"]["layouts"], "as-built");
}
