//! Two versions of a repository at one and the same path, in turn: a version in, its suite's folder there out.
//!
//! Where the sources lie goes into what compilers make of them: Cargo names symbols by it, and messages hold it. Two
//! versions that are built in one place differ in nothing but what was written. Git's object store in, files out; the
//! repository, its index and its working tree are left alone. It knows no build.

use std::fs;
use std::path::{Path, PathBuf};

use crate::driver::building::digest::Digest;
use crate::driver::building::folders::absolute;
use crate::driver::building::lock::{LOCK, Lock, lock};
use crate::driver::versions::revision::{REVISIONS, commit, git, not_there, suite_in, whereabouts};
use crate::model::Suite;

/// Below the folder of revisions: a folder for each repository.
const AT: &str = "at";

/// A suite at the one place; nobody puts another version there as long as this is held.
#[derive(Debug)]
pub(crate) struct Placed {
    pub(crate) suite: Suite,
    /// The folder that all versions of the repository are laid out in.
    pub(crate) root: PathBuf,
    _lock: Lock,
}

/// Lays a version out: a revision, or what the working tree holds today, with all that git would take up.
pub(crate) fn placed(
    suite: &Suite,
    revision: Option<&str>,
    cache: &Path,
    waits: &mut dyn FnMut(),
) -> Result<Placed, String> {
    let (top, below) = whereabouts(suite)?;
    let place = VersionFolder::of(&top, cache)?;
    let failed = |doing: &str, err: std::io::Error| format!("failed to {doing} in `{}`: {err}", place.folder.display());
    fs::create_dir_all(&place.objects).map_err(|err| failed("make a folder for a version", err))?;
    let held = lock(&place.folder.join(LOCK), waits).map_err(|err| failed("lock", err))?;
    let tree = match revision {
        Some(revision) => git(&top, &["rev-parse", &format!("{}^{{tree}}", commit(&top, revision)?)], &[])?,
        None => place.tree_of_today()?,
    };
    place.lay_out(&tree)?;
    let there = || not_there(suite, revision.unwrap_or("today"));
    let suite = suite_in(&place.files.join(below), suite).ok_or_else(there)?;
    Ok(Placed { suite, root: place.files, _lock: held })
}

/// The files of a repository that two of its versions do not have alike, below its top.
pub(crate) fn changed_files(suite: &Suite, revision: &str, cache: &Path) -> Result<Vec<PathBuf>, String> {
    let (top, _) = whereabouts(suite)?;
    let place = VersionFolder::of(&top, cache)?;
    fs::create_dir_all(&place.objects).map_err(|err| format!("failed to make a folder: {err}"))?;
    let _lock = lock(&place.folder.join(LOCK), &mut || {}).map_err(|err| format!("failed to lock: {err}"))?;
    let (before, today) = (commit(&top, revision)?, place.tree_of_today()?);
    let names = place.git(&["diff-tree", "-r", "-z", "--no-renames", "--name-only", &before, &today], &[])?;
    Ok(names.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect())
}

/// Where the versions of one repository are laid out.
struct VersionFolder {
    top: PathBuf,
    folder: PathBuf,
    files: PathBuf,
    /// What git knows of the files there.
    index: PathBuf,
    /// Takes up what is not committed yet, so that the repository's own store stays as it is.
    objects: PathBuf,
    /// The repository's own.
    alternates: PathBuf,
}

impl VersionFolder {
    fn of(top: &Path, cache: &Path) -> Result<VersionFolder, String> {
        let digest = Digest::default().value(top.as_os_str().as_encoded_bytes()).hex();
        let folder = absolute(cache)?.join(REVISIONS).join(AT).join(&digest[..12]);
        let alternates = git(top, &["rev-parse", "--git-path", "objects"], &[])?;
        Ok(VersionFolder {
            top: top.to_owned(),
            files: folder.join("files"),
            index: folder.join("index"),
            objects: folder.join("objects"),
            alternates: top.join(alternates),
            folder,
        })
    }

