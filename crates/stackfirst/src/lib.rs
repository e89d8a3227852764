//! An allocator that takes memory from a buffer within itself first, and from the heap when that is full.
//!
//! In: requests by the [`Allocator`] trait of `allocator-api2`; out: memory, and how many objects live where. No
//! thread, no clock; it does not know what is kept in it.
//!
//! ```
//! use allocator_api2::vec::Vec;
//! use stackfirst::StackFirst;
//!
//! let arena = StackFirst::<4080>::new(); // 4096 bytes of stack, nothing of them written
//! let mut squares = Vec::new_in(&arena);
//! squares.extend((0..100_u64).map(|n| n * n));
//! assert_eq!(squares.iter().sum::<u64>(), 328_350);
//! assert_eq!(arena.counts().stack, 1);
//! assert_eq!(arena.counts().heap, 0);
//!
//! drop(squares);
//! assert_eq!(arena.finish(), Ok(()));
//! ```
//!
//! # What it is for
//!
//! A function that needs some small objects for a moment: an arena is a local variable, an allocation an addition and
//! a comparison, and what grows beyond the buffer still works. The idea is that of
//! [CFStackAllocator](https://github.com/mikekazakov/CFStackAllocator) for CoreFoundation; alignment, growing in place
//! and giving back the last block are added here.
//!
//! # How memory is given and taken back
//!
//! - A block is placed at the buffer's next byte with its alignment, whatever that is. Where it does not fit, it comes
//!   from the global allocator, with the feature `alloc`, which is on unless you turn it off; otherwise the request
//!   fails with [`AllocError`]. A block has exactly the size asked for.
//! - The block that was placed last grows and shrinks in place, and when it is freed its bytes are given out again.
//!   This is one comparison. What was left free for its alignment is not.
//! - Freeing any other block moves nothing: its bytes are free again after [`StackFirst::reset`]. So what is freed in
//!   the reverse order of its making costs no room, and a long life with frees in any order ends on the heap.
//! - A block that has grown out of the buffer stays on the heap, also when it shrinks.
//! - Blocks of size zero take no memory and are not counted.
//!
//! # Misuse
//!
//! What lives in an arena borrows it, so an object that outlives its arena does not compile:
//!
//! ```compile_fail,E0597
//! use allocator_api2::vec::Vec;
//! use stackfirst::StackFirst;
//!
//! let kept: Vec<u8, _>;
//! {
//!     let arena = StackFirst::<64>::new();
//!     kept = Vec::with_capacity_in(8, &arena);
//! }
//! drop(kept);
//! ```
//!
//! Nor does one whose arena is moved away under it:
//!
//! ```compile_fail,E0505
//! use allocator_api2::boxed::Box;
//! use stackfirst::StackFirst;
//!
//! let arena = StackFirst::<64>::new();
//! let kept = Box::new_in(7, &arena);
//! let moved = arena;
//! drop(kept);
//! ```
//!
//! An arena is not shared between threads:
//!
//! ```compile_fail,E0277
//! fn shared<T: Sync>(_: T) {}
//! shared(stackfirst::StackFirst::<64>::new());
//! ```
//!
//! An object that is never freed is safe, and a leak where it was on the heap. The counters tell it:
//!
//! ```
//! use allocator_api2::boxed::Box;
//! use stackfirst::{Counts, StackFirst};
//!
//! let arena = StackFirst::<64>::new();
//! core::mem::forget(Box::new_in([0_u8; 10], &arena));
//! let leak = arena.finish().unwrap_err();
//! assert_eq!(leak.counts(), Counts { stack: 1, heap: 0 });
//! assert_eq!(leak.to_string(), "an arena ended with objects never freed: 1 on the stack, 0 on the heap");
//! ```
//!
//! Dropping an arena checks nothing, since a panic may be what drops it; [`StackFirst::finish`] is the check.
//!
//! # Features
//!
//! `alloc`: the heap behind the buffer. Without it the crate needs `core` alone.

#![no_std]
#![deny(missing_docs)]

mod allocator;
mod arena;
mod counts;

pub use allocator_api2::alloc::{AllocError, Allocator};
pub use arena::StackFirst;
pub use counts::{Counts, Leak};

/// The example of the README is a test.
#[cfg(all(doctest, feature = "alloc"))]
#[doc = include_str!("../README.md")]
struct Readme;
