//! `paragone clean`: removes what was built, and inputs that were made. Builds nothing, and touches no run.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::cli::args::{CleanArgs, Common};
use crate::cli::exit::Misuse;
use crate::cli::session::{Lab, builds_of, cache, inputs};
use crate::driver::{Cleaned, Emulated, build_folder, builds, clean, driver_id};
use crate::meter::HeapLibrary;
use crate::model::{Suite, unit};
use crate::words::counted;

/// A line for each build, one for all inputs, and one for everything.
pub(super) fn remove(args: &CleanArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<()> {
    let is_all = args.selection.is_empty();
    let folders = if is_all { everything_built()? } else { selected(args, common)? };
    let (mut count, mut files, mut sum) = (0, 0, 0);
    for (name, folder) in folders {
        let cleaned = clean(&folder, args.dry_run);
        match cleaned.with_context(|| format!("failed to remove the build in `{}`", folder.display()))? {
            Cleaned::Removed(bytes) => {
                (count, sum) = (count + 1, sum + bytes);
                writeln!(out, "{name}: {}", size(bytes))?;
            }
            Cleaned::Busy => writeln!(out, "{name}: left, Paragone is building it just now")?,
            Cleaned::Absent => {}
        }
    }
    if is_all {
        let (cache, folder) = (cache()?, inputs()?);
        let (_, bytes) = cleared(&HeapLibrary::folder(&cache), args.dry_run)
            .with_context(|| format!("failed to remove what counts mallocs in `{}`", cache.display()))?;
        if bytes > 0 {
            (count, sum) = (count + 1, sum + bytes);
            writeln!(out, "what counts mallocs: {}", size(bytes))?;
        }
        let (found, bytes) = cleared(&folder, args.dry_run)
            .with_context(|| format!("failed to remove the inputs in `{}`", folder.display()))?;
        if found > 0 {
            (files, sum) = (found, sum + bytes);
            writeln!(out, "inputs in `{}`: {}", folder.display(), size(bytes))?;
        }
    }
    let what = [(count, "build"), (files, "input")].into_iter().filter(|(number, _)| *number > 0);
    let what: Vec<String> = what.map(|(number, what)| counted(number, what)).collect();
    let verb = if args.dry_run { "would remove" } else { "removed" };
    match what.is_empty() {
        true => writeln!(out, "nothing to remove")?,
        false => writeln!(out, "{verb} {}, {}", what.join(" and "), size(sum))?,
    }
    Ok(())
}

/// Removes a folder of files, and gives how many files and bytes that were; with `keep` only says so.
fn cleared(folder: &Path, keep: bool) -> io::Result<(usize, u64)> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries.collect::<io::Result<Vec<_>>>()?,
        Err(err) if err.kind() == ErrorKind::NotFound => return Ok((0, 0)),
        Err(err) => return Err(err),
    };
    let bytes = entries.iter().map(|entry| entry.metadata().map_or(0, |about| about.len())).sum();
    if !keep {
        fs::remove_dir_all(folder)?;
    }
    Ok((entries.len(), bytes))
}

/// Also what was built for emulated processors.
fn everything_built() -> anyhow::Result<Vec<(String, PathBuf)>> {
    let mut all = everything(&cache()?)?;
    for emulated in Emulated::all() {
        let named = everything(&builds_of(Some(emulated))?)?;
        all.extend(named.into_iter().map(|(name, folder)| (format!("{name} for {}", emulated.architecture), folder)));
    }
    Ok(all)
}

/// Names with folders: suite, without the digest that tells suites of one name apart, and driver.
fn everything(cache: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let found = builds(cache).with_context(|| format!("failed to look for builds in `{}`", cache.display()))?;
    let last = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let named = |folder: PathBuf| {
        let suite = folder.parent().map(last).unwrap_or_default();
        let suite = suite.rsplit_once('-').map_or(suite.as_str(), |(name, _)| name);
        (format!("{suite}/{}", last(&folder)), folder)
    };
    Ok(found.into_iter().map(named).collect())
}

fn selected(args: &CleanArgs, common: &Common) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let lab = Lab::open(common)?;
    let chosen = lab.chosen(&args.selection, None)?;
    let folder = |(suite, spec, how): (&Suite, _, _)| {
        let folder = build_folder(suite, spec, how, &lab.cache).map_err(Misuse)?;
        Ok((format!("{}/{}", suite.name, driver_id(spec, how)), folder))
    };
    lab.needed_builds(&chosen).into_iter().map(folder).collect()
}

/// Rounded, where `unit::size` would write every byte.
fn size(bytes: u64) -> String {
    match bytes {
        ..1024 => unit::size(bytes),
        1024..1_048_576 => unit::size(bytes >> 10 << 10),
        _ => unit::size(bytes >> 20 << 20),
    }
}
