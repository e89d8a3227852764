//! The files of a repository by name, without what is built, fetched or hidden.

use std::path::{Path, PathBuf};

/// Folders of what was built or fetched.
const APART: [&str; 7] = ["target", "node_modules", "vendor", "third_party", "testdata", "venv", "site-packages"];

/// Deeper than that no repository has its packages; those of Java lie deep.
const DEEPEST: usize = 14;

/// In alphabetical order, those that lie higher first.
pub(super) fn files_named(root: &Path, is_meant: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut level = vec![root.to_owned()];
    for _ in 0..DEEPEST {
        let mut below = Vec::new();
        for folder in &level {
            let Ok(entries) = std::fs::read_dir(folder) else { continue };
            let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            entries.sort();
            for path in entries {
                let name = file_name(&path);
                // A link to a folder may lead round in a circle.
                let is_folder = path.symlink_metadata().is_ok_and(|about| about.is_dir());
                if is_folder && !name.starts_with('.') && !APART.contains(&name.as_str()) {
                    below.push(path);
                } else if !is_folder && is_meant(&name) {
                    found.push(path);
                }
            }
        }
        level = below;
    }
    found
}

/// What a file or a folder is called in its own folder.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A folder with these files in it: path and text.
#[cfg(test)]
pub(super) fn folder_of(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}
