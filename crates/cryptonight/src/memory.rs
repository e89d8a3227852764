//! The scratchpads' memory: how many bytes and which pages are wanted comes in; zeroed memory, aligned to 2 MiB, and
//! which pages it really has go out. Knows no hash.

#[cfg(all(target_os = "linux", not(miri)))]
mod linux;
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) use linux::Memory;

#[cfg(any(not(target_os = "linux"), miri))]
mod plain;
#[cfg(any(not(target_os = "linux"), miri))]
pub(crate) use plain::Memory;

use std::fmt;

/// Alignment of every scratchpad, in bytes: that of a huge page.
pub(crate) const ALIGNMENT: usize = 1 << 21;

/// Which pages the scratchpads have, as the system tells after they were touched; not as they were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pages {
    /// All of the memory is in huge pages of the system's reserve.
    Reserved,
    /// All of the memory is in huge pages that the kernel has made of ordinary ones.
    Transparent,
    /// Some of the memory is in huge pages that the kernel has made of ordinary ones.
    Partly {
        /// The part of the memory that is in huge pages, in bytes.
        huge: usize,
        /// The size of all of the memory, in bytes.
        of: usize,
    },
    /// None of the memory is in huge pages.
    Small,
    /// The system does not tell.
    Unknown,
}

impl fmt::Display for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pages::Reserved => f.write_str("reserved huge pages"),
            Pages::Transparent => f.write_str("transparent huge pages"),
            Pages::Partly { huge, of } => write!(f, "{huge} of {of} bytes in huge pages"),
            Pages::Small => f.write_str("small pages"),
            Pages::Unknown => f.write_str("unknown pages"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ALIGNMENT, Memory, Pages};
    use crate::options::Ask;

    #[test]
    fn memory_is_zeroed_aligned_and_whole() {
        for ask in [Ask::Huge, Ask::Transparent, Ask::Small] {
            for bytes in [1 << 20, 3 << 20, 6 << 20] {
                let memory = Memory::new(bytes, ask).unwrap();
                let start = memory.start();
                assert_eq!(start as usize % ALIGNMENT, 0);
                for offset in (0..bytes).step_by(4096).chain([bytes - 1]) {
                    // SAFETY: the offset is within the memory, which nobody else has.
                    unsafe {
                        assert_eq!(start.add(offset).read(), 0);
                        start.add(offset).write(1);
                    }
                }
                assert!(ask != Ask::Small || matches!(memory.pages(), Pages::Small | Pages::Unknown));
            }
        }
    }
}
