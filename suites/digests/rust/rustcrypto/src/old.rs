//! MD2, MD4, MD5 and RIPEMD-160 by the RustCrypto crates.
//!
//! In: a message in memory; out: its digest, by each crate's one-call function. No processor has
//! instructions of its own for these, so this is a program apart, built in one way.

use md2::{Digest, Md2};
use md4::Md4;
use md5::Md5;
use paragone_sdk::Driver;
use ripemd::Ripemd160;

fn main() {
    let mut driver = Driver::new();
    driver.bench("md2", "rustcrypto", |_| |input: &[u8]| -> [u8; 16] { Md2::digest(input).into() });
    driver.bench("md4", "rustcrypto", |_| |input: &[u8]| -> [u8; 16] { Md4::digest(input).into() });
    driver.bench("md5", "rustcrypto", |_| |input: &[u8]| -> [u8; 16] { Md5::digest(input).into() });
    driver.bench("ripemd160", "rustcrypto", |_| |input: &[u8]| -> [u8; 20] { Ripemd160::digest(input).into() });
    driver.serve()
}
