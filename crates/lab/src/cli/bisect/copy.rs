//! A copy of a repository that shares its objects, in which git bisects. The repository itself is left alone.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::cli::exit::Misuse;
use crate::driver::Digest;

/// Where copies lie below the cache.
const COPIES: &str = "bisect";

/// A copy, for as long as nobody else may use it.
pub(super) struct RepositoryCopy {
    top: PathBuf,
    /// The folder in it that answers to the one in which the command was typed.
    pub(super) folder: PathBuf,
    _lock: File,
}

/// What git made of one more answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Search {
    /// The commit that is checked out now has to be looked at.
    Goes,
    Found(String),
    /// One of these: those between were skipped.
    OneOf(Vec<String>),
}

/// What a git that was killed leaves, and every later one stumbles over.
const LEFT_OVER: [&str; 2] = ["index.lock", "HEAD.lock"];

/// Variables by which git would take another repository for the one that it is told of.
const OF_OTHERS: [&str; 6] =
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"];

impl RepositoryCopy {
    /// Of the repository that a folder lies in. The copy is always at one path, so that what was built there is of use
    /// again.
    pub(super) fn of(here: &Path, cache: &Path) -> anyhow::Result<RepositoryCopy> {
        let top = said(&mut git(here, &["rev-parse", "--show-toplevel"]))?;
        let below = said(&mut git(here, &["rev-parse", "--show-prefix"]))?;
        if said(&mut git(here, &["rev-parse", "--is-shallow-repository"]))? == "true" {
            return Err(
                Misuse(format!("`{top}` has a part of its history only; `git fetch --unshallow` brings it")).into()
            );
        }
        let mut digest = Digest::default();
        digest.value(top.as_bytes());
        let place = cache.join(COPIES).join(&digest.hex()[..12]);
        fs::create_dir_all(&place).with_context(|| format!("failed to make `{}`", place.display()))?;
        let path = place.join("lock");
        let lock = File::create(&path).with_context(|| format!("failed to write `{}`", path.display()))?;
        if lock.try_lock().is_err() {
            return Err(Misuse(format!("another `paragone bisect` is at work on `{top}`")).into());
        }
        let copy = place.join("repository");
        if !copy.join(SHARED).is_file() {
            let draft = place.join("draft");
            for old in [&copy, &draft].into_iter().filter(|path| path.exists()) {
                fs::remove_dir_all(old).with_context(|| format!("failed to remove `{}`", old.display()))?;
            }
            let text = draft.display().to_string();
            let mut clone = git(here, &["clone", "--quiet", "--shared", "--no-checkout", "--", &top, &text]);
            forget_others(&mut clone);
            said(&mut clone)?;
            fs::rename(&draft, &copy).with_context(|| format!("failed to make `{}`", copy.display()))?;
        }
        for name in LEFT_OVER {
            let _ = fs::remove_file(copy.join(".git").join(name));
        }
        let copied = RepositoryCopy { folder: copy.join(&below), top: copy, _lock: lock };
        // Of a search that was broken off.
        let _ = copied.git(&["bisect", "reset"]);
        Ok(copied)
    }

    /// Lays a commit out, and nothing else.
    pub(super) fn check_out(&self, commit: &str) -> anyhow::Result<()> {
        self.git(&["checkout", "--quiet", "--force", "--detach", commit])?;
        self.git(&["clean", "--quiet", "--force", "-d"]).map(drop)
    }

    /// How many commits may have made what is bad so; none where the good one is no ancestor.
    pub(super) fn commits_between(&self, good: &str, bad: &str) -> anyhow::Result<Option<u32>> {
        let mut is_ancestor = self.command(&["merge-base", "--is-ancestor", good, bad]);
        match is_ancestor.output().context("failed to start `git`")?.status.code() {
            Some(0) => {}
            Some(1) => return Ok(None),
            _ => drop(said(&mut is_ancestor)?),
        }
        let count = self.git(&["rev-list", "--count", &format!("{good}..{bad}")])?;
        Ok(Some(count.parse().context("git counts no commits")?))
    }

    /// Begins to search.
    pub(super) fn begin(&self, good: &str, bad: &str) -> anyhow::Result<Search> {
        self.answer(&["start", bad, good])
    }

    /// Tells git of the commit that is checked out: `good`, `bad` or `skip`.
    pub(super) fn is(&self, word: &str) -> anyhow::Result<Search> {
        self.answer(&[word])
    }

