//! The machine's card: what was measured on, and in which state it was. Reads the system's own files; changes
//! nothing.

mod files;
mod cpuinfo;
mod caches;
mod layout;
pub mod frequency;
mod speed;
mod rates;
mod virtualisation;
mod system;
pub mod power;
mod describe;
pub mod temperature;
pub mod throttle;
pub mod steal;
pub mod busiest;
mod moment;
mod ticks;
mod additions;
mod asleep;
mod others;
mod state;
#[cfg(target_os = "macos")]
mod mac;
#[cfg(target_os = "macos")]
mod mac_processes;
mod settings;

pub use describe::describe;
pub use moment::Watch;
pub use rates::{Rates, rates};
pub use settings::{Setting, helpful};
pub use state::Gauges;
