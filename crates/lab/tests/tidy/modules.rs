//! Which file of Paragone uses which other: their texts in, the files that each one names out.
//!
//! A name that a table of contents hands on belongs to the file that has it. Tests are left out: they may use anything.

use std::collections::{BTreeMap, BTreeSet};

/// A module by the names on its way from the crate's root: `["judge", "answer", "claim"]`.
pub(crate) type Module = Vec<String>;

/// Which modules each module names.
pub(crate) type Uses = BTreeMap<Module, BTreeSet<Module>>;

struct Source {
    is_table: bool,
    code: String,
    /// Names that it hands on, with the module that they are from.
    handed_on: BTreeMap<String, Module>,
}

/// `files`: path below the crate's `src`, and text.
pub(crate) fn uses<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Uses {
    let sources: BTreeMap<Module, Source> = files.into_iter().map(|(path, text)| source(path, text)).collect();
    let mut uses = Uses::new();
    for (module, source) in sources.iter().filter(|(_, source)| !source.is_table) {
        let mut named: Vec<Module> =
            paths(&source.code).into_iter().filter_map(|path| absolute(module, &path)).collect();
        named.extend(named.clone().into_iter().flat_map(|table| by_way_of(&sources, &table, &source.code)));
        let found = named.into_iter().filter_map(|path| owner(&sources, &path)).filter(|other| other != module);
        let files = found.filter(|other| !sources[other].is_table);
        uses.insert(module.clone(), files.collect());
    }
    uses
}

/// After `use crate::room::table;`, what the code names as `table::item`.
fn by_way_of(sources: &BTreeMap<Module, Source>, table: &Module, code: &str) -> Vec<Module> {
    let Some(name) = table.last().filter(|_| sources.get(table).is_some_and(|source| source.is_table)) else {
        return Vec::new();
    };
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let before = |at: usize| code[..at].chars().next_back();
    let start = format!("{name}::");
    let named = code
        .match_indices(&start)
        .filter(|(at, _)| before(*at).is_none_or(|letter| !is_of_name(letter) && letter != ':'));
    let item = |(at, found): (usize, &str)| {
        code[at + found.len()..].split(|letter| !is_of_name(letter)).next().unwrap_or_default().to_owned()
    };
    named.map(item).map(|item| [table.clone(), vec![item]].concat()).collect()
}

fn source(path: &str, text: &str) -> (Module, Source) {
    let mut module: Module = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    let is_table = module.last().is_some_and(|last| last == "mod");
    if is_table {
        module.pop();
    }
    let code = without_tests_and_comments(text, is_table);
    let handed_on = if is_table { handed_on(&module, &code) } else { BTreeMap::new() };
    (module, Source { is_table, code, handed_on })
}

/// A table of contents names its test modules in its midst; in other files tests are last.
fn without_tests_and_comments(text: &str, is_table: bool) -> String {
    let tests = ["#[cfg(test)]", "#[cfg(all(test,"].iter().filter_map(|mark| text.find(mark)).min();
    let end = tests.filter(|_| !is_table).unwrap_or(text.len());
    let lines = text[..end].lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<&str>>().join("\n")
}

/// What `pub use way::Name;` and `pub use way::{Name, other};` hand on.
fn handed_on(module: &Module, code: &str) -> BTreeMap<String, Module> {
    let mut names = BTreeMap::new();
    for statement in code.split(';').filter(|statement| statement.trim_start().starts_with("pub")) {
        let Some((_, tree)) = statement.split_once(" use ") else { continue };
        for mut path in leaves(tree) {
            if !["crate", "self", "super"].contains(&path[0].as_str()) {
                path.insert(0, "self".to_owned());
            }
            let Some(mut way) = absolute(&[module.clone(), vec![String::new()]].concat(), &with_self(path)) else {
                continue;
            };
            if let Some(name) = way.pop() {
                names.insert(name, way);
            }
        }
    }
    names
}

