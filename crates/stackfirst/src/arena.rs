//! The buffer, the place in it that is free, and the counters.
//!
//! In: layouts; out: places in the buffer, or none where they do not fit. It never asks the heap.

use core::alloc::Layout;
use core::cell::{Cell, UnsafeCell};
use core::fmt;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use crate::counts::{Counts, Leak};

/// An arena with a buffer of `SIZE` bytes within itself, at most `i32::MAX`. A shared reference to it is an
/// [`Allocator`](crate::Allocator).
///
/// It is `SIZE` bytes large and 16 more for its counters, rounded up to a multiple of 16: with the default of 4080 that
/// is 4096. The buffer begins at an address that is a multiple of 16. It cannot be shared between threads.
#[repr(C, align(16))]
pub struct StackFirst<const SIZE: usize = 4080> {
    buffer: UnsafeCell<[MaybeUninit<u8>; SIZE]>,
    /// Lower half: bytes from the buffer's begin that are given out or were skipped, never above `SIZE`. Upper half:
    /// how many blocks of the buffer were given out, less those that were taken back while they were the last, modulo
    /// 2^32. One word, so that to give one, or to take the last one back, is one load and one store.
    given: Cell<u64>,
    /// How many others were taken back, modulo 2^32. Each has a byte at least, so never do 2^32 live.
    taken_back: Cell<u32>,
    heap: Cell<u32>,
}

impl<const SIZE: usize> StackFirst<SIZE> {
    const FITS: () = assert!(SIZE <= i32::MAX as usize, "the buffer of an arena has i32::MAX bytes at most");

    /// An empty arena. None of its buffer is written.
    ///
    /// A `SIZE` above `i32::MAX` does not compile.
    #[inline]
    #[must_use]
    pub const fn new() -> StackFirst<SIZE> {
        let () = Self::FITS;
        StackFirst {
            buffer: UnsafeCell::new([const { MaybeUninit::uninit() }; SIZE]),
            given: Cell::new(0),
            taken_back: Cell::new(0),
            heap: Cell::new(0),
        }
    }

    /// How many objects were allocated and are not freed yet, by where they are.
    #[inline]
    pub fn counts(&self) -> Counts {
        let given = (self.given.get() >> 32) as u32;
        Counts { stack: given.wrapping_sub(self.taken_back.get()) as usize, heap: self.heap.get() as usize }
    }

    /// How many bytes of the buffer are not free, those of freed blocks below others and of gaps for alignment
    /// included; at most `SIZE`.
    #[inline]
    pub fn used(&self) -> usize {
        self.given.get() as u32 as usize
    }

    /// Ends the arena, and checks that all objects were freed.
    ///
    /// # Errors
    ///
    /// [`Leak`], with how many objects were not freed, if there are any; the memory of those on the heap is lost.
    #[inline]
    pub fn finish(self) -> Result<(), Leak> {
        let counts = self.counts();
        if counts.is_zero() { Ok(()) } else { Err(Leak(counts)) }
    }

    /// Makes all of the buffer free again, and checks that all objects were freed.
    ///
    /// That the arena is borrowed mutably proves that nothing in it is used any more. Blocks that were got by calling
    /// [`Allocator::allocate`](crate::Allocator::allocate) without a collection must not be used or freed afterwards.
    ///
    /// # Errors
    ///
    /// [`Leak`], with how many objects were not freed, if there are any. The arena is empty and its counters are zero
    /// all the same; the memory of those on the heap is lost.
    #[inline]
    pub fn reset(&mut self) -> Result<(), Leak> {
        let counts = self.counts();
        self.given.set(0);
        self.taken_back.set(0);
        if counts.is_zero() {
            // So the third counter is zero already.
            return Ok(());
        }
        self.heap.set(0);
        Err(Leak(counts))
    }

    #[inline]
    fn start(&self) -> *mut u8 {
        self.buffer.get().cast()
    }

