//! BLAKE2b-512 and BLAKE2s-256 by the crates that Rust users choose.
//!
//! In: a message in memory; out: its digest, by each crate's one-call function.

use blake2::{Blake2b512, Blake2s256, Digest};
use paragone_sdk::Driver;

fn main() {
    let mut driver = Driver::new();
    driver.bench("blake2b", "blake2", |_| |input: &[u8]| -> [u8; 64] { Blake2b512::digest(input).into() });
    driver.bench("blake2b", "blake2b_simd", |_| |input: &[u8]| *blake2b_simd::blake2b(input).as_array());
    driver.bench("blake2s", "blake2", |_| |input: &[u8]| -> [u8; 32] { Blake2s256::digest(input).into() });
    driver.bench("blake2s", "blake2s_simd", |_| |input: &[u8]| *blake2s_simd::blake2s(input).as_array());
    driver.serve()
}