    /// Git with the store of its own, and without what a user's settings would have it start.
    fn git(&self, words: &[&str], env: &[(&str, &Path)]) -> Result<String, String> {
        let quiet = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.safecrlf=false"];
        let own = [("GIT_OBJECT_DIRECTORY", &*self.objects), ("GIT_ALTERNATE_OBJECT_DIRECTORIES", &*self.alternates)];
        git(&self.top, &[&quiet[..], words].concat(), &[&own[..], env].concat())
    }

    /// The working tree as git would commit it with everything in it: what it ignores is left out.
    fn tree_of_today(&self) -> Result<String, String> {
        let index = self.folder.join("index.today");
        let own = self.top.join(git(&self.top, &["rev-parse", "--git-path", "index"], &[])?);
        // What the user's index knows of unchanged files need not be read again. Git looks into a file that was written as
        // late as its index: a younger copy would have it take such a file for unchanged.
        let copied = fs::copy(&own, &index).and_then(|_| {
            let written = fs::metadata(&own)?.modified()?;
            fs::File::options().write(true).open(&index)?.set_modified(written)
        });
        let gone = || fs::remove_file(&index).or_else(|err| if index.exists() { Err(err) } else { Ok(()) });
        copied.or_else(|_| gone()).map_err(|err| format!("failed to write `{}`: {err}", index.display()))?;
        let env = [("GIT_INDEX_FILE", &*index)];
        self.unlocked(&index);
        self.git(&["add", "--all", "--", "."], &env)?;
        self.git(&["write-tree"], &env)
    }

    /// Changes only the files that are not the tree's already; those have a new time then, by which Cargo knows them.
    fn lay_out(&self, tree: &str) -> Result<(), String> {
        let entries = self.git(&["ls-tree", "-r", "-z", tree], &[])?;
        if let Some(module) = entries.split('\0').find(|entry| entry.starts_with("160000 ")) {
            let path = module.split('\t').nth(1).unwrap_or(module);
            return Err(format!("`{path}` is a repository of its own"));
        }
        let failed = |err: std::io::Error| format!("failed to make `{}`: {err}", self.files.display());
        fs::create_dir_all(&self.files).map_err(failed)?;
        let work = self.files.display().to_string();
        let laid = || {
            self.unlocked(&self.index);
            let words = ["--work-tree", &work, "read-tree", "--reset", "-u", tree];
            self.git(&words, &[("GIT_INDEX_FILE", &self.index)])
        };
        let anew = |_| {
            fs::remove_dir_all(&self.files).and_then(|()| fs::create_dir_all(&self.files)).map_err(failed)?;
            let _ = fs::remove_file(&self.index);
            laid()
        };
        laid().or_else(anew).map(drop).map_err(|why| format!("failed to lay out the tree {tree}: {why}"))
    }

