//! From files to digests: what a build was made of, so that an unchanged one is not made again.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufReader, Read, Result, copy};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// Folders that hold what was built, fetched or recorded, never what was written.
const MADE: [&str; 7] = ["target", ".git", "node_modules", "__pycache__", ".venv", "venv", ".tox"];

/// Collects named values and files; the order counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Digest(Sha256);

impl Digest {
    /// Lengths go in too, so that no two different lists run together into the same bytes.
    pub(crate) fn value(&mut self, bytes: &[u8]) -> &mut Digest {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
        self
    }

    pub(crate) fn values<'a>(&mut self, values: impl IntoIterator<Item = &'a String>) -> &mut Digest {
        for value in values {
            self.value(value.as_bytes());
        }
        self.value(b"end of list")
    }

    /// A file's path and what is in it.
    pub(crate) fn file(&mut self, path: &Path) -> Result<()> {
        self.value(path.as_os_str().as_encoded_bytes()).value(of_file(path)?.as_bytes());
        Ok(())
    }

    /// A file, or every file below a folder, but for folders that are made and not written.
    pub(crate) fn all_of(&mut self, path: &Path) -> Result<()> {
        if !path.is_dir() {
            return self.file(path);
        }
        files_below(path)?.iter().try_for_each(|file| self.file(file))
    }

    pub(crate) fn hex(&self) -> String {
        self.0.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The SHA-256 of a file, in hexadecimal digits.
pub fn of_file(path: &Path) -> Result<String> {
    of_rest(&mut File::open(path)?)
}

/// The same of what there is left to read.
pub(crate) fn of_rest(from: &mut impl Read) -> Result<String> {
    let mut hash = Sha256::new();
    copy(&mut BufReader::with_capacity(1 << 16, from), &mut hash)?;
    Ok(Digest(hash).hex())
}

pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let path = entry.path();
            // Links to folders are not followed: they may lead round in a circle.
            if entry.file_type()?.is_dir() {
                if !MADE.iter().any(|made| entry.file_name() == *made) {
                    folders.push(path);
                }
            } else if path.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The files named by a make-style rule, `output: source source`, spaces in names escaped.
pub(crate) fn parse_depends(text: &str) -> BTreeSet<PathBuf> {
    let mut files = BTreeSet::new();
    for line in text.replace("\\\n", " ").lines() {
        let Some((_, sources)) = line.split_once(": ") else { continue };
        let mut name = String::new();
        let mut chars = sources.chars().chain([' ']);
        while let Some(letter) = chars.next() {
            match letter {
                '\\' => name.extend(chars.next()),
                ' ' if name.is_empty() => {}
                ' ' => drop(files.insert(PathBuf::from(std::mem::take(&mut name)))),
                _ => name.push(letter),
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_changes_with_its_files_alone() {
        let folder = tempfile::tempdir().unwrap();
        let digest = || {
            let mut digest = Digest::default();
            digest.all_of(folder.path()).unwrap();
            digest.hex()
        };
        std::fs::create_dir_all(folder.path().join("src/target")).unwrap();
        std::fs::write(folder.path().join("src/a.c"), "int a;").unwrap();
        let first = digest();
        std::fs::write(folder.path().join("src/target/a.o"), "made").unwrap();
        assert_eq!(digest(), first);
        std::fs::write(folder.path().join("src/a.c"), "int b;").unwrap();
        let second = digest();
        assert_ne!(second, first);
        std::fs::write(folder.path().join("src/a.h"), "").unwrap();
        assert_ne!(digest(), second);
    }

    #[test]
    fn values_do_not_run_together() {
        let of = |values: &[&str]| {
            let mut digest = Digest::default();
            digest.values(&values.iter().map(|&value| value.to_owned()).collect::<Vec<String>>());
            digest.hex()
        };
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
    }

    #[test]
    fn make_rules_name_files() {
        let text = "/out/a: /src/main.rs /src/with\\ space.rs \\\n /src/b.rs\n\n/src/b.rs:\n";
        let names: Vec<String> = parse_depends(text).iter().map(|path| path.display().to_string()).collect();
        assert_eq!(names, ["/src/b.rs", "/src/main.rs", "/src/with space.rs"]);
    }
}
