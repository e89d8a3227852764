//! The machine's card: what was measured on, and in which state it was. Reads the system's own files; changes
//! nothing.

mod files;
pub mod frequency;
pub mod temperature;
pub mod power;
pub mod throttle;
pub mod steal;
pub mod busiest;
mod ticks;
mod speed;
mod asleep;
mod others;
mod state;

pub use state::Gauges;
