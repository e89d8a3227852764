//! The order of the house, read from its source.
//!
//! In: every Rust file of the workspace; out: all faults at once. A room uses only rooms before it, so
//! that data flow one way; the other rules keep a file something that is read in one sitting.

mod architecture;
mod circles;
mod modules;

use std::fs;
use std::path::{Path, PathBuf};

/// In the order in which the data pass through them.
const ROOMS: [&str; 14] = [
    "model",
    "words",
    "suite",
    "plan",
    "foreign",
    "driver",
    "meter",
    "environment",
    "measure",
    "store",
    "judge",
    "report",
    "serve",
    "cli",
];

/// What is shown is read from the store, so that old runs can be judged anew where nothing can be built.
const SHOWS: [&str; 4] = ["store", "judge", "report", "serve"];
const MAKES_SAMPLES: [&str; 7] = ["suite", "plan", "driver", "meter", "environment", "measure", "foreign"];

/// Names that say nothing of what is inside, so that anything may be put there.
const EMPTY_NAMES: [&str; 11] =
    ["util", "utils", "helper", "helpers", "shared", "common", "misc", "manager", "extension", "extensions", "errors"];

const MOST_LINES: usize = 400;

/// Files of a room that lie in none of its folders, beside its table of contents.
const MOST_LOOSE: usize = 15;

/// Longer files, and why each is one.
const LONGER: [(&str, &str); 1] = [("sdk/rust/src/lib.rs", "an SDK is one file, so that a suite can carry it along")];

#[test]
fn the_house_is_in_order() {
    let files = files();
    let mut faults: Vec<String> = files.iter().flat_map(|(path, text)| faults_of(path, text)).collect();
    for (path, _) in LONGER {
        if !files.iter().any(|(file, text)| file == path && text.lines().count() > MOST_LINES) {
            faults.push(format!("{path}: listed as a long file, and it is not: take it off the list"));
        }
    }
    let lib = &files.iter().find(|(path, _)| path == "crates/lab/src/lib.rs").expect("Paragone has a lib.rs").1;
    faults.extend(order_of_modules(lib));
    faults.extend(ROOMS.iter().filter_map(|room| too_many_loose(room, files.iter().map(|(path, _)| path.as_str()))));
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

fn order_of_modules(lib: &str) -> Option<String> {
    let named: Vec<&str> = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let right: Vec<&str> = ROOMS.into_iter().filter(|room| named.contains(room)).collect();
    (named != right)
        .then(|| format!("crates/lab/src/lib.rs: the rooms are {named:?}, and the data's order is {right:?}"))
}

fn too_many_loose<'a>(room: &str, files: impl Iterator<Item = &'a str>) -> Option<String> {
    let inside = format!("crates/lab/src/{room}/");
    let loose =
        files.filter_map(|path| path.strip_prefix(&inside)).filter(|file| !file.contains('/') && *file != "mod.rs");
    let count = loose.count();
    (count > MOST_LOOSE).then(|| {
        format!("crates/lab/src/{room}: {count} loose files, and {MOST_LOOSE} is the most: give those of one subject a folder")
    })
}

fn faults_of(path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if let Some(below) = path.strip_prefix("crates/lab/src/") {
        faults.extend(uses(below, text));
    }
    if !text.starts_with("//! ") {
        faults.push("no header that says what comes in, what goes out and what it must not know".to_owned());
    }
    if text.contains(&["use crate::", "{"].concat()) {
        faults.push("one `use crate::room::…` for each line, so that the order of rooms can be read".to_owned());
    }
    faults.extend(
        named_twice(text)
            .into_iter()
            .map(|module| format!("one `use {module}::{{…}}`, in place of two of that module")),
    );
    let tests_begin = ["#[cfg(test)]", "#[cfg(all(test,"].iter().filter_map(|mark| text.find(mark)).min();
    let outside_tests = &text[..tests_begin.unwrap_or(text.len())];
    if outside_tests.contains("use super::*") && !path.contains("/tests/") {
        faults.push("imports are named: no `use super::*` outside tests".to_owned());
    }
    let name = Path::new(path).file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    if EMPTY_NAMES.contains(&name) {
        faults.push(format!("`{name}` does not say what is inside"));
    }
    if name == "mod" {
        let logic = text.lines().find(|line| {
            ["fn ", "impl", "struct ", "enum "].iter().any(|start| line.trim_start_matches("pub ").starts_with(start))
        });
        faults.extend(logic.map(|line| format!("a table of contents holds no logic: `{line}`")));
    }
    let lines = text.lines().count();
    if lines > MOST_LINES && !LONGER.iter().any(|(long, _)| *long == path) {
        faults.push(format!("{lines} lines, and {MOST_LINES} is the most: split it, or list it here with the reason"));
    }
    faults.into_iter().map(|fault| format!("{path}: {fault}")).collect()
}