    /// Where in the buffer a block begins, counted from the buffer's start; `None` for a block of the heap.
    ///
    /// A block of the buffer has a byte at least, so it never begins behind the last one.
    #[inline]
    pub(crate) fn offset(&self, block: NonNull<u8>) -> Option<usize> {
        let offset = block.addr().get().wrapping_sub(self.start().addr());
        (offset < SIZE).then_some(offset)
    }

    /// Whether a block of the buffer is the last one: nothing that lives lies behind it.
    #[inline]
    pub(crate) fn is_last(&self, offset: usize, size: usize) -> bool {
        offset + size == self.used()
    }

    /// A new block of the buffer; `None` where it does not fit. The layout's size is not zero.
    #[inline]
    pub(crate) fn place(&self, layout: Layout) -> Option<NonNull<u8>> {
        let used = self.used();
        let free = self.start().wrapping_add(used);
        let gap = free.addr().wrapping_neg() & (layout.align() - 1);
        let room = SIZE - used;
        // In this order, nothing overflows for any size and alignment that a layout can have.
        if gap > room || layout.size() > room - gap {
            return None;
        }
        self.given.set(self.given.get().wrapping_add((1 << 32) + (gap + layout.size()) as u64));
        NonNull::new(free.wrapping_add(gap))
    }

    /// Gives the last block, or what will be it, another size; `false` where that does not fit.
    #[inline]
    pub(crate) fn resize_last(&self, offset: usize, size: usize) -> bool {
        let fits = size <= SIZE - offset;
        if fits {
            self.set_used(offset + size);
        }
        fits
    }

    /// Takes back a block of the buffer. Its bytes are free again where it was the last one.
    #[inline]
    pub(crate) fn take_back(&self, offset: usize, size: usize) {
        let given = self.given.get();
        if self.is_last(offset, size) {
            // One block less, and its bytes: both halves at once.
            self.given.set(given.wrapping_sub((1 << 32) + size as u64));
        } else {
            self.taken_back.set(self.taken_back.get().wrapping_add(1));
        }
    }

    /// One more block of the heap; `false` where no more can be counted.
    pub(crate) fn counts_one_of_the_heap(&self) -> bool {
        let more = self.heap.get().checked_add(1);
        more.inspect(|more| self.heap.set(*more)).is_some()
    }

    /// A block of the heap less.
    pub(crate) fn counts_one_of_the_heap_less(&self) {
        self.heap.set(self.heap.get() - 1);
    }

    #[inline]
    fn set_used(&self, used: usize) {
        debug_assert!(used <= SIZE);
        self.given.set((self.given.get() & !u64::from(u32::MAX)) | used as u64);
    }
}

impl<const SIZE: usize> Default for StackFirst<SIZE> {
    fn default() -> StackFirst<SIZE> {
        StackFirst::new()
    }
}

impl<const SIZE: usize> fmt::Debug for StackFirst<SIZE> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("StackFirst")
            .field("size", &SIZE)
            .field("used", &self.used())
            .field("counts", &self.counts())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arena_of_the_default_size_has_a_page() {
        assert_eq!(size_of::<StackFirst>(), 4096);
        assert_eq!(align_of::<StackFirst>(), 16);
    }

    #[test]
    fn an_arena_without_a_buffer_places_nothing() {
        let arena = StackFirst::<0>::new();
        assert_eq!(arena.place(Layout::new::<u8>()), None);
        assert_eq!(arena.offset(NonNull::dangling()), None);
    }

    #[test]
    fn the_greatest_sizes_and_alignments_do_not_fit_and_do_not_overflow() {
        let arena = StackFirst::<256>::new();
        let size = isize::MAX as usize;
        assert_eq!(arena.place(Layout::from_size_align(size, 1).unwrap()), None);
        assert_eq!(arena.place(Layout::from_size_align(1, 1 << (usize::BITS - 2)).unwrap()), None);
        assert_eq!(arena.used(), 0);
    }
}
