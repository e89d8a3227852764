//! Whether two versions of a driver are the same code, and else which functions changed.

mod change;
mod classes;
mod functions;
mod libraries;
mod loaded;
mod made;
mod panic_places;
mod parsed;
mod program_file;
mod sources;

pub use change::code_change;
pub use sources::{BothVersions, ignored_and_loaded};
