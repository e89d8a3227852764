//! System information: what was measured on, and in which state it was. Reads the system's own files; changes
//! nothing.

mod core;
mod now;
mod files;
pub mod frequency;
mod system;
#[cfg(any(target_os = "macos", test))]
mod pmset;
pub mod power;
mod describe;
pub mod temperature;
pub mod throttle;
mod process_time;
mod busiest;
#[cfg(target_os = "macos")]
mod mac;
#[cfg(target_os = "macos")]
mod mac_processes;
mod settings;

pub use core::rates::{CoreRates, rates};
pub use describe::describe;
pub use now::moment::MomentWatch;
pub use now::state::Gauges;
pub use settings::{SystemSetting, helpful};
