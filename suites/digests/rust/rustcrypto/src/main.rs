//! SHA-1 and SHA-2 by the RustCrypto crates.
//!
//! In: a message in memory; out: its digest, by each crate's one-call function. Whether a processor's
//! own instructions may be used was settled when this was compiled.

use paragone_sdk::Driver;
use sha1::Sha1;
use sha2::digest::Digest;
use sha2::{Sha224, Sha256, Sha384, Sha512};

fn main() {
    let mut driver = Driver::new();
    driver.bench("sha1", "rustcrypto", |_| |input: &[u8]| -> [u8; 20] { Sha1::digest(input).into() });
    driver.bench("sha224", "rustcrypto", |_| |input: &[u8]| -> [u8; 28] { Sha224::digest(input).into() });
    driver.bench("sha256", "rustcrypto", |_| |input: &[u8]| -> [u8; 32] { Sha256::digest(input).into() });
    driver.bench("sha384", "rustcrypto", |_| |input: &[u8]| -> [u8; 48] { Sha384::digest(input).into() });
    driver.bench("sha512", "rustcrypto", |_| |input: &[u8]| -> [u8; 64] { Sha512::digest(input).into() });
    driver.serve()
}