    /// Whoever was killed left git's lock behind; ours keeps everybody else out.
    fn unlocked(&self, index: &Path) {
        let _ = fs::remove_file(
            index.with_file_name(format!("{}.lock", index.file_name().unwrap_or_default().to_string_lossy())),
        );
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    struct Repository {
        root: tempfile::TempDir,
        suite: Suite,
    }

    /// Two commits, and a tree that has changed since: `job.c` in each, one file gone, one new, one ignored.
    fn repository() -> Repository {
        let root = tempfile::tempdir().unwrap();
        let top = root.path().join("repository");
        let folder = top.join("suites/demo");
        fs::create_dir_all(&folder).unwrap();
        let git = |words: &[&str]| {
            let me = ["-c", "user.name=me", "-c", "user.email=me@example.org", "-c", "commit.gpgsign=false"];
            git(&top, &[&me[..], words].concat(), &[]).unwrap();
        };
        git(&["init", "--quiet"]);
        for text in ["one", "two"] {
            fs::write(folder.join("job.c"), text).unwrap();
            fs::write(folder.join("gone.c"), "gone").unwrap();
            fs::write(folder.join("same.c"), "same").unwrap();
            fs::write(top.join(".gitignore"), "*.o\n").unwrap();
            git(&["add", "."]);
            git(&["commit", "--quiet", "-m", text]);
        }
        fs::write(folder.join("job.c"), "three").unwrap();
        fs::write(folder.join("new.c"), "new").unwrap();
        fs::write(folder.join("job.o"), "made").unwrap();
        fs::remove_file(folder.join("gone.c")).unwrap();
        Repository { suite: Suite::new("demo", folder), root }
    }

    impl Repository {
        fn placed(&self, revision: Option<&str>) -> (PathBuf, BTreeMap<String, String>) {
            let placed = placed(&self.suite, revision, &self.root.path().join("cache"), &mut || {}).unwrap();
            let files = placed.suite.folder.read_dir().unwrap().map(|entry| entry.unwrap());
            let read = |file: fs::DirEntry| {
                (file.file_name().into_string().unwrap(), fs::read_to_string(file.path()).unwrap())
            };
            (placed.suite.folder.clone(), files.map(read).collect())
        }
    }

    fn names(files: &BTreeMap<String, String>) -> Vec<&str> {
        files.keys().map(String::as_str).collect()
    }

    #[test]
    fn versions_take_turns_in_one_folder() {
        let of = repository();
        let state = || git(&of.suite.folder, &["status", "--porcelain"], &[]).unwrap();
        let objects = || git(&of.suite.folder, &["count-objects"], &[]).unwrap();
        let before = (state(), objects());
        for _ in 0..2 {
            let (here, old) = of.placed(Some("HEAD~1"));
            assert_eq!((names(&old), old["job.c"].as_str()), (vec!["gone.c", "job.c", "same.c"], "one"));
            let same = here.join("same.c").metadata().unwrap().modified().unwrap();
            let (there, new) = of.placed(None);
            assert_eq!((names(&new), new["job.c"].as_str()), (vec!["job.c", "new.c", "same.c"], "three"));
            assert_eq!(here, there);
            // By its time Cargo would take it for changed.
            assert_eq!(here.join("same.c").metadata().unwrap().modified().unwrap(), same);
        }
        assert_eq!((state(), objects()), before);
        let changed = changed_files(&of.suite, "HEAD", &of.root.path().join("cache")).unwrap();
        let expected = ["gone.c", "job.c", "new.c"].map(|name| Path::new("suites/demo").join(name));
        assert_eq!(changed, expected);
    }

    /// The same length in the same second as the commit: git tells by the time of its index that it has to look.
    #[test]
    fn what_was_edited_right_after_a_commit_is_seen() {
        let of = repository();
        let me = ["-c", "user.name=me", "-c", "user.email=me@example.org", "-c", "commit.gpgsign=false"];
        for (then, now) in [("1111", "2222"), ("3333", "4444"), ("5555", "6666")] {
            let file = of.suite.folder.join("job.c");
            fs::write(&file, then).unwrap();
            git(&of.suite.folder, &[&me[..], &["commit", "--quiet", "-a", "-m", then]].concat(), &[]).unwrap();
            fs::write(&file, now).unwrap();
            assert_eq!(of.placed(None).1["job.c"], now);
        }
    }

    #[test]
    fn what_was_spoilt_or_left_half_way_is_laid_out_anew() {
        let of = repository();
        let (folder, _) = of.placed(None);
        fs::write(folder.join("job.c"), "spoilt, and longer").unwrap();
        fs::write(folder.join("../../../index.lock"), "").unwrap();
        assert_eq!(of.placed(None).1["job.c"], "three");
        fs::write(folder.join("../../../index"), "no index").unwrap();
        assert_eq!(of.placed(None).1["job.c"], "three");
        assert!(placed(&of.suite, Some("nowhere"), of.root.path(), &mut || {}).is_err());
    }
}
