//! A frame and its number to 64 bits, so that the sum over all frames tells whether each arrived whole at its place.

const FACTOR: u64 = 0xC6A3_5D1E_94F7_2B8D;

/// Of the frame with that number; its length is a multiple of 8.
pub fn digest(number: u64, frame: &[u8]) -> u64 {
    let mut state = (number + 1).wrapping_mul(FACTOR);
    for word in frame.chunks_exact(8) {
        let word = u64::from_le_bytes([word[0], word[1], word[2], word[3], word[4], word[5], word[6], word[7]]);
        state = (state ^ word).wrapping_mul(FACTOR);
        state ^= state >> 32;
    }
    state
}
