//! The trait `Allocator` for a shared reference to an arena.
//!
//! In: requests; out: blocks of the buffer, or of the heap behind it. Which of the two a block is, its address tells.

use core::alloc::Layout;
use core::ptr::{self, NonNull};

#[cfg(feature = "alloc")]
use allocator_api2::alloc::Global;
use allocator_api2::alloc::{AllocError, Allocator};

use crate::arena::StackFirst;

/// Stands for the heap where there is none, so that nothing but this knows of it.
#[cfg(not(feature = "alloc"))]
struct Global;

// SAFETY: it never gives a block, so that none can be freed or become invalid.
#[cfg(not(feature = "alloc"))]
unsafe impl Allocator for Global {
    fn allocate(&self, _layout: Layout) -> Result<NonNull<[u8]>, AllocError> {
        Err(AllocError)
    }

    unsafe fn deallocate(&self, _block: NonNull<u8>, _layout: Layout) {}
}

/// A block of size zero: an address with the alignment, which is never read.
#[inline]
fn nothing(layout: Layout) -> NonNull<[u8]> {
    let address = ptr::without_provenance_mut(layout.align());
    NonNull::slice_from_raw_parts(NonNull::new(address).unwrap_or(NonNull::dangling()), 0)
}

impl<const SIZE: usize> StackFirst<SIZE> {
    #[cold]
    #[inline(never)]
    fn allocate_behind(&self, layout: Layout) -> Result<NonNull<[u8]>, AllocError> {
        if !self.counts_one_of_the_heap() {
            return Err(AllocError);
        }
        let block = Global.allocate(layout).inspect_err(|_| self.counts_one_of_the_heap_less())?;
        Ok(NonNull::slice_from_raw_parts(block.cast(), layout.size()))
    }

    #[cold]
    #[inline(never)]
    fn grow_behind(&self, block: NonNull<u8>, old: Layout, new: Layout) -> Result<NonNull<[u8]>, AllocError> {
        // SAFETY: the caller of `grow` promised that the block is one of this allocator and that `old` fits it; it is
        // none of the buffer and not of size zero, so the global allocator gave it with that layout.
        let grown = unsafe { Global.grow(block, old, new) }?;
        Ok(NonNull::slice_from_raw_parts(grown.cast(), new.size()))
    }

    #[cold]
    #[inline(never)]
    fn shrink_behind(&self, block: NonNull<u8>, old: Layout, new: Layout) -> Result<NonNull<[u8]>, AllocError> {
        // SAFETY: as in `grow_behind`, with the promises of `shrink`.
        let shrunk = unsafe { Global.shrink(block, old, new) }?;
        Ok(NonNull::slice_from_raw_parts(shrunk.cast(), new.size()))
    }

    #[cold]
    #[inline(never)]
    fn deallocate_behind(&self, block: NonNull<u8>, layout: Layout) {
        self.counts_one_of_the_heap_less();
        // SAFETY: as in `grow_behind`, with the promises of `deallocate`; the block is not used afterwards.
        unsafe { Global.deallocate(block, layout) }
    }

    /// Another block with what both have room for; the old one is taken back.
    ///
    /// # Safety
    ///
    /// `block` is a block of this allocator that `old` fits. It is invalid when this has succeeded.
    #[inline]
    unsafe fn replace(&self, block: NonNull<u8>, old: Layout, new: Layout) -> Result<NonNull<[u8]>, AllocError> {
        let other = self.allocate(new)?;
        // SAFETY: the old block has `old.size()` bytes and the other one `new.size()`, and the smaller number is
        // copied. They do not overlap, since the old one is still allocated.
        unsafe { ptr::copy_nonoverlapping(block.as_ptr(), other.cast().as_ptr(), old.size().min(new.size())) };
        // SAFETY: the caller promised that the block is one of this allocator and that `old` fits it.
        unsafe { self.deallocate(block, old) };
        Ok(other)
    }
}

// SAFETY: a block of the buffer is `layout.size()` bytes at its alignment, below `SIZE`, and overlaps no other that
// lives, since `used` goes down to the begin of a block only when that block is freed and is the last. It stays valid
// for as long as the arena is borrowed, because what is borrowed cannot be moved, reset or dropped; all copies of the
// reference are the same arena. Blocks of the heap are the global allocator's, and no address is in both.
unsafe impl<const SIZE: usize> Allocator for &StackFirst<SIZE> {
    #[inline]
    fn allocate(&self, layout: Layout) -> Result<NonNull<[u8]>, AllocError> {
        if layout.size() == 0 {
            return Ok(nothing(layout));
        }
        match self.place(layout) {
            Some(block) => Ok(NonNull::slice_from_raw_parts(block, layout.size())),
            None => self.allocate_behind(layout),
        }
    }

    #[inline]
    unsafe fn deallocate(&self, block: NonNull<u8>, layout: Layout) {
        if layout.size() == 0 {
            return;
        }
        match self.offset(block) {
            Some(offset) => self.take_back(offset, layout.size()),
            None => self.deallocate_behind(block, layout),
        }
    }

    #[inline]
    unsafe fn grow(&self, block: NonNull<u8>, old: Layout, new: Layout) -> Result<NonNull<[u8]>, AllocError> {
        if old.size() == 0 {
            return self.allocate(new);
        }
        let Some(offset) = self.offset(block) else { return self.grow_behind(block, old, new) };
        let in_place = self.is_last(offset, old.size())
            && block.addr().get() % new.align() == 0
            && self.resize_last(offset, new.size());
        if in_place {
            return Ok(NonNull::slice_from_raw_parts(block, new.size()));
        }
        // SAFETY: the caller promised that the block is one of this allocator and that `old` fits it.
        unsafe { self.replace(block, old, new) }
    }

    #[inline]
    unsafe fn shrink(&self, block: NonNull<u8>, old: Layout, new: Layout) -> Result<NonNull<[u8]>, AllocError> {
        if new.size() == 0 {
            // SAFETY: the caller promised that the block is one of this allocator and that `old` fits it.
            unsafe { self.deallocate(block, old) };
            return Ok(nothing(new));
        }
        let Some(offset) = self.offset(block) else { return self.shrink_behind(block, old, new) };
        if block.addr().get() % new.align() != 0 {
            // SAFETY: as above.
            return unsafe { self.replace(block, old, new) };
        }
        if self.is_last(offset, old.size()) {
            self.resize_last(offset, new.size());
        }
        Ok(NonNull::slice_from_raw_parts(block, new.size()))
    }
}