/// A table lies in the folder that it is named after, so that its `self` is what its files call `super`.
fn with_self(mut path: Vec<String>) -> Vec<String> {
    match path[0].as_str() {
        "self" => path[0] = "super".to_owned(),
        "super" => path.insert(0, "super".to_owned()),
        _ => {}
    }
    path
}

/// Every path of the code that begins at the crate, or beside or above the file.
fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|before| before.is_alphanumeric() || "_:$".contains(before)) {
                continue;
            }
            found.extend(leaves(&code[at..]));
        }
    }
    found
}

/// The paths of `a::b::{c, d::e}`, or of `a::b` where no brace follows.
fn leaves(tree: &str) -> Vec<Vec<String>> {
    let is_of_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let tree = tree.trim_start();
    let end = tree.find(|letter| !is_of_path(letter)).unwrap_or(tree.len());
    let head: Vec<String> = tree[..end].split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
    if head.is_empty() {
        return Vec::new();
    }
    let inside =
        tree[end..].strip_prefix('{').filter(|_| tree[..end].ends_with("::")).and_then(|rest| rest.split('}').next());
    match inside {
        None => vec![head],
        Some(inside) => inside.split(',').flat_map(leaves).map(|leaf| [head.clone(), leaf].concat()).collect(),
    }
}

/// The path from the crate's root; nothing, where it leads out of it.
fn absolute(module: &Module, path: &[String]) -> Option<Module> {
    let mut base = module.clone();
    let mut rest = path;
    while let Some((first, after)) = rest.split_first() {
        match first.as_str() {
            "crate" => base.clear(),
            "self" => {}
            "super" => {
                base.pop()?;
            }
            _ => break,
        }
        rest = after;
    }
    Some([base, rest.to_vec()].concat())
}

/// The module that has what a path names.
fn owner(sources: &BTreeMap<Module, Source>, path: &[String]) -> Option<Module> {
    let length = (1..=path.len()).rev().find(|length| sources.contains_key(&path[..*length]))?;
    let module = path[..length].to_vec();
    let from = path.get(length).and_then(|name| sources[&module].handed_on.get(name).map(|way| (name, way)));
    match from {
        Some((name, way)) if *way != module => owner(sources, &[way.clone(), vec![name.clone()]].concat()),
        _ => Some(module),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(files: &[(&str, &str)]) -> Vec<String> {
        let line = |(from, to): (&Module, &BTreeSet<Module>)| {
            let to: Vec<String> = to.iter().map(|module| module.join("/")).collect();
            format!("{}: {}", from.join("/"), to.join(" "))
        };
        uses(files.iter().copied()).iter().map(line).collect()
    }

    #[test]
    fn a_name_belongs_to_the_file_that_has_it() {
        let files = [
            (
                "a/mod.rs",
                "//! A.\nmod one;\nmod two;\nmod deep;\npub use one::One;\npub(crate) use deep::{Three, four};\n",
            ),
            ("a/one.rs", "//! One, not crate::a::two.\nuse super::two::Two;\nfn f() { super::deep::inner::four() }\n"),
            ("a/two.rs", "use crate::a::One;\n#[cfg(test)]\nuse crate::a::deep::inner::Five;\n"),
            ("a/deep/mod.rs", "mod inner;\npub use inner::{Three, four};\n"),
            ("a/deep/inner.rs", "use crate::a::two::{Two, more};\nuse super::super::one::One;\n"),
            ("b/mod.rs", "mod last;\n"),
            ("b/last.rs", "use crate::a::{One, four};\nuse std::fs;\nuse serde::crate_of::X;\n"),
            ("b/way.rs", "use crate::a::deep;\nfn f() { deep::four(); too_deep::five() }\n"),
        ];
        assert_eq!(
            named(&files),
            [
                "a/deep/inner: a/one a/two",
                "a/one: a/deep/inner a/two",
                "a/two: a/one",
                "b/last: a/deep/inner a/one",
                "b/way: a/deep/inner"
            ]
        );
    }
}
