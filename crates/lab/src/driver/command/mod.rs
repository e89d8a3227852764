//! A driver of our own whose implementations are whole commands: it speaks the protocol like any other.

mod fill;
mod spool;
mod child;
mod cell;
mod serve;
mod program;

pub use program::{missing, program};
pub use serve::{WORD, serve};
