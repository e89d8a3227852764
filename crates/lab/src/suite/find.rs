//! Where the suites are: the folder that was named, or the first found around us.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::suite::read::SUITE_FILE;

/// A folder of suites, or one suite alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSuites {
    /// The folder that holds the suites' folders, and perhaps a toolchains.toml.
    pub folder: PathBuf,
    /// The suites' folders, by name.
    pub suites: Vec<PathBuf>,
}

/// Looks in the folder that was named, else in the one that PARAGONE_SUITES names, else around the
/// current folder and around the program.
pub fn find_suites(named: Option<&Path>) -> Result<FoundSuites, String> {
    let variable = std::env::var_os("PARAGONE_SUITES").filter(|value| !value.is_empty()).map(PathBuf::from);
    match (named, variable) {
        (Some(folder), _) => in_folder(folder).ok_or_else(|| nothing_in(folder, "--suites")),
        (None, Some(folder)) => in_folder(&folder).ok_or_else(|| nothing_in(&folder, "PARAGONE_SUITES")),
        (None, None) => {
            let current = std::env::current_dir().map_err(|err| format!("failed to find the current folder: {err}"))?;
            around(&current, std::env::current_exe().ok().as_deref())
        }
    }
}

/// Whether somebody said where they are; else they are looked for.
pub fn suites_are_named(named: Option<&Path>) -> bool {
    named.is_some() || std::env::var_os("PARAGONE_SUITES").is_some_and(|value| !value.is_empty())
}

/// The suites that come with the program, whatever was named.
pub fn suites_beside_program() -> Option<FoundSuites> {
    let program = std::env::current_exe().ok()?;
    program.ancestors().skip(1).find_map(|folder| in_folder(&folder.join("suites")))
}

fn nothing_in(folder: &Path, who: &str) -> String {
    format!(
        "found no suite in `{}`, which {who} names: neither it nor a folder in it holds a {SUITE_FILE}; \
         name a folder of suites or a suite's own folder",
        folder.display()
    )
}

fn around(current: &Path, program: Option<&Path>) -> Result<FoundSuites, String> {
    if let Some(found) = current.ancestors().find_map(alone) {
        return Ok(found);
    }
    let around_program = program.iter().flat_map(|program| program.ancestors().skip(1));
    let mut looked: Vec<PathBuf> =
        current.ancestors().chain(around_program).map(|folder| folder.join("suites")).collect();
    let mut seen = BTreeSet::new();
    looked.retain(|folder| seen.insert(folder.clone()));
    if let Some(found) = looked.iter().find_map(|folder| in_folder(folder)) {
        return Ok(found);
    }
    let places: Vec<String> = looked.iter().map(|folder| format!("  {}", folder.display())).collect();
    Err(format!(
        "found no suites; looked for folders that hold a {SUITE_FILE} in\n{}\nname the folder with --suites DIR or PARAGONE_SUITES",
        places.join("\n")
    ))
}

/// A folder of suites, or a suite itself; `None` where it is neither.
fn in_folder(folder: &Path) -> Option<FoundSuites> {
    alone(folder).or_else(|| {
        let entries = std::fs::read_dir(folder).ok()?;
        let mut suites: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_suite(path)).collect();
        suites.sort();
        (!suites.is_empty()).then(|| FoundSuites { folder: folder.to_owned(), suites })
    })
}

fn alone(folder: &Path) -> Option<FoundSuites> {
    is_suite(folder).then(|| {
        // `.` has no parent by its name alone.
        let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        FoundSuites { folder: whole.parent().unwrap_or(&whole).to_owned(), suites: vec![folder.to_owned()] }
    })
}

fn is_suite(folder: &Path) -> bool {
    folder.join(SUITE_FILE).is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for suite in ["suites/b", "suites/a", "bin/lone"] {
            std::fs::create_dir_all(root.path().join(suite)).unwrap();
            std::fs::write(root.path().join(suite).join(SUITE_FILE), "").unwrap();
        }
        std::fs::create_dir_all(root.path().join("suites/not-a-suite")).unwrap();
        root
    }

    #[test]
    fn a_folder_of_suites_and_a_suite_alone() {
        let root = tree();
        let path = |text: &str| root.path().join(text);
        let both = FoundSuites { folder: path("suites"), suites: vec![path("suites/a"), path("suites/b")] };
        assert_eq!(find_suites(Some(&path("suites"))), Ok(both.clone()));
        let lone = FoundSuites { folder: path("bin"), suites: vec![path("bin/lone")] };
        assert_eq!(find_suites(Some(&path("bin/lone"))), Ok(lone));
        assert_eq!(around(root.path(), None), Ok(both.clone()));
        assert_eq!(around(&path("suites/not-a-suite"), None), Ok(both.clone()));
        assert_eq!(around(&path("suites/a"), None).unwrap().suites, [path("suites/a")]);
        let elsewhere = tempfile::tempdir().unwrap();
        assert_eq!(around(elsewhere.path(), Some(&path("target/release/paragone"))), Ok(both));
    }

    #[test]
    fn every_place_is_named_where_nothing_is_found() {
        let empty = tempfile::tempdir().unwrap();
        let fault = around(empty.path(), Some(Path::new("/nowhere/bin/paragone"))).unwrap_err();
        for place in [&*empty.path().join("suites").display().to_string(), "/nowhere/bin/suites", "/nowhere/suites"] {
            assert!(fault.contains(&format!("  {place}\n")), "{fault}");
        }
        assert!(fault.contains("--suites DIR or PARAGONE_SUITES"));
        assert_eq!(fault.matches("  /suites\n").count(), 1, "{fault}");
        assert!(find_suites(Some(empty.path())).unwrap_err().contains("which --suites names"));
    }
}
