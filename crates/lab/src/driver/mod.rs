//! From an implementation to a running process that answers. Knows words and processes, not what is measured.

mod available;
mod build;
pub mod command;
mod digest;
pub mod keeper;
mod lock;
pub mod pin;
mod process;
mod recipe;
mod sdk;
mod talk;
mod toolchain;

pub use available::{Look, Skipped, available, driver_id};
pub use build::{BuildFault, Built, build};
pub use process::{Process, Program, Surroundings};
pub use recipe::Recipe;
pub use talk::{Talk, Task};
pub use toolchain::{Toolchain, Toolchains};
