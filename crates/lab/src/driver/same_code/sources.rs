//! Which files of a repository two versions do not have alike, and whether a program can be touched by that.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::driver::same_code::made::are_read_alike;
use crate::driver::same_code::parsed::Parser;
use crate::driver::versions::one_place::changed_files;
use crate::driver::versions::revision::{git, suite_at, whereabouts};
use crate::model::{DriverSpec, Suite};

/// Sources that are compiled before anything runs, and text for people: no program of another language reads them.
const READ_BY_NOBODY: [&str; 6] = ["rs", "go", "java", "swift", "cs", "md"];

/// What only compilers and their tools read, beside sources.
const OF_BUILDS: [&str; 11] = ["c", "h", "cc", "cpp", "hpp", "toml", "lock", "mod", "sum", "yml", "yaml"];

/// What a program may load that git ignores, so that no revision has it.
const LOADED: [&str; 4] = ["py", "so", "pyd", "pth"];

/// Folders in which that is usual, and no part of a program.
const APART: [&str; 5] = ["target", "node_modules", ".venv", "venv", "__pycache__"];

/// Folders of what programs read, whatever its language.
const OF_DATA: [&str; 6] = ["data", "testdata", "fixtures", "samples", "resources", "corpus"];

/// Whose two versions are compared, and where they are found.
#[derive(Clone, Copy, Debug)]
pub struct BothVersions<'a> {
    pub suite: &'a Suite,
    pub spec: &'a DriverSpec,
    /// Of the earlier one.
    pub commit: &'a str,
    pub cache: &'a Path,
}

/// The folders of the earlier version and of today's, where those run that are not built.
pub(super) fn roots(of: BothVersions<'_>) -> Result<[PathBuf; 2], String> {
    let (top, below) = whereabouts(of.suite)?;
    let depth = below.components().count();
    // Above the suite's folder, and without what ends with a slash.
    let above = |folder: &Path| folder.ancestors().nth(depth).map(|path| path.components().collect::<PathBuf>());
    let before = suite_at(of.suite, of.commit, of.cache)?.folder;
    // The suite's folder as it was named, which may be a link.
    let own =
        std::path::absolute(&of.suite.folder).map_err(|err| format!("failed to find the suite's folder: {err}"))?;
    let today = if own.ends_with(&below) { above(&own) } else { None };
    Ok([above(&before).unwrap_or(before), today.unwrap_or(top)])
}

/// What is compiled, and loaded by its name.
const COMPILED: [&str; 2] = ["so", "pyd"];

/// Folders of what is packed or installed, and no part of a project.
const PACKED: [&str; 6] = ["build", "dist", "env", "ENV", "site-packages", "lib-dynload"];

/// A compiled library that lies in the working tree of a suite's repository and that git ignores, so that no revision
/// has it.
pub fn ignored_and_loaded(suite: &Suite) -> Result<Option<PathBuf>, String> {
    let (top, _) = whereabouts(suite)?;
    let is_packed = |part: &OsStr| {
        let name = part.to_string_lossy();
        let is_named = APART.contains(&&*name) || PACKED.contains(&&*name);
        is_named || name.starts_with('.') || name.starts_with("cmake-build")
    };
    first_ignored(&top, |path| ends_with_one_of(path, &COMPILED) && !path.iter().any(is_packed))
}

/// The first such file below a folder of those that git ignores.
fn first_ignored(folder: &Path, is_meant: impl Fn(&Path) -> bool) -> Result<Option<PathBuf>, String> {
    let ignored = git(folder, &["ls-files", "-z", "--others", "--ignored", "--exclude-standard"], &[])?;
    Ok(ignored.split('\0').map(Path::new).find(|path| is_meant(path)).map(Path::to_owned))
}

/// Files that differ, and where both versions lie.
pub(super) struct Changed {
    files: Vec<PathBuf>,
    /// What the suite says that drivers in other languages are made of.
    others: Vec<PathBuf>,
    roots: [PathBuf; 2],
}

impl Changed {
    pub(super) fn of(of: BothVersions<'_>) -> Result<Changed, String> {
        let roots = roots(of)?;
        let is_apart = |part: &OsStr| APART.iter().any(|apart| part == OsStr::new(apart));
        let may_be_loaded = |path: &Path| ends_with_one_of(path, &LOADED) && !path.iter().any(is_apart);
        if let Some(path) = first_ignored(&roots[1], may_be_loaded)? {
            return Err(format!("git ignores `{}`, so that nobody knows whether it changed", path.display()));
        }
        let (_, below) = whereabouts(of.suite)?;
        let others = of.suite.drivers.iter().filter(|spec| spec.language != of.spec.language);
        let others = others.flat_map(|spec| &spec.sources).map(|path| below.join(path)).collect();
        Ok(Changed { files: changed_files(of.suite, of.commit, of.cache)?, others, roots })
    }

    /// Whether a program that reads its sources as it runs finds the same in them.
    /// `reads_any`: a benchmark of a harness may read any file, and sources as data.
    pub(super) fn are_read_alike(&self, parser: Option<&Parser>, reads_any: bool) -> Result<(), String> {
        let is_data = |path: &&PathBuf| path.iter().any(|part| OF_DATA.iter().any(|name| part == OsStr::new(name)));
        if let Some(path) = self.files.iter().find(|path| reads_any && is_data(path)) {
            return Err(format!("`{}` changed, which it may read", path.display()));
        }
        let is_apart = |path: &PathBuf| ends_with_one_of(path, &READ_BY_NOBODY) || self.others.contains(path);
        let read = self.files.iter().filter(|path| reads_any || !is_apart(path));
        are_read_alike(parser, [&self.roots[0], &self.roots[1]], &read.cloned().collect::<Vec<PathBuf>>())
    }

    /// The first file that changed and is neither a source nor a setting of those who build.
    pub(super) fn may_be_read(&self) -> Option<PathBuf> {
        let is_of_builds = |path: &PathBuf| {
            let is_hidden = path.iter().any(|part| part.to_string_lossy().starts_with('.'));
            is_hidden || ends_with_one_of(path, &READ_BY_NOBODY) || ends_with_one_of(path, &OF_BUILDS)
        };
        self.files.iter().find(|path| !is_of_builds(path)).cloned()
    }

    /// Whether nothing changed that a driver may be made of. Its sources are named, or nobody knows what it is made of.
    pub(super) fn are_none_of(&self, spec: &DriverSpec) -> bool {
        let own: BTreeSet<&OsStr> = spec.sources.iter().filter_map(|path| path.extension()).collect();
        let is_apart = |path: &PathBuf| {
            ends_with_one_of(path, &READ_BY_NOBODY) && !path.extension().is_some_and(|end| own.contains(end))
        };
        spec.manifest.is_none() && self.files.iter().all(is_apart)
    }
}

fn ends_with_one_of(path: &Path, ends: &[&str]) -> bool {
    path.extension().is_some_and(|end| ends.iter().any(|one| end == OsStr::new(one)))
}
