//! Room for as many frames as the buffer holds: memory at addresses that any way of writing takes.

const PAGE: usize = 4096;

pub struct Frames {
    storage: Vec<u8>,
    start: usize,
    most: usize,
}

impl Frames {
    /// For frames of so many bytes at most. Each page is touched, so that the first trial meets no other memory than
    /// the last.
    pub fn new(count: usize, most: usize) -> Frames {
        let mut storage = vec![0; count * most + PAGE];
        let start = storage.as_ptr().align_offset(PAGE);
        storage.iter_mut().step_by(PAGE).for_each(|byte| *byte = 1);
        Frames { storage, start, most }
    }

    /// Room for one frame of so many bytes, while nobody holds any.
    pub fn scratch(&mut self, size: usize) -> &mut [u8] {
        &mut self.storage[self.start..self.start + size]
    }

    /// All of them at once, for two threads that never hold the same one.
    pub fn all(&mut self, size: usize) -> Vec<&mut [u8]> {
        self.storage[self.start..].chunks_exact_mut(self.most).map(|slot| &mut slot[..size]).collect()
    }
}
