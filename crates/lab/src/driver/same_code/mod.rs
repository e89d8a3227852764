//! Whether two versions of a driver are the same code, and else which functions changed.

mod change;
mod classes;
mod elf;
mod functions;
mod libraries;
mod loaded;
mod made;
mod panic_places;
mod parsed;
mod program_file;
mod sources;
mod versions;

pub use change::code_change;
pub use versions::BothVersions;
