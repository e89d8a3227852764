//! An input that lies on the disk: found there or made, looked at while drivers have it, made anew where it changed.
//!
//! In: what it holds and where it is to lie; out: what became of it. It knows no driver. Modes keep nobody from writing
//! who runs as the superuser, or who gives himself the right, so looking is what counts.

use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use sha2::{Digest, Sha256};

use crate::driver::{Seen, of_file};
use crate::model::{Bytes, InputKind};
use crate::suite::{generate, input_count};

/// What an input holds, so that it can be made as often as it is needed.
#[derive(Clone, Debug)]
pub(crate) enum StoredSource {
    Made { kind: InputKind, size: u64, index: u32 },
    Known(Bytes),
    Text(String),
}

impl StoredSource {
    pub(crate) fn bytes(&self) -> anyhow::Result<Vec<u8>> {
        match self {
            StoredSource::Made { kind, size, index } => generate(kind, *size, *index).map_err(anyhow::Error::msg),
            StoredSource::Known(bytes) => Ok(bytes.to_vec()),
            StoredSource::Text(text) => Ok(text.as_bytes().to_vec()),
        }
    }
}

/// The digest of bytes, as Paragone writes it.
pub(crate) fn digest_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How well a file is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredCheck {
    /// Its bytes are read where the folder knows of a change.
    Quick,
    /// Its bytes are read also where the file system tells of no change that is made through a mapping.
    Thorough,
    /// Its bytes are read.
    Whole,
}

/// What became of a file since the last look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Became {
    Unchanged,
    /// It was gone, and nobody was given anything else in its place.
    Gone,
    /// It held something else.
    Changed,
}

/// What any mode but this one was set by somebody else.
const MODE: u32 = 0o444;

#[derive(Debug)]
pub(crate) struct Stored {
    path: PathBuf,
    source: StoredSource,
    digest: String,
    seen: Seen,
    /// Whether drivers that are at work have been given it.
    pub(crate) is_out: bool,
}

impl Stored {
    /// The file of these bytes; whether one of its name was there that held others.
    pub(crate) fn at(path: &Path, source: StoredSource, bytes: &[u8], digest: &str) -> anyhow::Result<(Stored, bool)> {
        let found = Seen::of(path).ok();
        // A pipe would be read for ever.
        let is_right = path.symlink_metadata().is_ok_and(|about| about.is_file())
            && of_file(path).is_ok_and(|digest_of_file| digest_of_file == digest);
        match found {
            Some(_) if is_right => protect(path)?,
            _ => write(path, bytes)?,
        }
        let seen = Seen::of(path).with_context(|| format!("failed to look at `{}`", path.display()))?;
        let stored = Stored { path: path.to_owned(), source, digest: digest.to_owned(), seen, is_out: true };
        Ok((stored, found.is_some() && !is_right))
    }

    /// What it is called in a fault.
    pub(crate) fn name(&self) -> String {
        match &self.source {
            StoredSource::Made { kind, size, .. } if input_count(kind) == 1 => format!("the input of size {size}"),
            StoredSource::Made { size, index, .. } => format!("input {index} of size {size}"),
            StoredSource::Known(_) => "the input of a known answer".to_owned(),
            StoredSource::Text(_) => "the text that says where an input is".to_owned(),
        }
    }

    /// Looks, and sees to it that the file is as it was.
    pub(crate) fn look(&mut self, how: StoredCheck) -> anyhow::Result<Became> {
        let Ok(seen) = Seen::of(&self.path) else {
            self.make_anew()?;
            return Ok(Became::Gone);
        };
        let is_read = match how {
            StoredCheck::Quick => false,
            StoredCheck::Thorough => !tells_of_mappings(&self.path),
            StoredCheck::Whole => true,
        };
        if seen == self.seen && !is_read {
            return Ok(Became::Unchanged);
        }
        let is_file = self.path.symlink_metadata().is_ok_and(|about| about.is_file());
        if is_file && of_file(&self.path).is_ok_and(|digest| digest == self.digest) {
            protect(&self.path)?;
            self.see()?;
            return Ok(Became::Unchanged);
        }
        if seen.is_same_file(&self.seen) {
            // For whoever holds it open. Where that is not possible, they are given the new one next time.
            let _ = write_into(&self.path, &self.source.bytes()?);
        }
        self.make_anew()?;
        Ok(Became::Changed)
    }

    /// Another file of the same name: who has written into the old one may hold it still.
    fn make_anew(&mut self) -> anyhow::Result<()> {
        write(&self.path, &self.source.bytes()?)?;
        self.see()
    }

    fn see(&mut self) -> anyhow::Result<()> {
        self.seen = Seen::of(&self.path).with_context(|| format!("failed to look at `{}`", self.path.display()))?;
        Ok(())
    }
}

/// Whole, or not at all; in place of whatever is there.
fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let fault = || format!("failed to write input file `{}`", path.display());
    let mut new = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(path)).with_context(fault)?;
    new.write_all(bytes).with_context(fault)?;
    new.as_file().set_permissions(Permissions::from_mode(MODE)).with_context(fault)?;
    new.persist(path).with_context(fault)?;
    Ok(())
}

fn write_into(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    fs::set_permissions(path, Permissions::from_mode(0o600))?;
    let mut file = File::options().write(true).open(path)?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)
}

/// Left alone where it is as it should be: a change of the mode is a change of the file.
fn protect(path: &Path) -> anyhow::Result<()> {
    let is_so = path.metadata().is_ok_and(|about| about.permissions().mode() & 0o7777 == MODE);
    if is_so {
        return Ok(());
    }
    let set = fs::set_permissions(path, Permissions::from_mode(MODE));
    set.with_context(|| format!("failed to protect input file `{}`", path.display()))
}

/// Whether a file's times change when it is written to through a mapping: files in memory keep theirs.
#[cfg(target_os = "linux")]
fn tells_of_mappings(path: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt;

    const TMPFS: u64 = 0x0102_1994;
    const RAMFS: u64 = 0x8584_58f6;
    let Ok(name) = std::ffi::CString::new(path.as_os_str().as_bytes()) else { return false };
    // SAFETY: the name is a C string, and the call fills a structure of this function's.
    let (failed, about) = unsafe {
        let mut about: libc::statfs = std::mem::zeroed();
        (libc::statfs(name.as_ptr(), &raw mut about) != 0, about)
    };
    !failed && ![TMPFS, RAMFS].contains(&(about.f_type as u64 & 0xffff_ffff))
}

/// Nobody promises it.
#[cfg(not(target_os = "linux"))]
fn tells_of_mappings(_path: &Path) -> bool {
    false
}
