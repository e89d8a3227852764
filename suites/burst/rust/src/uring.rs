//! Frames into a file by io_uring with O_DIRECT, several under way at once.

use std::io;
use std::os::fd::AsRawFd;

use io_uring::{IoUring, opcode, types};

use crate::ReadBack;
use crate::burst::Drain;
use crate::file::{File, Way};
use crate::place::Place;

/// Enough to keep a device busy, and half of a small buffer.
const MOST: usize = 4;

pub struct Uring {
    ring: IoUring,
    file: File,
    size: usize,
    under_way: usize,
}

impl Uring {
    pub fn create(place: &Place, size: usize) -> Result<Uring, String> {
        let ring = IoUring::new(MOST as u32).map_err(|err| format!("io_uring cannot be used here: {err}"))?;
        Ok(Uring { ring, file: File::create(place, Way::Direct, size)?, size, under_way: 0 })
    }
}

impl Drain for Uring {
    fn most(&self) -> usize {
        MOST
    }

    fn submit(&mut self, slot: usize, number: u64, frame: &[u8]) -> io::Result<()> {
        let length = u32::try_from(frame.len()).map_err(io::Error::other)?;
        let write = opcode::Write::new(types::Fd(self.file.file.as_raw_fd()), frame.as_ptr(), length)
            .offset(number * self.size as u64)
            .build()
            .user_data(slot as u64);
        // SAFETY: the frame stays where it is until `complete` has given its slot back, and this ring waits for all
        // that is under way before it goes; the file is this struct's own.
        unsafe { self.ring.submission().push(&write) }.map_err(io::Error::other)?;
        self.under_way += 1;
        self.ring.submit()?;
        Ok(())
    }

    fn complete(&mut self) -> io::Result<usize> {
        loop {
            if let Some(entry) = self.ring.completion().next() {
                self.under_way -= 1;
                return match usize::try_from(entry.result()) {
                    Ok(written) if written == self.size => Ok(entry.user_data() as usize),
                    Ok(written) => Err(io::Error::other(format!("{written} of {} bytes were written", self.size))),
                    Err(_) => Err(io::Error::from_raw_os_error(-entry.result())),
                };
            }
            match self.ring.submit_and_wait(1) {
                Err(err) if err.kind() == io::ErrorKind::Interrupted => {}
                other => drop(other?),
            }
        }
    }
}

impl Drop for Uring {
    fn drop(&mut self) {
        while self.under_way > 0 {
            // A write that failed is no longer under way either.
            let before = self.under_way;
            if self.complete().is_err() && self.under_way == before {
                std::process::abort();
            }
        }
    }
}

impl ReadBack for Uring {
    fn digest(&mut self, frames: usize, scratch: &mut [u8]) -> Result<u64, String> {
        self.file.digest(frames, scratch)
    }
}
