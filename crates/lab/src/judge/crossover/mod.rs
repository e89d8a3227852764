//! From which size on another implementation is the better one: pairs that change places, and where to look for it.

pub(super) mod brackets;
pub(super) mod crossovers;
pub(super) mod choice;
