//! Whether two versions of a driver are the same code, and else which functions changed.

mod change;
mod classes;
mod elf;
mod functions;
mod libraries;
mod made;
mod panic_places;
mod parsed;
mod sources;

pub use change::{BothVersions, code_change};
