//! Bytes to where they were asked for: a file that appears whole or not at all, or standard output.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;

/// `what` is written, as a fault calls it.
pub(in crate::cli) fn deliver(
    what: &str,
    bytes: &[u8],
    file: Option<&Path>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match file {
        Some(file) => keep(file, bytes).with_context(|| format!("failed to write the {what} to `{}`", file.display())),
        None => out.write_all(bytes).with_context(|| format!("failed to write the {what} to standard output")),
    }
}

/// Under a passing name first: whoever reads the file meanwhile sees the old one or the new one.
fn keep(file: &Path, bytes: &[u8]) -> io::Result<()> {
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