    fn answer(&self, words: &[&str]) -> anyhow::Result<Search> {
        let output = self.command(&[&["bisect"], words].concat()).output().context("failed to start `git`")?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        match search(&text) {
            Search::Goes if !output.status.success() => {
                bail!("`git bisect {}` failed: {}", words.join(" "), String::from_utf8_lossy(&output.stderr).trim())
            }
            Search::Goes => self.git(&["clean", "--quiet", "--force", "-d"]).map(|_| Search::Goes),
            search => Ok(search),
        }
    }

    /// Those of which nobody has said yet that they are good, in a search that goes on.
    pub(super) fn left(&self) -> anyhow::Result<Vec<String>> {
        let left = self.git(&["rev-list", "refs/bisect/bad", "--not", "--glob=refs/bisect/good-*"])?;
        Ok(left.lines().map(str::to_owned).collect())
    }

    /// The commit that is checked out.
    pub(super) fn head(&self) -> anyhow::Result<String> {
        self.git(&["rev-parse", "HEAD"])
    }

    /// `1234abcd The subject of a commit`.
    pub(super) fn shown(&self, commit: &str) -> anyhow::Result<String> {
        self.git(&["log", "--max-count=1", "--format=%h %s", commit])
    }

    /// Who made a commit, and when.
    pub(super) fn origin(&self, commit: &str) -> anyhow::Result<String> {
        self.git(&["log", "--max-count=1", "--format=%an, %as", commit])
    }

    /// Its first parent, where it has one.
    pub(super) fn parent(&self, commit: &str) -> Option<String> {
        self.git(&["rev-parse", "--verify", "--quiet", &format!("{commit}^")]).ok()
    }

    /// What was answered so far, in git's own form.
    pub(super) fn log(&self) -> anyhow::Result<String> {
        self.git(&["bisect", "log"])
    }

    fn git(&self, words: &[&str]) -> anyhow::Result<String> {
        said(&mut self.command(words))
    }

    /// On the copy, and on no other repository, whatever the user's environment names.
    fn command(&self, words: &[&str]) -> Command {
        let mut command = git(&self.top, &[]);
        forget_others(&mut command);
        command.arg("--git-dir").arg(self.top.join(".git")).arg("--work-tree").arg(&self.top).args(words);
        command
    }
}

/// Leaves out of a process' environment what names another repository.
pub(super) fn forget_others(command: &mut Command) {
    for name in OF_OTHERS {
        command.env_remove(name);
    }
}

/// What is in a copy that shares the objects of another repository.
const SHARED: &str = ".git/objects/info/alternates";

/// What `git bisect` says, in its own English.
fn search(said: &str) -> Search {
    let first_bad = |line: &str| line.strip_suffix(" is the first bad commit").map(str::to_owned);
    if let Some(commit) = said.lines().find_map(first_bad) {
        return Search::Found(commit);
    }
    let mut lines = said.lines();
    if !lines.any(|line| line.starts_with("There are only 'skip'ped commits left")) {
        return Search::Goes;
    }
    let is_commit = |line: &&str| line.len() >= 40 && line.bytes().all(|byte| byte.is_ascii_hexdigit());
    Search::OneOf(lines.filter(is_commit).map(str::to_owned).collect())
}

fn git(folder: &Path, words: &[&str]) -> Command {
    let quiet = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "gc.auto=0"];
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(quiet).args(words).env("LC_ALL", "C").stdin(Stdio::null());
    command
}

fn said(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().context("failed to start `git`")?;
    if !output.status.success() {
        let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
        bail!("`git {}` failed: {}", words.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_says_is_understood() {
        let commit = "0123456789abcdef0123456789abcdef01234567";
        let found = format!("{commit} is the first bad commit\ncommit {commit}\nAuthor: me\n");
        assert_eq!(search(&found), Search::Found(commit.to_owned()));
        let skipped = format!(
            "There are only 'skip'ped commits left to test.\nThe first bad commit could be any of:\n{commit}\n{commit}\n\
             We cannot bisect more!\n"
        );
        assert_eq!(search(&skipped), Search::OneOf(vec![commit.to_owned(); 2]));
        assert_eq!(search("Bisecting: 3 revisions left to test after this (roughly 2 steps)\n"), Search::Goes);
    }
}