/// Modules that two imports in a row take from, where one would do: where neither has a condition of its own. Of the
/// crate itself each room has its own.
fn named_twice(text: &str) -> Vec<String> {
    let module = |line: &String| -> Option<String> {
        let path = line.trim_start().strip_prefix("use ")?;
        let end = path.find("::{").or_else(|| path.rfind("::"))?;
        (path.ends_with(';') && !path.contains(" as ") && path[..end] != *"crate").then(|| path[..end].to_owned())
    };
    // An import that is written over several lines is one.
    let mut lines: Vec<String> = vec![String::new()];
    for line in text.lines() {
        match lines.last_mut().filter(|last| last.trim_start().starts_with("use ") && !last.ends_with(';')) {
            Some(last) => last.push_str(line.trim()),
            None => lines.push(line.to_owned()),
        }
    }
    let mut found: Vec<String> = lines
        .windows(3)
        .filter(|three| !three[0].trim_start().starts_with("#["))
        .filter_map(|three| module(&three[1]).filter(|one| module(&three[2]).as_ref() == Some(one)))
        .collect();
    found.dedup();
    found
}

/// Rooms that this file uses and may not.
fn uses(below: &str, text: &str) -> Vec<String> {
    let Some((room, _)) = below.split_once('/') else { return Vec::new() };
    let Some(place) = ROOMS.iter().position(|known| *known == room) else {
        return vec![format!("`{room}` has no place in the order of rooms")];
    };
    let apart = MAKES_SAMPLES.iter().filter(|_| SHOWS.contains(&room));
    let barred = ROOMS[place + 1..].iter().chain(apart);
    let mut faults: Vec<String> =
        barred.filter(|other| names_room(text, other)).map(|other| format!("`{room}` may not use `{other}`")).collect();
    if room == "model" && (text.contains("paragone_wire") || text.contains("paragone_stats")) {
        faults.push("`model` uses nothing of ours".to_owned());
    }
    faults
}

/// Whether the code names `crate::room`; prose may speak of any room.
fn names_room(text: &str, room: &str) -> bool {
    let name = format!("crate::{room}");
    let code = text.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
    code.flat_map(|line| line.split(name.as_str()).skip(1))
        .any(|after| !after.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
}

/// Every Rust file of the crates and the Rust SDK, as path below the repository and text.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders: Vec<PathBuf> = vec![root.join("crates"), root.join("sdk/rust")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|err| panic!("failed to read `{}`: {err}", folder.display()));
        for entry in entries {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path)
                    .unwrap_or_else(|err| panic!("failed to read `{}`: {err}", path.display()));
                files.push((path.strip_prefix(&root).expect("it is below").display().to_string(), text));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn each_fault_is_seen() {
    let seen = |path: &str, text: &str, words: &str| {
        let faults = faults_of(path, text);
        assert!(faults.len() == 1 && faults[0].contains(words), "{path}: {faults:?}");
    };
    seen("crates/lab/src/plan/a.rs", "//! A.\nuse crate::judge::B;\n", "`plan` may not use `judge`");
    seen("crates/lab/src/report/a.rs", "//! A.\nfn a() { crate::suite::read() }\n", "`report` may not use `suite`");
    seen("crates/lab/src/kitchen/a.rs", "//! A.\n", "no place");
    seen("crates/lab/src/model/a.rs", "//! A.\nuse paragone_stats::B;\n", "nothing of ours");
    seen("crates/wire/src/a.rs", "use b::C;\n", "no header");
    seen("crates/wire/src/a.rs", &["//! A.\nuse crate::", "{b, c};\n"].concat(), "one `use");
    seen("crates/wire/src/a.rs", "//! A.\nuse super::*;\n", "imports are named");
    seen("crates/wire/src/a.rs", "//! A.\nuse b::c::D;\nuse b::c::{E, F};\n", "one `use b::c::{…}`");
    seen("crates/wire/src/a.rs", "//! A.\nuse b::c::{\n    D,\n};\nuse b::c::E;\n", "one `use b::c::{…}`");
    seen("crates/wire/src/common.rs", "//! A.\n", "does not say");
    seen("crates/lab/src/plan/mod.rs", "//! A.\npub fn a() {}\n", "no logic");
    seen("crates/wire/src/a.rs", &"//! A.\n".repeat(401), "401 lines");
    let right = "//! Where crate::judge looks.\nuse crate::model::A;\nuse crate::plan_of::B;\n\
                 use crate::plan_of::b::C;\n#[cfg(test)]\nuse super::*;\n";
    assert_eq!(faults_of("crates/lab/src/plan/a.rs", right), [""; 0]);
    let many: Vec<String> = (0..20).map(|number| format!("crates/lab/src/plan/a{number}.rs")).collect();
    assert!(too_many_loose("plan", many.iter().map(String::as_str)).is_some_and(|fault| fault.contains("20 loose")));
    assert_eq!(too_many_loose("plan", many.iter().take(15).map(String::as_str)), None);
    assert!(order_of_modules("pub mod model;\npub mod plan;\n").is_none());
    assert!(order_of_modules("pub mod plan;\npub mod model;\n").is_some());
}
