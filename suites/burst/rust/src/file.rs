//! Frames into a file, one after the other, each at its place.

use std::io;
use std::os::unix::fs::FileExt;

use rustix::fs::OFlags;

use crate::ReadBack;
use crate::burst::Drain;
use crate::digest::digest;
use crate::place::Place;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Into the system's cache of files.
    Buffered,
    /// Past it, with O_DIRECT.
    Direct,
    /// Into it, and on to the device before the next one.
    Fsync,
}

pub struct File {
    pub file: std::fs::File,
    way: Way,
    size: usize,
    written: Option<usize>,
}

impl File {
    pub fn create(place: &Place, way: Way, size: usize) -> Result<File, String> {
        let more = if way == Way::Direct { OFlags::DIRECT } else { OFlags::empty() };
        Ok(File { file: place.file(more)?.into(), way, size, written: None })
    }
}

impl Drain for File {
    fn submit(&mut self, slot: usize, number: u64, frame: &[u8]) -> io::Result<()> {
        self.file.write_all_at(frame, number * self.size as u64)?;
        if self.way == Way::Fsync {
            self.file.sync_all()?;
        }
        self.written = Some(slot);
        Ok(())
    }

    fn complete(&mut self) -> io::Result<usize> {
        self.written.take().ok_or_else(|| io::Error::other("nothing was submitted"))
    }
}

impl ReadBack for File {
    fn digest(&mut self, frames: usize, scratch: &mut [u8]) -> Result<u64, String> {
        let mut sum = 0u64;
        for number in 0..frames as u64 {
            let read = self.file.read_exact_at(scratch, number * self.size as u64);
            read.map_err(|err| format!("failed to read frame {number} back: {err}"))?;
            sum = sum.wrapping_add(digest(number, scratch));
        }
        Ok(sum)
    }
}
