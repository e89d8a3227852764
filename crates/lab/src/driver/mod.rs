//! From an implementation to a running process that answers. Knows words and processes, not what is measured.

pub mod keeper;
pub mod pin;
mod process;
mod talk;

pub use process::{Process, Program, Surroundings};
pub use talk::{Talk, Task};
