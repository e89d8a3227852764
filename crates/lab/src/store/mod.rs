//! From samples to SQLite and back: the only room that knows SQL. Written once, never changed.

mod place;
mod open;
mod make;
mod live;
mod pack;
mod insert;
mod write;
mod read;
mod list;
mod resolve;
mod amend;
mod copy;
mod spread;

#[cfg(test)]
pub(crate) mod example;
#[cfg(test)]
mod killed;

pub use copy::Present;
pub use list::Summary;
pub use open::{OpenError, Store};
pub use place::{VARIABLE, default_path};
pub use resolve::{Found, resolve};
pub use spread::Spread;
pub use write::{Beginning, RunWriter};
