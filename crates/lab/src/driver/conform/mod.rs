//! Whether a driver speaks the protocol: conversations as `protocol/transcripts` has them, word by word.

mod texts;
pub mod transcript;
pub mod process;
pub mod play;

pub use texts::TEXTS;
