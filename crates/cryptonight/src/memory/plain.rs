//! Memory from the allocator, where the system is asked for nothing in particular and tells nothing.

use std::alloc::{Layout, alloc_zeroed, dealloc};

use super::{ALIGNMENT, Pages};
use crate::error::Error;
use crate::options::Ask;

pub(crate) struct Memory {
    start: *mut u8,
    layout: Layout,
}

// SAFETY: the memory belongs to this value alone and has no tie to a thread.
unsafe impl Send for Memory {}

impl Memory {
    pub(crate) fn new(bytes: usize, _: Ask) -> Result<Memory, Error> {
        let refuse = || Error::Memory { bytes, source: std::io::ErrorKind::OutOfMemory.into() };
        let layout = Layout::from_size_align(bytes, ALIGNMENT).map_err(|_| refuse())?;
        // SAFETY: the layout is not of size 0, for every variant has a scratchpad.
        let start = unsafe { alloc_zeroed(layout) };
        if start.is_null() { Err(refuse()) } else { Ok(Memory { start, layout }) }
    }

    pub(crate) fn start(&self) -> *mut u8 {
        self.start
    }

    pub(crate) fn pages(&self) -> Pages {
        Pages::Unknown
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout, and is freed once.
        unsafe { dealloc(self.start, self.layout) }
    }
}
