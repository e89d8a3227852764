//! A file that appears whole or not at all: its bytes in, the file out.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// Under a passing name first: whoever reads the file meanwhile sees the old one or the new one.
pub(in crate::cli) fn keep(file: &Path, bytes: &[u8]) -> io::Result<()> {
    // A device or a pipe is written into, and not replaced.
    if file.metadata().is_ok_and(|found| !found.is_file()) {
        return fs::write(file, bytes);
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut draft = tempfile::Builder::new().prefix(".paragone-").permissions(readable()).tempfile_in(folder)?;
    draft.write_all(bytes)?;
    draft.persist(file)?;
    Ok(())
}

/// Temporary files are made for their owner alone; a report is made to be read.
fn readable() -> Permissions {
    use std::os::unix::fs::PermissionsExt;
    Permissions::from_mode(0o644)
}
