//! No two files of a room use each other, by whatever way: a reader can begin with the file that uses no other.

use std::collections::{BTreeMap, BTreeSet};

use super::files;
use super::modules::{Module, Uses, uses};

#[test]
fn no_files_use_each_other() {
    let files = files();
    let of_lab = files.iter().filter_map(|(path, text)| Some((path.strip_prefix("crates/lab/src/")?, text.as_str())));
    let circles = circles(&uses(of_lab));
    let told: Vec<String> = circles.iter().map(|circle| format!("{} use each other", circle.join(", "))).collect();
    assert!(told.is_empty(), "\n{}", told.join("\n"));
}

/// Sets of files each of which leads back to itself by way of all others.
fn circles(uses: &Uses) -> Vec<Vec<String>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = uses.keys().map(|from| (from, reach(uses, from))).collect();
    let mut circles = BTreeSet::new();
    for (from, ways) in reached.iter().filter(|(from, ways)| ways.contains(*from)) {
        let back = ways.iter().filter(|other| reached.get(**other).is_some_and(|ways| ways.contains(from)));
        circles.insert(back.map(|module| module.join("/")).collect::<Vec<String>>());
    }
    circles.into_iter().collect()
}

/// Everything that a file uses, and what that uses.
fn reach<'a>(uses: &'a Uses, from: &Module) -> BTreeSet<&'a Module> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Module> = uses[from].iter().collect();
    while let Some(next) = open.pop() {
        if found.insert(next) {
            open.extend(uses.get(next).into_iter().flatten());
        }
    }
    found
}

#[test]
fn circles_are_found() {
    let files = [
        ("a/one.rs", "use crate::a::two::X;"),
        ("a/two.rs", "use crate::a::three::X;"),
        ("a/three.rs", "use super::one::X;"),
        ("a/four.rs", "use super::one::X;"),
    ];
    assert_eq!(circles(&uses(files)), [["a/one", "a/three", "a/two"]]);
    assert_eq!(circles(&uses(files.into_iter().skip(1))), [[""; 0]; 0]);
}
