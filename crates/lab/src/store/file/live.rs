//! Who is writing which run: a claim is held for the life of a process, `kill -9` included.
//!
//! A claim is a lock on one byte of a side file, at the place that the run's id names. It belongs
//! to the open file and not to the process, so two writers in one process exclude each other too,
//! and the kernel lets go of it when the process has gone. Knows no SQL.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::store::file::place::beside;

/// Held as long as the run is written.
#[derive(Debug)]
pub(in crate::store) struct WriterClaim {
    file: File,
    place: i64,
}

impl Drop for WriterClaim {
    fn drop(&mut self) {
        // Closing would not do at once: a child that is just being started shares the open file
        // until it becomes another program.
        let mut free = one_byte(self.place);
        free.l_type = libc::F_UNLCK as libc::c_short;
        let _ = lock(&self.file, libc::F_OFD_SETLK, &mut free);
    }
}

/// Claims a run for writing; `None`: somebody else has it.
pub(in crate::store) fn claim(store: &Path, run: &str) -> anyhow::Result<Option<WriterClaim>> {
    let path = side_file(store);
    let failed = || format!("failed to claim run {run} in `{}`", path.display());
    let place = place_of(run).with_context(failed)?;
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let file = open.with_context(failed)?;
    match lock(&file, libc::F_OFD_SETLK, &mut one_byte(place)) {
        Ok(()) => Ok(Some(WriterClaim { file, place })),
        Err(err) if matches!(err.raw_os_error(), Some(libc::EAGAIN | libc::EACCES)) => Ok(None),
        Err(err) => Err(err).with_context(failed),
    }
}

/// Whether somebody is writing the run.
pub(in crate::store) fn is_claimed(store: &Path, run: &str) -> anyhow::Result<bool> {
    let failed = || format!("failed to ask who writes run {run} in `{}`", side_file(store).display());
    is_locked(store, one_byte(place_of(run).with_context(failed)?)).with_context(failed)
}

/// Whether somebody is writing any run of the store.
pub(in crate::store) fn is_any_claimed(store: &Path) -> anyhow::Result<bool> {
    // A length of 0 reaches to the end of all places.
    let every = libc::flock { l_len: 0, ..one_byte(0) };
    is_locked(store, every).with_context(|| format!("failed to ask who writes into `{}`", side_file(store).display()))
}

fn is_locked(store: &Path, mut asked: libc::flock) -> io::Result<bool> {
    let file = match File::open(side_file(store)) {
        Ok(file) => file,
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(err) => return Err(err),
    };
    lock(&file, libc::F_OFD_GETLK, &mut asked)?;
    Ok(asked.l_type != libc::F_UNLCK as libc::c_short)
}

fn side_file(store: &Path) -> PathBuf {
    beside(store, "-live")
}

/// Offsets have 63 bits: two runs whose ids differ in the last bit alone would share one.
fn place_of(run: &str) -> anyhow::Result<i64> {
    let id = u64::from_str_radix(run, 16).with_context(|| format!("`{run}` is no id of a run"))?;
    Ok((id >> 1) as i64)
}

fn one_byte(place: i64) -> libc::flock {
    // SAFETY: `flock` holds integers only, for which all bits zero is a value; the process id has
    // to be 0 for locks that belong to an open file.
    let mut lock: libc::flock = unsafe { std::mem::zeroed() };
    lock.l_type = libc::F_WRLCK as libc::c_short;
    lock.l_whence = libc::SEEK_SET as libc::c_short;
    lock.l_start = place;
    lock.l_len = 1;
    lock
}

fn lock(file: &File, command: libc::c_int, what: &mut libc::flock) -> io::Result<()> {
    // SAFETY: the descriptor is open for as long as `file` lives, and the commands passed here
    // take a pointer to a `flock`, which `what` is.
    match unsafe { libc::fcntl(file.as_raw_fd(), command, std::ptr::from_mut(what)) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_excludes_others_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("runs.sqlite");
        let (run, other) = ("ffffffffffffffff", "0000000000000000");
        assert!(!is_claimed(&store, run).unwrap());
        let held = claim(&store, run).unwrap();
        assert!(held.is_some());
        assert!(is_claimed(&store, run).unwrap() && is_any_claimed(&store).unwrap());
        assert!(claim(&store, run).unwrap().is_none());
        assert!(!is_claimed(&store, other).unwrap());
        assert!(claim(&store, other).unwrap().is_some());
        drop(held);
        assert!(!is_claimed(&store, run).unwrap() && !is_any_claimed(&store).unwrap());
        assert!(claim(&store, run).unwrap().is_some());
    }

    #[test]
    fn an_id_that_is_none_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(claim(&folder.path().join("runs.sqlite"), "not an id").is_err());
    }
}
