//! Memory in huge or in small pages: a size comes in, words go out.

#[cfg(target_os = "linux")]
pub(crate) use mapped::Lines;

#[cfg(not(target_os = "linux"))]
pub(crate) use plain::Lines;

#[cfg(target_os = "linux")]
mod mapped {
    use std::{ptr, slice};

    const HUGE: usize = 2 << 20;

    /// Words that begin a huge page.
    pub(crate) struct Lines {
        map: *mut libc::c_void,
        mapped: usize,
        start: *mut usize,
        words: usize,
    }

    impl Lines {
        /// So many bytes, in huge pages if the kernel makes any when it is asked to.
        pub(crate) fn new(bytes: usize, huge: bool) -> Self {
            let whole = bytes.next_multiple_of(HUGE);
            let mapped = whole + HUGE;
            let (rights, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            // SAFETY: a new mapping, where the system likes, touches no other memory.
            let map = unsafe { libc::mmap(ptr::null_mut(), mapped, rights, flags, -1, 0) };
            assert!(map != libc::MAP_FAILED, "no memory");
            let start = map.wrapping_byte_add((map as usize).next_multiple_of(HUGE) - map as usize);
            // SAFETY: the range is within what was mapped just now. A refusal leaves the pages as they are.
            unsafe { libc::madvise(start, whole, if huge { libc::MADV_HUGEPAGE } else { libc::MADV_NOHUGEPAGE }) };
            Lines { map, mapped, start: start.cast(), words: bytes / 8 }
        }

        pub(crate) fn words(&mut self) -> &mut [usize] {
            // SAFETY: the words are zeros in a mapping that this value alone has, for as long as it lives.
            unsafe { slice::from_raw_parts_mut(self.start, self.words) }
        }
    }

    impl Drop for Lines {
        fn drop(&mut self) {
            // SAFETY: it was mapped by `new` and is unmapped once.
            unsafe { libc::munmap(self.map, self.mapped) };
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod plain {
    /// Words from the allocator, in the pages that it has.
    pub(crate) struct Lines(Vec<usize>);

    impl Lines {
        pub(crate) fn new(bytes: usize, _: bool) -> Self {
            Lines(vec![0; bytes / 8])
        }

        pub(crate) fn words(&mut self) -> &mut [usize] {
            &mut self.0
        }
    }
}
