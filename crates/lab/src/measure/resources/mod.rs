//! What each cell takes of the machine: counted after everything has been timed, in processes of its own, so
//! that a counter never disturbs a clock.

mod rates;
mod cell;
mod pass;

pub use cell::Instruments;
pub(super) use pass::count;
