//! From samples to SQLite and back: the only room that knows SQL. Written once, never changed.

mod file;
mod writing;
mod reading;
mod migrate;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod killed;

pub use file::copy::Present;
pub use file::open_error::OpenError;
pub use file::opened::Store;
pub use file::place::{VARIABLE, default_path};
pub use file::pulse::Pulse;
pub use file::schema::SCHEMA;
pub use reading::browse::{CellLine, MachineLine, Page, WantedPage};
pub use reading::list::RunSummary;
pub use reading::past::{CellPlace, CellSubject};
pub use reading::resolve::{FoundRun, resolve};
pub use reading::spread::Spread;
pub use writing::insert::Beginning;
pub use writing::write::RunWriter;
