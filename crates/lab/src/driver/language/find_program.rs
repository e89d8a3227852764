//! Where a program lies: its name in, its path out.

use std::path::{Path, PathBuf};

/// Where a program lies: a path as it is, a name looked for along PATH.
pub fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return is_program(Path::new(name)).then(|| PathBuf::from(name));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_program(file))
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}
