//! Sentences, sizes, quantities and names: how a value is written, once for all forms.

pub(super) mod quantity;
pub(super) mod paragraph;
pub(super) mod escape;
pub(super) mod slug;
pub(super) mod verdict;
