//! From a driver to links of it that differ in where code lies: what a toolchain says of that, the linker's arguments
//! kept once, and a link for each seed.

mod shuffler;
mod table;
mod kept_link;
mod links;
mod make;
mod needed;
mod order;

pub(super) use kept_link::{KEPT, LINK};
pub use kept_link::{WORD, keep};
pub use links::{LAYOUTS, Links};
pub use make::{Relinkable, aligned_version, relinkable};
pub(super) use needed::told_to_the_loader;
pub(super) use shuffler::Shuffler;
pub(super) use table::{ByLinker, Placement};
