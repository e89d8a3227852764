//! The protocol of the benchmarking lab Paragone: what Paragone and its drivers say to each other, and in which bytes.
//!
//! In: bytes from the other side; out: a [`Request`] or a [`Reply`], or the reason why not.
//! It knows no process, no clock and no benchmark. `protocol/README.md` is the law; this is its Rust.
//!
//! A driver is a program that serves implementations of benchmarks. Paragone writes requests to its standard input and
//! reads replies from its standard output: lines of UTF-8, and answers of any bytes between them. This crate has the
//! lab's half: [`Request::encode`] makes bytes of requests, and a [`Decoder`] makes replies of bytes.
//!
//! ```
//! use paragone_wire::{Decoder, Limits, Reply, Request};
//!
//! let said = Request::Answer { input: 0 }.encode()?;
//! assert_eq!(said, b"answer 0\n");
//!
//! let mut decoder = Decoder::new(Limits::default());
//! decoder.push(b"answer 5\nhel");
//! assert_eq!(decoder.next_reply()?, None);
//! decoder.push(b"lo");
//! assert_eq!(decoder.next_reply()?, Some(Reply::Answer(b"hello".to_vec())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]

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
