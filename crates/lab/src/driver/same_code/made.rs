//! What two builds left in their folders, and files as a runtime reads them: by what they mean where that is known, by
//! their bytes where it is not.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::driver::same_code::classes::without_places;
use crate::driver::same_code::parsed::Parser;

/// Of Paragone, and of a runtime that keeps what it has compiled.
const NO_PART: [&str; 6] = ["lock", "stamp.json", "stamp.draft", "build.log", "bytecode", "__pycache__"];

/// Whether two folders that builds wrote hold the same program; an error says why not. `parser`: the driver's own
/// runtime, where that can be asked.
pub(super) fn alike(folders: [&Path; 2], parser: Option<&Parser>) -> Result<(), String> {
    let [before, today] = folders.map(|folder| below(folder, Path::new("")));
    let (before, today) = (before?, today?);
    if let Some(path) = before.symmetric_difference(&today).next() {
        return Err(format!("one of its builds alone has `{}`", path.display()));
    }
    are_read_alike(parser, folders, &before.into_iter().collect::<Vec<PathBuf>>())
}

fn below(folder: &Path, path: &Path) -> Result<BTreeSet<PathBuf>, String> {
    let mut found = BTreeSet::new();
    let unread = |err: std::io::Error| format!("failed to read `{}`: {err}", folder.join(path).display());
    for entry in fs::read_dir(folder.join(path)).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        let own = path.join(entry.file_name());
        if NO_PART.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        match entry.file_type().map_err(unread)?.is_dir() {
            true => found.extend(below(folder, &own)?),
            false => drop(found.insert(own)),
        }
    }
    Ok(found)
}

/// A text without what tells where it lies; nothing of what is no text.
fn placed(bytes: &[u8], folder: &Path) -> Option<String> {
    Some(std::str::from_utf8(bytes).ok()?.replace(&folder.display().to_string(), "{out}"))
}

/// Whether files mean the same in both folders; an error names the first that does not.
pub(super) fn are_read_alike(parser: Option<&Parser>, folders: [&Path; 2], files: &[PathBuf]) -> Result<(), String> {
    let mut to_parse = Vec::new();
    for path in files {
        let pair = folders.map(|folder| folder.join(path));
        let [before, today] = [0, 1].map(|side| fs::read(&pair[side]));
        let (Ok(before), Ok(today)) = (before, today) else {
            return Err(format!("one version alone has `{}`", path.display()));
        };
        if before == today || placed(&before, folders[0]).is_some_and(|text| Some(text) == placed(&today, folders[1])) {
            continue;
        }
        let is_class = path.extension().is_some_and(|own| own == "class");
        let same_class = || without_places(&before).is_some_and(|kept| Some(kept) == without_places(&today));
        if parser.is_some_and(|parser| parser.reads(path)) {
            to_parse.push((path.clone(), pair));
        } else if !(is_class && same_class()) {
            return Err(format!("`{}` changed", path.display()));
        }
    }
    match parser {
        Some(parser) if !to_parse.is_empty() => parser.alike(&to_parse),
        _ => Ok(()),
    }
}
