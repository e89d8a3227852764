//! The machine's card as people read it.

mod amount;
mod side;
mod hardware;
mod system;
mod sheet;

pub use sheet::{card, unknowns};
