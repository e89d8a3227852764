//! SHA-1, SHA-256 and SHA-512 by the RustCrypto crates.
//!
//! In: a message in memory; out: its digest, by each crate's one-call function. Whether a processor's
//! own instructions may be used was settled when this was compiled.

use paragone_sdk::Driver;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

fn main() {
    let mut driver = Driver::new();
    driver.bench("sha1", "rustcrypto", |_| |input: &[u8]| -> [u8; 20] { Sha1::digest(input).into() });
    driver.bench("sha256", "rustcrypto", |_| |input: &[u8]| -> [u8; 32] { Sha256::digest(input).into() });
    driver.bench("sha512", "rustcrypto", |_| |input: &[u8]| -> [u8; 64] { Sha512::digest(input).into() });
    driver.serve()
}
