//! The system information as people read it.

mod amount;
mod side;
mod hardware;
mod system;
mod information;

pub use information::{system_information, unknowns};
