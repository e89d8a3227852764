//! `paragone clean`: removes what was built, and inputs that were made. Builds nothing, and touches no run.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::cli::args::{CleanArgs, Common};
use crate::cli::exit::Misuse;
use crate::cli::session::{Lab, builds_of, cache, inputs};
use crate::driver::{BuildTask, Cleaned, Emulated, build_folder, builds, clean, driver_id, shared_folder};
use crate::meter::HeapLibrary;
use crate::model::unit;
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
    Ok(found.into_iter().map(|folder| (name_of(&folder), folder)).collect())
}

fn name_of(folder: &Path) -> String {
    let last = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let suite = folder.parent().map(last).unwrap_or_default();
    let suite = suite.rsplit_once('-').map_or(suite.as_str(), |(name, _)| name);
    format!("{suite}/{}", last(folder))
}

fn selected(args: &CleanArgs, common: &Common) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let lab = Lab::open(common)?;
    let chosen = lab.chosen(&args.selection, None)?;
    let (mut folders, mut shared) = (Vec::new(), BTreeSet::new());
    for (suite, spec, build) in lab.needed_builds(&chosen) {
        let folder = build_folder(suite, spec, build, &lab.cache).map_err(Misuse)?;
        folders.push((format!("{}/{}", suite.name, driver_id(spec, build)), folder));
        // Others that share it keep their programs, and have it compiled again when they are built next.
        let task = BuildTask { suite, spec, build, toolchains: &lab.toolchains, cache: &lab.cache };
        if let Some(folder) = shared_folder(task).map_err(Misuse)? {
            shared.insert((name_of(&folder), folder));
        }
    }
    folders.extend(shared);
    Ok(folders)
}

/// Rounded, where `unit::size` would write every byte.
fn size(bytes: u64) -> String {
    match bytes {
        ..1024 => unit::size(bytes),
        1024..1_048_576 => unit::size(bytes >> 10 << 10),
        _ => unit::size(bytes >> 20 << 20),
    }
}
