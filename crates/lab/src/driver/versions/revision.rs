//! An earlier revision of the repository that a suite lies in, laid out in the cache as a folder of its own: git's
//! object store in, files out. The repository itself, its index and its working tree are left alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::driver::building::folders::absolute;
use crate::driver::building::lock::{LOCK, lock};
use crate::model::Suite;

pub(crate) const REVISIONS: &str = "revisions";

/// Left in a folder that is whole: a checkout may be killed half-way.
const WHOLE: &str = "whole";

/// The full name of the commit that a revision is of, in the repository of a suite.
pub fn commit(folder: &Path, revision: &str) -> Result<String, String> {
    let asked = format!("{revision}^{{commit}}");
    let words = ["rev-parse", "--verify", "--quiet", "--end-of-options", &asked];
    git(folder, &words, &[]).map_err(|why| {
        let hint = "name a branch, a tag or a commit that `git log` shows";
        format!("there is no revision `{revision}` of `{}`: {why}; {hint}", folder.display())
    })
}

/// The suite as it was at a revision, its files below `<cache>/revisions`; its definition stays today's.
pub fn suite_at(suite: &Suite, revision: &str, cache: &Path) -> Result<Suite, String> {
    let commit = commit(&suite.folder, revision)?;
    let (top, below) = whereabouts(suite)?;
    let tree = tree(&top, &commit, cache)?;
    suite_in(&tree.join(below), suite).ok_or_else(|| not_there(suite, revision))
}

/// A suite whose folder is another, where that is one.
pub(crate) fn suite_in(folder: &Path, suite: &Suite) -> Option<Suite> {
    // Without a slash at its end, which it has where the suite lies at the top.
    folder.is_dir().then(|| Suite { folder: folder.components().collect(), ..suite.clone() })
}

pub(crate) fn not_there(suite: &Suite, revision: &str) -> String {
    format!("the suite `{}` was not there at revision `{revision}`", suite.name)
}

/// The working tree that a suite lies in, and the suite's folder below it.
pub(crate) fn whereabouts(suite: &Suite) -> Result<(PathBuf, PathBuf), String> {
    let top = PathBuf::from(git(&suite.folder, &["rev-parse", "--show-toplevel"], &[])?);
    let here = fs::canonicalize(&suite.folder).map_err(|err| format!("failed to find the suite's folder: {err}"))?;
    let below = here.strip_prefix(&top).map_err(|_| {
        format!("the suite's folder `{}` is not in the working tree `{}`", here.display(), top.display())
    })?;
    let below = below.to_owned();
    Ok((top, below))
}

/// The whole repository at a commit.
fn tree(top: &Path, commit: &str, cache: &Path) -> Result<PathBuf, String> {
    let place = absolute(cache)?.join(REVISIONS).join(commit);
    let failed = |doing: &str, err: std::io::Error| format!("failed to {doing} in `{}`: {err}", place.display());
    fs::create_dir_all(&place).map_err(|err| failed("make a folder for a revision", err))?;
    let _lock = lock(&place.join(LOCK), &mut || {}).map_err(|err| failed("lock", err))?;
    let (whole, files) = (place.join(WHOLE), place.join("files"));
    if !whole.exists() {
        fs::create_dir_all(&files).map_err(|err| failed("make a folder for files", err))?;
        let work = files.display().to_string();
        let words = ["--work-tree", &work, "checkout", "--force", "--quiet", commit, "--", "."];
        git(top, &words, &[("GIT_INDEX_FILE", &place.join("index"))])
            .map_err(|why| format!("failed to lay out revision {commit}: {why}"))?;
        fs::write(&whole, "").map_err(|err| failed("write", err))?;
    }
    Ok(files)
}

/// What git prints, without the line's end; or the last it complained of.
pub(crate) fn git(folder: &Path, words: &[&str], env: &[(&str, &Path)]) -> Result<String, String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(words).envs(env.iter().copied()).stdin(Stdio::null());
    let output = command.output().map_err(|err| format!("failed to start `git`: {err}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(said.trim_end().lines().last().unwrap_or("git says no more").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository() -> (tempfile::TempDir, Suite) {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("repository/suites/demo");
        fs::create_dir_all(&folder).unwrap();
        let top = root.path().join("repository");
        let save = |text: &str| {
            fs::write(folder.join("job.c"), text).unwrap();
            fs::write(top.join("library.c"), text).unwrap();
            git(&top, &["add", "."], &[]).unwrap();
            let me = ["-c", "user.name=me", "-c", "user.email=me@example.org", "-c", "commit.gpgsign=false"];
            git(&top, &[&me[..], &["commit", "--quiet", "-m", text]].concat(), &[]).unwrap();
        };
        git(&top, &["init", "--quiet"], &[]).unwrap();
        save("one");
        save("two");
        let suite = Suite::new("demo", folder);
        (root, suite)
    }

    #[test]
    fn files_are_as_they_were_and_the_repository_is_left_alone() {
        let (root, suite) = repository();
        fs::write(suite.folder.join("job.c"), "not yet committed").unwrap();
        let cache = root.path().join("cache");
        let before = suite_at(&suite, "HEAD~1", &cache).unwrap();
        assert_eq!(fs::read_to_string(before.folder.join("job.c")).unwrap(), "one");
        assert_eq!(fs::read_to_string(before.folder.join("../../library.c")).unwrap(), "one");
        assert_eq!(fs::read_to_string(suite.folder.join("job.c")).unwrap(), "not yet committed");
        assert_eq!(git(&suite.folder, &["status", "--porcelain"], &[]).unwrap(), " M suites/demo/job.c");
        // Laid out once.
        fs::write(before.folder.join("mark"), "").unwrap();
        assert!(suite_at(&suite, "HEAD~1", &cache).unwrap().folder.join("mark").exists());
        // Half of it is none.
        fs::remove_file(before.folder.join("../../../whole")).unwrap();
        fs::remove_file(before.folder.join("job.c")).unwrap();
        assert!(suite_at(&suite, "HEAD~1", &cache).unwrap().folder.join("job.c").exists());
    }

    #[test]
    fn what_is_no_revision_is_told() {
        let (root, suite) = repository();
        let fault = suite_at(&suite, "nowhere", root.path()).unwrap_err();
        assert!(fault.starts_with("there is no revision `nowhere` of"), "{fault}");
        let fault = commit(&suite.folder, "--output=x").unwrap_err();
        assert!(fault.contains("there is no revision"), "{fault}");
        let outside = Suite { folder: root.path().to_owned(), ..suite };
        assert!(suite_at(&outside, "HEAD", root.path()).is_err());
    }
}
