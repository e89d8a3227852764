//! From an implementation to a running process that answers. Knows words and processes, not what is measured.

mod ask;
mod available;
mod build;
pub mod command;
mod digest;
mod fill;
pub mod keeper;
mod lock;
pub mod pin;
mod process;
mod recipe;
mod sdk;
mod steps;
mod talk;
mod toolchain;
mod toolchains;

pub use available::{Look, Skipped, available, driver_id, find_program};
pub use build::{BuildFault, Built, build};
pub use process::{Process, Program, Surroundings};
pub use recipe::Recipe;
pub use talk::{Talk, Task};
pub use toolchain::Toolchain;
pub use toolchains::Toolchains;
