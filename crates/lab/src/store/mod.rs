//! From samples to SQLite and back: the only room that knows SQL. Written once, never changed.

mod place;
mod open;
mod make;
mod live;
mod migrate;
mod pack;
mod insert;
mod write;
mod read;
mod list;
mod resolve;
mod amend;
mod copy;
mod spread;
mod browse;
mod past;
mod pulse;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod killed;

pub use browse::{CellLine, MachineLine, Page, Wanted};
pub use copy::Present;
pub use list::Summary;
pub use make::SCHEMA;
pub use open::{OpenError, Store};
pub use past::{CellPlace, Subject};
pub use place::{VARIABLE, default_path};
pub use pulse::Pulse;
pub use resolve::{Found, resolve};
pub use spread::Spread;
pub use write::{Beginning, RunWriter};
