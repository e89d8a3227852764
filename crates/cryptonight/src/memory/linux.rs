//! Memory from Linux: from the reserve of huge pages, transparently huge, or small; `/proc/self/smaps` tells which.

use std::{fs, io, ptr};

use super::{ALIGNMENT, Pages};
use crate::error::Error;
use crate::options::Ask;

pub(crate) struct Memory {
    start: *mut u8,
    bytes: usize,
    /// What was mapped, which may begin before `start`, for alignment.
    map: *mut u8,
    map_bytes: usize,
}

// SAFETY: the memory belongs to this value alone and has no tie to a thread.
unsafe impl Send for Memory {}

impl Memory {
    pub(crate) fn new(bytes: usize, ask: Ask) -> Result<Memory, Error> {
        let whole = bytes.next_multiple_of(ALIGNMENT);
        let reserved = match ask {
            Ask::Huge => map(whole, libc::MAP_HUGETLB | libc::MAP_HUGE_2MB | libc::MAP_POPULATE).ok(),
            Ask::Transparent | Ask::Small => None,
        };
        if let Some(map) = reserved {
            return Ok(Memory { start: map, bytes, map, map_bytes: whole });
        }
        // The scratchpads begin at the first multiple of 2 MiB, and so fill whole huge pages.
        let map_bytes = whole + ALIGNMENT;
        let map = map(map_bytes, 0).map_err(|source| Error::Memory { bytes, source })?;
        let skipped = (map as usize).next_multiple_of(ALIGNMENT) - map as usize;
        // SAFETY: fewer bytes are skipped than were mapped in excess.
        let start = unsafe { map.add(skipped) };
        let advice = if ask == Ask::Small { libc::MADV_NOHUGEPAGE } else { libc::MADV_HUGEPAGE };
        // SAFETY: the range was mapped just now. If the advice is refused, the pages are as they would have been, and
        // `pages` tells so.
        unsafe { libc::madvise(start.cast(), whole, advice) };
        for offset in (0..whole).step_by(4096) {
            // SAFETY: the offset is within the mapping. Pages exist from when they are first written to.
            unsafe { start.add(offset).write_volatile(0) };
        }
        Ok(Memory { start, bytes, map, map_bytes })
    }

    pub(crate) fn start(&self) -> *mut u8 {
        self.start
    }

    pub(crate) fn pages(&self) -> Pages {
        fs::read_to_string("/proc/self/smaps")
            .ok()
            .and_then(|text| read(&text, self.start as usize, self.bytes.next_multiple_of(ALIGNMENT)))
            .unwrap_or(Pages::Unknown)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the range was mapped by `new`, and is unmapped once.
        unsafe { libc::munmap(self.map.cast(), self.map_bytes) };
    }
}

fn map(bytes: usize, flags: libc::c_int) -> io::Result<*mut u8> {
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | flags;
    // SAFETY: a new anonymous mapping, at an address that the system chooses, touches no other memory.
    let start = unsafe { libc::mmap(ptr::null_mut(), bytes, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0) };
    if start == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(start.cast()) }
}

/// The pages of the `bytes` from `start` on, from the text of `smaps`. The advice may have made a mapping of its own of
/// them, or neighbours with the same advice may be one mapping with them: then what is huge in all of it is held
/// against what is resident in all of it.
fn read(smaps: &str, start: usize, bytes: usize) -> Option<Pages> {
    let mut within = false;
    let (mut resident, mut huge, mut page) = (0, 0, 0);
    for line in smaps.lines() {
        let mut words = line.split_ascii_whitespace();
        let first = words.next()?;
        if let Some(key) = first.strip_suffix(':') {
            let value = words.next().and_then(|word| word.parse::<usize>().ok()).unwrap_or(0) << 10;
            match key {
                "Rss" if within => resident = value,
                "AnonHugePages" if within => huge = value,
                "KernelPageSize" if within => page = value,
                _ => {}
            }
        } else if within {
            break;
        } else {
            let (from, to) = first.split_once('-')?;
            let from = usize::from_str_radix(from, 16).ok()?;
            let to = usize::from_str_radix(to, 16).ok()?;
            within = from <= start && start < to;
        }
    }
    match () {
        () if !within => None,
        () if page >= ALIGNMENT => Some(Pages::Reserved),
        () if huge == 0 => Some(Pages::Small),
        () if huge >= resident.max(bytes) => Some(Pages::Transparent),
        () => Some(Pages::Partly { huge: huge.min(bytes), of: bytes }),
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::memory::Pages;

    fn smaps(resident: usize, huge: usize, page: usize) -> String {
        format!(
            "5000-6000 rw-p 0 00:00 0 [heap]\nRss: 4 kB\nAnonHugePages: 0 kB\nKernelPageSize: 4 kB\n\
             7f0000200000-7f0000600000 rw-p 0 00:00 0 \nSize: 4096 kB\nKernelPageSize: {page} kB\n\
             Rss: {resident} kB\nAnonHugePages: {huge} kB\nVmFlags: rd wr\n7f0000700000-7f0000800000 rw-p 0 00:00 0\n"
        )
    }

    #[test]
    fn pages_are_what_the_kernel_says() {
        let (start, bytes) = (0x7f00_0020_0000, 4 << 20);
        assert_eq!(read(&smaps(4096, 4096, 4), start, bytes), Some(Pages::Transparent));
        assert_eq!(read(&smaps(4096, 0, 4), start, bytes), Some(Pages::Small));
        assert_eq!(read(&smaps(0, 0, 2048), start, bytes), Some(Pages::Reserved));
        let some = Pages::Partly { huge: 2 << 20, of: bytes };
        assert_eq!(read(&smaps(4096, 2048, 4), start, bytes), Some(some));
        assert_eq!(read(&smaps(4096, 4096, 4), 0x9000_0000, bytes), None);
    }
}
