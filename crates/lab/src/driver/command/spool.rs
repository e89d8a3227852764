//! A file that takes what a program prints: emptied before each run, read after it.
//!
//! A file and no pipe, so that nobody has to read along while time is taken, and no /dev/null, because
//! programs look for that one and then do less.

use std::fs::File;
use std::io::{Read, Result, Seek, SeekFrom};
use std::os::fd::{AsRawFd, RawFd};
use std::path::Path;

use crate::driver::building::digest::of_rest;
use crate::driver::memory_file::memory_file;

/// An output beyond this is told by its digest: Paragone compares, and shows a few bytes at most.
const WHOLE: u64 = 16 << 20;

#[derive(Debug)]
pub(super) struct Spool(File);

impl Spool {
    /// A file in memory that has no name.
    pub(super) fn in_memory() -> Result<Spool> {
        memory_file(c"output", 0).or_else(|_| tempfile::tempfile()).map(Spool)
    }

    /// A file of the user's, as good as new.
    pub(super) fn at(path: &Path) -> Result<Spool> {
        Ok(Spool(File::options().read(true).write(true).create(true).truncate(true).open(path)?))
    }

    pub(super) fn empty(&mut self) -> Result<()> {
        self.0.seek(SeekFrom::Start(0))?;
        self.0.set_len(0)
    }

    /// Everything in it, or, where that is very much, what it comes to.
    pub(super) fn read(&mut self) -> Result<Vec<u8>> {
        let length = self.0.metadata()?.len();
        self.0.seek(SeekFrom::Start(0))?;
        if length <= WHOLE {
            let mut bytes = Vec::with_capacity(length as usize);
            self.0.read_to_end(&mut bytes)?;
            return Ok(bytes);
        }
        Ok(format!("{length} bytes of SHA-256 {}", of_rest(&mut self.0)?).into_bytes())
    }

    /// Its last lines on one line, for an error.
    pub(super) fn last_words(&mut self) -> String {
        const TAIL: u64 = 2048;
        let length = self.0.metadata().map_or(0, |about| about.len());
        let mut bytes = Vec::new();
        let read =
            self.0.seek(SeekFrom::Start(length.saturating_sub(TAIL))).and_then(|_| self.0.read_to_end(&mut bytes));
        if read.is_err() {
            return String::new();
        }
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        lines[lines.len().saturating_sub(5)..].join(" | ")
    }

    pub(super) fn fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_was_written_comes_back_until_it_is_emptied() {
        let mut spool = Spool::in_memory().unwrap();
        spool.0.write_all(b"one\n\ntwo \n").unwrap();
        assert_eq!(spool.read().unwrap(), b"one\n\ntwo \n");
        assert_eq!(spool.last_words(), "one | two");
        spool.empty().unwrap();
        assert_eq!(spool.read().unwrap(), b"");
        spool.0.write_all(b"x").unwrap();
        assert_eq!(spool.read().unwrap(), b"x");
    }

    #[test]
    fn very_much_is_told_by_its_digest() {
        let mut spool = Spool::in_memory().unwrap();
        spool.0.set_len(WHOLE + 1).unwrap();
        let told = String::from_utf8(spool.read().unwrap()).unwrap();
        assert!(told.starts_with("16777217 bytes of SHA-256 ") && told.len() < 100, "{told}");
    }
}
