//! The component hashes take bytes of any length, and BLAKE-256 takes them in pieces of any length.

#![no_main]

use cryptonight::components::{Blake256, blake256, groestl256, jh256, keccak256, skein256};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|pieces: Vec<Vec<u8>>| {
    let whole = pieces.concat();
    let mut fed = Blake256::new();
    for piece in &pieces {
        fed.update(piece);
    }
    assert_eq!(fed.finish(), blake256(&whole));
    for hash in [keccak256, groestl256, jh256, skein256] {
        hash(&whole);
    }
});
