//! From an implementation to a running process that answers. Knows words and processes, not what is measured.

mod available;
mod build;
mod digest;
mod lock;
mod recipe;
mod sdk;
mod toolchain;

pub use available::{Look, Skipped, available, driver_id};
pub use build::{BuildFault, Built, build};
pub use recipe::Recipe;
pub use toolchain::{Toolchain, Toolchains};
