//! How many objects live, and the error of an arena that ends while some still do.
//!
//! In: two numbers; out: the same with names and a sentence. It knows no memory.

use core::error::Error;
use core::fmt;

/// Numbers of objects that were allocated and are not freed yet. Those of size zero take no memory and are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// The number of objects in the arena's own buffer.
    pub stack: usize,
    /// The number of objects in memory of the global allocator.
    pub heap: usize,
}

impl Counts {
    /// Whether both numbers are zero: every object was freed.
    pub fn is_zero(self) -> bool {
        self == Counts::default()
    }
}

/// The error of an arena that ended, or was reset, with objects that were not freed. The memory of those on the heap is
/// lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leak(pub(crate) Counts);

impl Leak {
    /// How many objects were not freed, by where they were.
    pub fn counts(self) -> Counts {
        self.0
    }
}

impl fmt::Display for Leak {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { stack, heap } = self.0;
        write!(out, "an arena ended with objects never freed: {stack} on the stack, {heap} on the heap")
    }
}

impl Error for Leak {}
