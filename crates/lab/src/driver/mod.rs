//! From an implementation to a running process that answers. Knows words and processes, not what is measured.

mod ask;
mod available;
mod awake;
mod build;
mod clean;
mod code;
pub mod conform;
pub mod command;
mod digest;
mod empty;
mod fill;
pub mod keeper;
mod lacks;
mod lock;
pub mod pin;
mod process;
mod processor;
mod recipe;
mod sdk;
mod stamp;
mod steps;
mod talk;
mod toolchain;
mod toolchains;

pub use available::{Look, Missing, Skipped, available, driver_id, find_program, missing};
pub use awake::Awake;
pub use build::{BuildFault, Built, build};
pub use clean::{Cleaned, builds, clean};
pub use code::Code;
pub use empty::growth;
pub use lacks::{Lack, lacks};
pub use process::{Process, Program, Surroundings};
pub use recipe::{Recipe, build_folder, misfit};
pub use talk::{Talk, Task};
pub use toolchain::Toolchain;
pub use toolchains::Toolchains;
