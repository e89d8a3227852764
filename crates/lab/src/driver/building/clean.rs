//! From folders that builds went to, to nothing. What Paragone is building just now is left alone.

use std::fs;
use std::io::{ErrorKind, Result};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::driver::building::folders::BUILDS;
use crate::driver::building::lock::{LOCK, try_lock};

/// What became of a build's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cleaned {
    /// It had so many bytes.
    Removed(u64),
    /// Paragone is building there.
    Busy,
    /// There was none.
    Absent,
}

/// The folders of all builds below a cache, also of suites that are there no more.
pub fn builds(cache: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for suite in folders(&cache.join(BUILDS))? {
        // Whatever has no lock is none of ours.
        found.extend(folders(&suite)?.into_iter().filter(|folder| folder.join(LOCK).is_file()));
    }
    found.sort();
    Ok(found)
}

/// Removes a build's folder; with `keep` only says what it would do.
pub fn clean(folder: &Path, keep: bool) -> Result<Cleaned> {
    let path = folder.join(LOCK);
    let lock = match try_lock(&path) {
        Ok(Some(lock)) => lock,
        Ok(None) => return Ok(Cleaned::Busy),
        Err(err) if err.kind() == ErrorKind::NotFound => return Ok(Cleaned::Absent),
        Err(err) => return Err(err),
    };
    let bytes = size(folder)?;
    if !keep {
        for entry in fs::read_dir(folder)? {
            let entry = entry?.path();
            if entry != path {
                remove(&entry)?;
            }
        }
        // Last of all, so that nobody builds into what is being removed.
        fs::remove_file(&path)?;
        drop(lock);
        // Either may be in use again, or hold another build.
        let _ = fs::remove_dir(folder);
        let _ = folder.parent().map(fs::remove_dir);
    }
    Ok(Cleaned::Removed(bytes))
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(err) if err.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let folder = |entry: Result<fs::DirEntry>| {
        let entry = entry?;
        Ok(entry.file_type()?.is_dir().then(|| entry.path()))
    };
    entries.map(folder).filter_map(Result::transpose).collect()
}

fn size(path: &Path) -> Result<u64> {
    let about = fs::symlink_metadata(path)?;
    if !about.is_dir() {
        return Ok(about.len());
    }
    fs::read_dir(path)?.map(|entry| size(&entry?.path())).sum()
}

fn remove(path: &Path) -> Result<()> {
    if !fs::symlink_metadata(path)?.is_dir() {
        return fs::remove_file(path);
    }
    fs::remove_dir_all(path).or_else(|err| match err.kind() {
        // Some package managers protect what they unpacked.
        ErrorKind::PermissionDenied => unprotect(path).and_then(|()| fs::remove_dir_all(path)),
        _ => Err(err),
    })
}

fn unprotect(folder: &Path) -> Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    folders(folder)?.iter().try_for_each(|folder| unprotect(folder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::building::lock::lock;

    fn build(cache: &Path, name: &str) -> PathBuf {
        let folder = cache.join(BUILDS).join(name);
        fs::create_dir_all(folder.join("target/deep")).unwrap();
        fs::write(folder.join(LOCK), "").unwrap();
        fs::write(folder.join("target/deep/program"), [0; 1000]).unwrap();
        std::os::unix::fs::symlink("/", folder.join("target/link")).unwrap();
        folder
    }

    #[test]
    fn a_build_is_removed_with_all_that_is_in_it() {
        let cache = tempfile::tempdir().unwrap();
        let (one, other) = (build(cache.path(), "words-1/c.words"), build(cache.path(), "words-1/rust.words"));
        fs::set_permissions(one.join("target"), fs::Permissions::from_mode(0o500)).unwrap();
        assert_eq!(builds(cache.path()).unwrap(), [one.clone(), other.clone()]);
        assert!(matches!(clean(&one, true).unwrap(), Cleaned::Removed(1000..1010)) && one.exists());
        assert!(matches!(clean(&one, false).unwrap(), Cleaned::Removed(1000..1010)));
        assert!(!one.exists() && other.exists());
        assert_eq!(clean(&one, false).unwrap(), Cleaned::Absent);
        clean(&other, false).unwrap();
        assert!(!other.parent().unwrap().exists());
        assert!(builds(cache.path()).unwrap().is_empty());
    }

    #[test]
    fn what_is_being_built_or_was_never_built_is_left() {
        let cache = tempfile::tempdir().unwrap();
        let busy = build(cache.path(), "words-1/c.words");
        let held = lock(&busy.join(LOCK), &mut || panic!("nobody has it")).unwrap();
        assert_eq!(clean(&busy, false).unwrap(), Cleaned::Busy);
        assert!(busy.join("target/deep/program").exists());
        drop(held);
        fs::create_dir_all(cache.path().join("builds/mine/notes")).unwrap();
        assert_eq!(builds(cache.path()).unwrap(), [busy]);
    }
}
