//! The authenticated ciphers NORX32 and NORX64, versions 1.0, 2.0 and 3.0, with 4 or 6 rounds and 1 or 4 lanes.
//!
//! In: a key, a nonce, a header, a text and a trailer; out: the text encrypted or decrypted in place, and a tag.
//! No heap, no standard library, no clock, no file.
//!
//! ```
//! use norx::Norx6441V3;
//!
//! # fn main() -> Result<(), norx::Forged> {
//! let norx = Norx6441V3::new(&[7; 32]);
//! let nonce = [1; 32]; // another one for each message
//!
//! let mut text = *b"to be kept secret";
//! let tag = norx.encrypt_in_place(&nonce, b"from me", &mut text, b"");
//! assert_ne!(&text, b"to be kept secret");
//!
//! norx.decrypt_in_place(&nonce, b"from me", &mut text, b"", &tag)?;
//! assert_eq!(&text, b"to be kept secret");
//!
//! assert!(norx.decrypt_in_place(&nonce, b"from you", &mut text, b"", &tag).is_err());
//! assert_eq!(text, [0; 17]);
//! # Ok(())
//! # }
//! ```
//!
//! # Before you use it
//!
//! NORX was a candidate of the CAESAR competition up to its third round, and is not in its final portfolio. It has
//! been analysed far less than AES-GCM or ChaCha20-Poly1305, and nobody but its authors has looked at this
//! implementation. It is here to be measured and compared.
//!
//! A nonce must never be used twice under one key: whoever sees two such messages learns the difference of their
//! first different blocks, and more may follow. Versions differ and do not understand each other.
//!
//! # Sizes
//!
//! | cipher | key | nonce 1.0 and 2.0 | nonce 3.0 | tag | rate 1.0 | rate 2.0 and 3.0 |
//! |---|---|---|---|---|---|---|
//! | NORX32 | 16 | 8 | 16 | 16 | 40 | 48 |
//! | NORX64 | 32 | 16 | 32 | 32 | 80 | 96 |
//!
//! All in bytes. Header, text and trailer may have any length, nothing included. The rate is what one permutation
//! takes in; a part that is not empty costs one permutation more than it has full blocks.
//!
//! # What is kept secret, and what is wiped
//!
//! No branch and no address depends on key, text or state, whatever the path. Tags are compared in constant time.
//! A text whose tag is wrong is wiped before the call returns. The key is wiped when a cipher is dropped, and so are
//! the blocks that are copied to be padded. States live in registers; what a compiler puts on the stack of them
//! meanwhile is out of reach of the library, and is not wiped.
//!
//! # Paths
//!
//! A cipher takes the fastest [`Path`] of the processor that it finds when it is made. [`Norx::with_path`] forces
//! one, to test it or to compare it with others; all give the same. How they come to be fast is said in the
//! README.
//!
//! # Features
//!
//! `aead`: the traits of RustCrypto's `aead` 0.5, where the tag follows the text, and associated data are the
//! header.
//!
//! # Sources
//!
//! Jean-Philippe Aumasson, Philipp Jovanovic, Samuel Neves: *NORX*, specifications v1.0 (2014), v2.0 (2015) and
//! v3.0 (2016), submissions to CAESAR; and *NORX: Parallel and Scalable AEAD*, ESORICS 2014. Answers of four lanes
//! in versions 1.0 and 2.0, and of NORX32 with four lanes, were not published with the others: there the paths
//! are held against each other only.

#![no_std]
#![deny(missing_docs)]

mod word;
mod version;
mod path;
mod state;
mod portable;
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")))]
mod vector;
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")))]
mod rows;
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")))]
mod columns;
#[cfg(all(test, target_arch = "x86_64"))]
mod plain;
#[cfg(target_arch = "x86_64")]
mod x86;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
mod sponge;
mod dispatch;
mod cipher;
mod names;
#[cfg(feature = "aead")]
mod traits;

pub use cipher::{Forged, Key, NoSuchPath, Nonce, Norx, Sizes, Tag};
pub use names::*;
pub use path::Path;
pub use version::{V1, V2, V3, Version};
pub use word::{Bytes, Word};

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
