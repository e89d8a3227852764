//! ARCHITECTURE.md is true: each file that it names is there, and has what is said to be in it.

use super::files;

const DOCUMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../ARCHITECTURE.md"));

/// Where files are looked for that have no path from the repository's root.
const SOURCES: &str = "crates/lab/src/";

#[test]
fn what_the_architecture_names_is_there() {
    let files = files();
    let named = named(DOCUMENT);
    assert!(named.len() > 80, "{} files are named: are they still written as code?", named.len());
    let faults: Vec<String> = named.iter().filter_map(|one| fault(&files, one)).collect();
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
    for at in (1..parts.len()).step_by(2).filter(|at| parts[*at].ends_with(".rs")) {
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

fn fault(files: &[(String, String)], named: &Named) -> Option<String> {
    let Named { path, item } = named;
    let is_it = |file: &str| file == path || file.strip_prefix(SOURCES) == Some(path);
    // A file alone, as in "`claim.rs`, `clause.rs`", is beside the one before; it has to be somewhere.
    let is_beside = |file: &str| !path.contains('/') && file.ends_with(&format!("/{path}"));
    let mut texts = files.iter().filter(|(file, _)| is_it(file) || is_beside(file)).map(|(_, text)| text).peekable();
    if texts.peek().is_none() {
        return Some(format!("ARCHITECTURE.md: `{path}` is no file of ours"));
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
    (!texts.any(is_defined)).then(|| format!("ARCHITECTURE.md: `{path}` has no `{item}`"))
}

#[test]
fn each_fault_is_seen() {
    let files = [("crates/lab/src/a/b.rs".to_owned(), "pub(crate) fn carry_out() {}\n".to_owned())];
    let faults = |text: &str| named(text).iter().filter_map(|one| fault(&files, one)).collect::<Vec<String>>();
    assert_eq!(faults("See `a/b.rs`: `carry_out`, and `b.rs`."), [""; 0]);
    assert_eq!(faults("See `a/b.rs`: `carry`."), ["ARCHITECTURE.md: `a/b.rs` has no `carry`"]);
    assert_eq!(
        faults("See `a/b.rs`: `carry_out`, `Gone::carry_on`."),
        ["ARCHITECTURE.md: `a/b.rs` has no `Gone::carry_on`"]
    );
    assert_eq!(faults("`a/c.rs`"), ["ARCHITECTURE.md: `a/c.rs` is no file of ours"]);
}
