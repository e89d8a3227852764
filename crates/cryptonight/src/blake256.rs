//! BLAKE-256 as it was sent to the last round of the SHA-3 contest: 14 rounds.
//! Bytes come in, in pieces of any length; 32 bytes go out. Ours, because no well-kept crate has it.
//!
//! Source: Aumasson, Henzen, Meier, Phan, "SHA-3 proposal BLAKE", version 1.3 (2010), section 2.1.

/// The first digits of pi, which are the constants of BLAKE-256.
const PI: [u32; 16] = [
    0x243f_6a88,
    0x85a3_08d3,
    0x1319_8a2e,
    0x0370_7344,
    0xa409_3822,
    0x299f_31d0,
    0x082e_fa98,
    0xec4e_6c89, //
    0x4528_21e6,
    0x38d0_1377,
    0xbe54_66cf,
    0x34e9_0c6c,
    0xc0ac_29b7,
    0xc97c_50dd,
    0x3f84_d5b5,
    0xb547_0917,
];

/// The order of the words of a block, round after round; after ten rounds it begins again.
const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// Which words of the state each of the eight steps of a round mixes: four columns, four diagonals.
const STEPS: [[usize; 4]; 8] = [
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15], //
    [0, 5, 10, 15],
    [1, 6, 11, 12],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
];

/// A BLAKE-256 that takes its message in pieces.
///
/// ```
/// use cryptonight::components::{Blake256, blake256};
///
/// let mut hash = Blake256::new();
/// hash.update(b"in two ");
/// hash.update(b"pieces");
/// assert_eq!(hash.finish(), blake256(b"in two pieces"));
/// ```
#[derive(Clone, Debug)]
pub struct Blake256 {
    chain: [u32; 8],
    block: [u8; 64],
    /// Bytes in `block`, 0 to 63.
    filled: usize,
    /// Bits that came before `block`.
    bits: u64,
}

impl Default for Blake256 {
    fn default() -> Self {
        Self::new()
    }
}

impl Blake256 {
    /// A hash whose message is empty yet.
    pub fn new() -> Self {
        // The initial value is that of SHA-256.
        let chain =
            [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];
        Blake256 { chain, block: [0; 64], filled: 0, bits: 0 }
    }

    /// Adds bytes to the message, which may become 2^61 - 1 bytes long.
    pub fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let taken = bytes.len().min(64 - self.filled);
            self.block[self.filled..self.filled + taken].copy_from_slice(&bytes[..taken]);
            self.filled += taken;
            bytes = &bytes[taken..];
            if self.filled == 64 {
                self.bits = self.bits.wrapping_add(512);
                self.compress(self.bits);
                self.filled = 0;
            }
        }
    }

    /// The hash of all bytes that were added.
    pub fn finish(mut self) -> [u8; 32] {
        let bits = self.bits.wrapping_add(8 * self.filled as u64);
        // A block that holds no bit of the message counts as 0 bits.
        let counter = if self.filled == 0 { 0 } else { bits };
        self.block[self.filled..].fill(0);
        self.block[self.filled] |= 0x80;
        if self.filled > 55 {
            self.compress(counter);
            self.block.fill(0);
            self.end(bits, 0)
        } else {
            self.end(bits, counter)
        }
    }

    fn end(mut self, bits: u64, counter: u64) -> [u8; 32] {
        self.block[55] |= 1;
        self.block[56..].copy_from_slice(&bits.to_be_bytes());
        self.compress(counter);
        let mut hash = [0; 32];
        for (out, word) in hash.chunks_exact_mut(4).zip(self.chain) {
            out.copy_from_slice(&word.to_be_bytes());
        }
        hash
    }

    fn compress(&mut self, counter: u64) {
        let mut m = [0; 16];
        for (word, bytes) in m.iter_mut().zip(self.block.chunks_exact(4)) {
            *word = u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        let mut v = [0; 16];
        v[..8].copy_from_slice(&self.chain);
        v[8..].copy_from_slice(&PI[..8]);
        v[12] ^= counter as u32;
        v[13] ^= counter as u32;
        v[14] ^= (counter >> 32) as u32;
        v[15] ^= (counter >> 32) as u32;
        for round in 0..14 {
            let order = &SIGMA[round % 10];
            for (step, &[a, b, c, d]) in STEPS.iter().enumerate() {
                let (first, second) = (order[2 * step], order[2 * step + 1]);
                v[a] = v[a].wrapping_add(v[b]).wrapping_add(m[first] ^ PI[second]);
                v[d] = (v[d] ^ v[a]).rotate_right(16);
                v[c] = v[c].wrapping_add(v[d]);
                v[b] = (v[b] ^ v[c]).rotate_right(12);
                v[a] = v[a].wrapping_add(v[b]).wrapping_add(m[second] ^ PI[first]);
                v[d] = (v[d] ^ v[a]).rotate_right(8);
                v[c] = v[c].wrapping_add(v[d]);
                v[b] = (v[b] ^ v[c]).rotate_right(7);
            }
        }
        for i in 0..8 {
            self.chain[i] ^= v[i] ^ v[i + 8];
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Blake256;

    #[test]
    fn the_proposal_s_own_vector_of_one_zero_byte() {
        let mut hash = Blake256::new();
        hash.update(&[0]);
        let text: String = hash.finish().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(text, "0ce8d4ef4dd7cd8d62dfded9d4edb0a774ae6a41929a74da23109e8f11139c87");
    }

    proptest! {
        #[test]
        fn pieces_hash_as_the_whole_does(message in proptest::collection::vec(any::<u8>(), 0..300), cuts in
            proptest::collection::vec(0usize..300, 0..6)) {
            let mut whole = Blake256::new();
            whole.update(&message);
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(message.len())).collect();
            cuts.sort_unstable();
            let mut pieces = Blake256::new();
            let mut from = 0;
            for cut in cuts {
                pieces.update(&message[from..cut]);
                from = cut;
            }
            pieces.update(&message[from..]);
            prop_assert_eq!(whole.finish(), pieces.finish());
        }
    }
}
