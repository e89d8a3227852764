//! Whether files are still what they were: paths in, and the first one whose bytes have changed out.
//!
//! What the folder knows of a file is looked at first; the bytes are read where that has changed. It knows nothing of
//! what the files are for.

use std::fs::Metadata;
use std::io::Result;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::driver::building::digest::{files_below, of_file};

/// What the folder knows of a file. Nobody can write into a file, or put another in its place, without changing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    place: (u64, u64),
    mode: u32,
    size: u64,
    written: (i64, i64),
    changed: (i64, i64),
}

impl Seen {
    /// Where the path is a link, what is seen is the link.
    pub fn of(path: &Path) -> Result<Seen> {
        path.symlink_metadata().map(|about| Seen::told(&about))
    }

    fn told(about: &Metadata) -> Seen {
        Seen {
            place: (about.dev(), about.ino()),
            mode: about.mode(),
            size: about.size(),
            written: (about.mtime(), about.mtime_nsec()),
            changed: (about.ctime(), about.ctime_nsec()),
        }
    }

    /// As a line of text, to be kept.
    pub(crate) fn line(&self) -> String {
        let Seen { place, mode, size, written, changed } = self;
        format!("{} {} {mode:o} {size} {}.{:09} {}.{:09}", place.0, place.1, written.0, written.1, changed.0, changed.1)
    }

    /// Whether both are of the same file, whatever became of it.
    pub fn is_same_file(&self, other: &Seen) -> bool {
        self.place == other.place
    }
}

/// Files with what they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unchanged(Vec<(PathBuf, Seen, String)>);

impl Unchanged {
    /// All files and folders that a command line names in full, but for Paragone's own program. What cannot be read is
    /// not looked at again.
    pub(crate) fn named_by(words: &[String]) -> Unchanged {
        let ours = std::env::current_exe().ok();
        let is_named = |path: &&Path| path.is_absolute() && Some(*path) != ours.as_deref();
        let named = words.iter().map(Path::new).filter(is_named);
        let files = named.flat_map(|path| match path.is_dir() {
            true => files_below(path).unwrap_or_default(),
            false => vec![path.to_owned()],
        });
        Unchanged(files.filter_map(|path| Some((seen(&path).ok()?, path))).filter_map(with_digest).collect())
    }

    /// With one more, of which it is known already what is in it.
    pub(crate) fn and_known(mut self, path: PathBuf, digest: String) -> Unchanged {
        let seen = seen(&path);
        self.0.extend(seen.map(|seen| (path, seen, digest)));
        self
    }

    /// The first that holds other bytes now, or is gone.
    pub fn first_changed(&self) -> Option<&Path> {
        let is_changed = |(path, was, digest): &&(PathBuf, Seen, String)| {
            !seen(path).is_ok_and(|is| is == *was) && !of_file(path).is_ok_and(|is| is == *digest)
        };
        self.0.iter().find(is_changed).map(|(path, ..)| path.as_path())
    }
}

/// What runs is what a link leads to.
fn seen(path: &Path) -> Result<Seen> {
    path.metadata().map(|about| Seen::told(&about))
}

/// Looked at before it is read: what is written meanwhile shows.
fn with_digest((seen, path): (Seen, PathBuf)) -> Option<(PathBuf, Seen, String)> {
    let digest = if path.is_file() { of_file(&path).ok()? } else { return None };
    Some((path, seen, digest))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn other_bytes_are_a_change_and_a_touch_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let (program, classes) = (folder.path().join("program"), folder.path().join("classes"));
        fs::create_dir(&classes).unwrap();
        fs::write(&program, "one").unwrap();
        fs::write(classes.join("Main"), "main").unwrap();
        let words = ["interpreter", "--fast"].map(str::to_owned).into_iter();
        let words: Vec<String> = words.chain([&program, &classes].map(|path| path.display().to_string())).collect();
        let files = Unchanged::named_by(&words);
        assert_eq!((files.0.len(), files.first_changed()), (2, None));
        let again = folder.path().join("again");
        fs::write(&again, "one").unwrap();
        fs::rename(&again, &program).unwrap();
        assert_eq!(files.first_changed(), None);
        fs::write(&program, "two").unwrap();
        assert_eq!(files.first_changed(), Some(program.as_path()));
        fs::write(&program, "one").unwrap();
        fs::remove_file(classes.join("Main")).unwrap();
        assert_eq!(files.first_changed(), Some(classes.join("Main").as_path()));
    }
}
