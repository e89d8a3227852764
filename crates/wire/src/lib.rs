//! The words of the protocol and their bytes, and nothing else.
//!
//! In: bytes from the other side; out: a [`Request`] or a [`Reply`], or the reason why not.
//! It knows no process, no clock and no benchmark. `protocol/README.md` is the law; this is its Rust.

#![warn(missing_docs)]

mod digest;
mod frame;
mod message;

pub use digest::digest;
pub use frame::{Decoder, Faulty, Limits};
pub use message::{Greeting, OLDEST_VERSION, Reply, Request, Served, VERSION};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
