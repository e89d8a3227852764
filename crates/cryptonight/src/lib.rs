//! CryptoNight, the memory-hard hash: cn/0, cn/1, cn/2, cn/r and cn-lite/0; with AES instructions or without; one, two
//! or three hashes at a time.
//!
//! ```
//! use cryptonight::{Aes, CryptoNight, Options, Variant};
//!
//! let mut hasher = CryptoNight::new(Variant::V0, Options::default())?;
//! let hash = hasher.hash(b"This is a test")?;
//! assert_eq!(hash[..4], [0xa0, 0x84, 0xf0, 0x1d]);
//!
//! // A path can be forced, and three hashes computed side by side.
//! let options = Options { aes: Aes::Tables, interleave: 3, ..Options::default() };
//! let mut hasher = CryptoNight::new(Variant::V0, options)?;
//! assert_eq!(hasher.hash_many([b"This is a test"; 3])?, [hash; 3]);
//! println!("by {} in {}", options.aes, hasher.pages());
//! # Ok::<(), cryptonight::Error>(())
//! ```
//!
//! # What it computes
//!
//! 1. Keccak makes a state of 200 bytes of the input.
//! 2. Ten rounds of AES, again and again over 128 bytes of the state, fill a scratchpad of 2 MiB.
//! 3. 524288 times: a block of the scratchpad, where the last result says, goes through a round of AES; another, where
//!    that result says, is multiplied with it; both are written back. Nothing can begin before what came before has
//!    ended, and nearly each step waits for memory: that is the point of the algorithm.
//! 4. The scratchpad goes back into the state, by AES again; Keccak's permutation; and the lowest two bits of the state
//!    choose whether BLAKE-256, Groestl-256, JH-256 or Skein-512-256 makes 32 bytes of it.
//!
//! The [`Variant`]s differ in step 3. The inner hashes stand in [`components`].
//!
//! # Paths
//!
//! [`Options::aes`] names how AES is done; [`Aes::detect`] takes the fastest that the processor has, and each can be
//! forced. [`Options::interleave`] gives room for up to three hashes in one loop: they share the time that each waits.
//! [`Options::prefetch`] and [`Options::pages`] say how memory is used, and [`CryptoNight::pages`] what was got. None
//! of these changes an answer: the tests hold every path to the same vectors.
//!
//! # Warning
//!
//! Nothing here is for secrets. All addresses depend on the input, by design, and so does the time of [`Aes::Tables`]
//! and [`Aes::Permute`]. CryptoNight is a proof of work and no password hash; Monero left it in November 2019. It is
//! here because it measures a machine's AES, multiplier and caches at once.
//!
//! # Sources
//!
//! CryptoNote Standard 008, "CryptoNight Hash Function" (March 2013). Monero's notes on its protocol versions 7 (cn/1),
//! 8 (cn/2) and 10 (cn/r), and the definition in its `slow-hash` and `variant4_random_math`. FIPS 197 for AES. The
//! SHA-3 contest's last submissions for Keccak, BLAKE, Groestl, JH and Skein.
//!
//! # Platforms
//!
//! Everywhere by [`Aes::Tables`]; hardware paths on x86-64 and AArch64. Huge pages are asked for, and told of, on
//! Linux.

#![deny(missing_docs)]

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

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
