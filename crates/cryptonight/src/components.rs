//! The hashes that CryptoNight is made of, each over a whole message: bytes in, 32 bytes out.
//!
//! Keccak spreads the input at the beginning; one of the other four ends the computation, chosen by the result itself.
//! All are as they were sent to the last round of the SHA-3 contest, so Keccak-256 here is not SHA3-256.
//!
//! ```
//! let hash = cryptonight::components::keccak256(b"");
//! assert_eq!(hash[..4], [0xc5, 0xd2, 0x46, 0x01]);
//! ```

use groestl::Groestl256;
use groestl::digest::Digest;
use jh::Jh256;
use keccak::Keccak;
use skein::Skein512_256;

pub use crate::blake256::Blake256;

/// Bytes that Keccak takes in at a time, with 512 bits of capacity.
const RATE: usize = 136;

/// The whole state of Keccak after a message, with a rate of 136 bytes and the contest's padding: 25 words, whose bytes
/// in little-endian order CryptoNight goes on with. The first four words are the hash Keccak-256.
pub fn keccak1600(input: &[u8]) -> [u64; 25] {
    let mut state = [0; 25];
    Keccak::new().with_f1600(|permute| {
        let mut blocks = input.chunks_exact(RATE);
        for block in &mut blocks {
            add(&mut state, block);
            permute(&mut state);
        }
        let mut last = [0; RATE];
        last[..blocks.remainder().len()].copy_from_slice(blocks.remainder());
        last[blocks.remainder().len()] = 0x01;
        last[RATE - 1] |= 0x80;
        add(&mut state, &last);
        permute(&mut state);
    });
    state
}

fn add(state: &mut [u64; 25], block: &[u8]) {
    for (word, bytes) in state.iter_mut().zip(block.chunks_exact(8)) {
        *word ^= u64::from_le_bytes(std::array::from_fn(|i| bytes[i]));
    }
}

/// The permutation alone.
pub(crate) fn keccak_f(state: &mut [u64; 25]) {
    Keccak::new().with_f1600(|permute| permute(state));
}

/// The bytes of a state, in little-endian order.
pub(crate) fn bytes_of(state: &[u64; 25]) -> [u8; 200] {
    let mut bytes = [0; 200];
    for (out, word) in bytes.chunks_exact_mut(8).zip(state) {
        out.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// The hash Keccak-256 of a message, with the padding of the contest (`01`, not the `06` of FIPS 202).
///
/// Source: Bertoni, Daemen, Peeters and Van Assche, "The Keccak SHA-3 submission", version 3 (2011).
pub fn keccak256(input: &[u8]) -> [u8; 32] {
    let bytes = bytes_of(&keccak1600(input));
    std::array::from_fn(|i| bytes[i])
}

/// The hash BLAKE-256 of a message, with 14 rounds.
///
/// Source: Aumasson, Henzen, Meier and Phan, "SHA-3 proposal BLAKE", version 1.3 (2010). [`Blake256`] takes a message
/// in pieces.
pub fn blake256(input: &[u8]) -> [u8; 32] {
    let mut hash = Blake256::new();
    hash.update(input);
    hash.finish()
}

/// The hash Groestl-256 of a message.
///
/// Source: Gauravaram and others, "Grøstl, a SHA-3 candidate", of the contest's last round (2011).
pub fn groestl256(input: &[u8]) -> [u8; 32] {
    Groestl256::digest(input).into()
}

/// The hash JH-256 of a message, with 42 rounds.
///
/// Source: Wu, "The Hash Function JH", of the contest's last round (2011).
pub fn jh256(input: &[u8]) -> [u8; 32] {
    Jh256::digest(input).into()
}

/// The hash Skein-512-256 of a message: a state of 512 bits, and 256 bits of output.
///
/// Source: Ferguson and others, "The Skein Hash Function Family", version 1.3 (2010).
pub fn skein256(input: &[u8]) -> [u8; 32] {
    Skein512_256::digest(input).into()
}

/// The end of CryptoNight: the state is permuted once more, and its lowest two bits choose who hashes it.
pub(crate) fn finish(mut state: [u64; 25]) -> [u8; 32] {
    keccak_f(&mut state);
    let bytes = bytes_of(&state);
    match state[0] & 3 {
        0 => blake256(&bytes),
        1 => groestl256(&bytes),
        2 => jh256(&bytes),
        _ => skein256(&bytes),
    }
}
