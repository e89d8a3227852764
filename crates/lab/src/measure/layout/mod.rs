//! Which layout of its code each launch of a program has.

pub(super) mod layouts;
pub(super) mod beside_layouts;
