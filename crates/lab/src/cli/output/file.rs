//! Bytes and pictures to where they were asked for: a file that appears whole or not at all, a folder of pictures, or
//! standard output.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use glob::Pattern;

use crate::cli::exit::Misuse;
use crate::report::{Figure, named, svg};

/// `what` is written, as a fault calls it.
pub(crate) fn deliver(what: &str, bytes: &[u8], file: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<()> {
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

/// Writes the pictures whose names match; without a folder there has to be exactly one.
pub(crate) fn draw(
    all: Vec<Figure>,
    wanted: Option<&Pattern>,
    folder: Option<&Path>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let names: Vec<String> = all.iter().map(|figure| figure.name.clone()).collect();
    let found = match wanted {
        Some(pattern) => named(all, pattern),
        None => all,
    };
    match (folder, found.as_slice()) {
        (_, []) => bail!(Misuse(nothing(&names))),
        (Some(folder), found) => keep_all(folder, found, out),
        (None, [only]) => out.write_all(svg(only).as_bytes()).context("failed to write the picture to standard output"),
        (None, found) => bail!(Misuse(format!(
            "these are {} pictures: name a folder for them with --output, or one of them with --figure: {}",
            found.len(),
            list(found.iter().map(|figure| figure.name.as_str()))
        ))),
    }
}

fn keep_all(folder: &Path, found: &[Figure], out: &mut dyn Write) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("failed to make the folder `{}`", folder.display()))?;
    for figure in found {
        let path = folder.join(format!("{}.svg", figure.name));
        fs::write(&path, svg(figure)).with_context(|| format!("failed to write `{}`", path.display()))?;
        writeln!(out, "{}", path.display()).context("failed to write to standard output")?;
    }
    Ok(())
}

fn nothing(names: &[String]) -> String {
    match names {
        [] => "there is nothing to draw: there are no times".to_owned(),
        names => format!("no picture has that name; there are {}", list(names.iter().map(String::as_str))),
    }
}

/// The first names, and how many more there are.
fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    const MOST: usize = 12;
    let names: Vec<&str> = names.collect();
    let more = names.len().saturating_sub(MOST);
    let first = names[..names.len() - more].join(", ");
    if more == 0 { first } else { format!("{first} and {more} more") }
}
