//! How many objects live, and the error of an arena that ends while some still do.
//!
//! In: two numbers; out: the same with names and a sentence. It knows no memory.

use core::error::Error;
use core::fmt;

/// Objects that were allocated and not freed yet. Those of size zero take no memory and are not among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// In the arena's own buffer.
    pub stack: usize,
    /// In memory of the global allocator.
    pub heap: usize,
}

impl Counts {
    /// Whether nothing lives any more.
    pub fn is_zero(self) -> bool {
        self == Counts::default()
    }
}

/// An arena ended, or was reset, with objects that nobody freed. Those on the heap are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leak(pub(crate) Counts);

impl Leak {
    /// What was not freed.
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
