//! Which colour stands for what, in the terminal, in pictures and on pages.

pub(super) mod palette;
pub(super) mod shades;
pub(super) mod order;
