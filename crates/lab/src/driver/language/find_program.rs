//! Where a program lies: its name in, its path out.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Where a program lies: a path as it is, a name looked for along PATH.
pub fn find_program(name: &str) -> Option<PathBuf> {
    find_along(name, std::env::var_os("PATH"))
}

/// The same, along these folders, which are written as PATH is; without any, only a path is found.
pub(in crate::driver) fn find_along(name: &str, folders: Option<OsString>) -> Option<PathBuf> {
    let is_program =
        |path: &Path| path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0);
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| is_program(path));
    }
    std::env::split_paths(&folders?).map(|folder| folder.join(name)).find(|file| is_program(file))
}
