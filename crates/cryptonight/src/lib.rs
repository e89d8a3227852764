//! CryptoNight.

#![warn(missing_docs)]

mod variant;
mod options;
mod error;
mod blake256;
pub mod components;
mod program;
mod root;
mod lane;
mod path;
mod aes;
mod fill;
mod turn;
mod memory;
mod hasher;

pub use error::Error;
pub use hasher::CryptoNight;
pub use memory::Pages;
pub use options::{Aes, Ask, Options};
pub use variant::Variant;
