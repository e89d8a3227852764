//! Copies of the system's own files, for tests: what a machine would say of itself, below a root of its own.

use std::fs;
use std::path::Path;

/// A folder of copies.
pub(super) struct Copies(tempfile::TempDir);

impl Copies {
    /// Each file's path and its text.
    pub(super) fn of(files: &[(&str, &str)]) -> Copies {
        let copies = Copies(tempfile::tempdir().unwrap());
        for (path, text) in files {
            copies.write(path, text);
        }
        copies
    }

    pub(super) fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(super) fn root(&self) -> &Path {
        self.0.path()
    }
}
