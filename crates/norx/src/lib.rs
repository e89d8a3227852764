//! The authenticated ciphers NORX32 and NORX64.
#![no_std]

mod word;
mod version;
mod path;
mod state;
mod portable;
mod vector;
mod rows;
mod columns;
#[cfg(target_arch = "x86_64")]
mod x86;
mod sponge;
mod dispatch;
mod cipher;
mod names;

pub use cipher::Forged;
pub use cipher::Key;
pub use cipher::NoSuchPath;
pub use cipher::Nonce;
pub use cipher::Norx;
pub use cipher::Sizes;
pub use cipher::Tag;
pub use names::*;
pub use path::Path;
pub use version::V1;
pub use version::V2;
pub use version::V3;
pub use version::Version;
pub use word::Bytes;
pub use word::Word;
