//! The digests that are built in one way, by the RustCrypto crates.
//!
//! In: a message in memory; out: its digest, by each crate's one-call function.

use md2::Md2;
use md4::Md4;
use md5::Md5;
use paragone_sdk::Driver;
use ripemd::Ripemd160;
use sha2::{Digest, Sha224, Sha384};

fn main() {
    let mut driver = Driver::new();
    driver.bench("md2", "rustcrypto", |_| |input: &[u8]| -> [u8; 16] { Md2::digest(input).into() });
    driver.bench("md4", "rustcrypto", |_| |input: &[u8]| -> [u8; 16] { Md4::digest(input).into() });
    driver.bench("md5", "rustcrypto", |_| |input: &[u8]| -> [u8; 16] { Md5::digest(input).into() });
    driver.bench("sha224", "rustcrypto", |_| |input: &[u8]| -> [u8; 28] { Sha224::digest(input).into() });
    driver.bench("sha384", "rustcrypto", |_| |input: &[u8]| -> [u8; 48] { Sha384::digest(input).into() });
    driver.bench("ripemd160", "rustcrypto", |_| |input: &[u8]| -> [u8; 20] { Ripemd160::digest(input).into() });
    driver.serve()
}
