//! ARCHITECTURE.md and the other documents are true: each file that they name is there, and has what is said to be in it.

use std::fs;
use std::path::{Path, PathBuf};

use super::files;

/// Where files are looked for that have no path from the repository's root.
const SOURCES: &str = "crates/lab/src/";

/// What a recipe says of files that are to be made.
const TO_BE_MADE: &str = "NAME.rs";

#[test]
fn what_the_documents_name_is_there() {
    let (root, files) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), files());
    let of_all = ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/method.md"];
    let mut documents: Vec<PathBuf> = of_all.map(|name| root.join(name)).into();
    let decisions = fs::read_dir(root.join("docs/decisions")).expect("the folder can be read");
    documents.extend(decisions.flatten().map(|entry| entry.path()));
    let mut faults = Vec::new();
    for document in documents {
        let text = fs::read_to_string(&document).expect("the document can be read");
        let (name, named) = (document.strip_prefix(&root).expect("it is below").display().to_string(), named(&text));
        let least = if name == "ARCHITECTURE.md" { 80 } else { 0 };
        assert!(named.len() >= least, "{name}: {} files are named: are they still written as code?", named.len());
        // Neither what a recipe makes nor a suite's own file, which is no part of what was read.
        let is_ours = |one: &&Named| !one.path.ends_with(TO_BE_MADE) && !one.path.starts_with("suites/");
        let named = named.iter().filter(is_ours);
        faults.extend(named.filter_map(|one| fault(&files, &name, one)));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// A file, and a name that is said to be in it.
#[derive(Debug, PartialEq)]
struct Named {
    path: String,
    item: Option<String>,
}

/// Every `path.rs` in backticks, with the name in backticks that follows it after a colon.
fn named(document: &str) -> Vec<Named> {
    let parts: Vec<&str> = document.split('`').collect();
    let mut found = Vec::new();
    for at in (1..parts.len()).step_by(2).filter(|at| parts[*at].len() > 3 && parts[*at].ends_with(".rs")) {
        let path = parts[at].to_owned();
        let mut items = Vec::new();
        let mut next = at + 1;
        // "`file.rs`: `one`, `two`": all of them are in the file.
        while next + 1 < parts.len() && parts[next].trim() == if items.is_empty() { ":" } else { "," } {
            if parts[next + 1].contains(['/', '.']) {
                break;
            }
            items.push(parts[next + 1].to_owned());
            next += 2;
        }
        if items.is_empty() {
            found.push(Named { path, item: None });
        } else {
            found.extend(items.into_iter().map(|item| Named { path: path.clone(), item: Some(item) }));
        }
    }
    found
}

fn fault(files: &[(String, String)], document: &str, named: &Named) -> Option<String> {
    let Named { path, item } = named;
    let is_it = |file: &str| file == path || file.strip_prefix(SOURCES) == Some(path);
    // A file alone, as in "`claim.rs`, `clause.rs`", is beside the one before; it has to be somewhere.
    let is_beside = |file: &str| !path.contains('/') && file.ends_with(&format!("/{path}"));
    let mut texts = files.iter().filter(|(file, _)| is_it(file) || is_beside(file)).map(|(_, text)| text).peekable();
    if texts.peek().is_none() {
        return Some(format!("{document}: `{path}` is no file of ours"));
    }
    let item = item.as_ref()?;
    let name = item.rsplit("::").next().unwrap_or(item);
    let kinds = ["fn ", "struct ", "enum ", "trait ", "const ", "static ", "type ", "mod "];
    let is_defined = |text: &String| {
        kinds.iter().map(|kind| format!("{kind}{name}")).any(|defined| {
            let mut after = text.match_indices(&defined).map(|(at, found)| &text[at + found.len()..]);
            after.any(|after| !after.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
        })
    };
    (!texts.any(is_defined)).then(|| format!("{document}: `{path}` has no `{item}`"))
}

#[test]
fn each_fault_is_seen() {
    let files = [("crates/lab/src/a/b.rs".to_owned(), "pub(crate) fn carry_out() {}\n".to_owned())];
    let faults = |text: &str| {
        named(text).iter().filter_map(|one| fault(&files, "ARCHITECTURE.md", one)).collect::<Vec<String>>()
    };
    assert_eq!(faults("See `a/b.rs`: `carry_out`, and `b.rs`."), [""; 0]);
    assert_eq!(faults("See `a/b.rs`: `carry`."), ["ARCHITECTURE.md: `a/b.rs` has no `carry`"]);
    assert_eq!(
        faults("See `a/b.rs`: `carry_out`, `Gone::carry_on`."),
        ["ARCHITECTURE.md: `a/b.rs` has no `Gone::carry_on`"]
    );
    assert_eq!(faults("`a/c.rs`"), ["ARCHITECTURE.md: `a/c.rs` is no file of ours"]);
}
