//! System information: what was measured on, and in which state it was. Reads the system's own files; changes
//! nothing.

mod core;
mod now;
mod files;
#[cfg(test)]
mod copies;
mod system;
#[cfg(any(target_os = "macos", test))]
mod pmset;
pub mod power;
mod describe;
mod temperature;
#[cfg(target_os = "macos")]
mod mac;
#[cfg(target_os = "macos")]
mod mac_processes;
mod settings;

pub use describe::describe;
pub use now::moment::MomentWatch;
pub use now::state::Gauges;
pub use settings::{SystemSetting, helpful};
