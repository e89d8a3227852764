//! Pictures to where they were asked for: a folder of files, or one to standard output.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use glob::Pattern;

use crate::cli::exit::Misuse;
use crate::report::{Figure, named, svg};

/// Writes the pictures whose names match; without a folder there has to be exactly one.
pub(in crate::cli) fn draw(
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
        (_, []) => Err(Misuse(nothing(&names)).into()),
        (Some(folder), found) => keep(folder, found, out),
        (None, [only]) => out.write_all(svg(only).as_bytes()).context("failed to write the picture to standard output"),
        (None, found) => Err(Misuse(format!(
            "these are {} pictures: name a folder for them with --output, or one of them with --figure: {}",
            found.len(),
            list(found.iter().map(|figure| figure.name.as_str()))
        ))
        .into()),
    }
}

fn keep(folder: &Path, found: &[Figure], out: &mut dyn Write) -> anyhow::Result<()> {
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
