//! One number made of all answers of an audit: CRC-32 as IEEE 802.3 has it (zlib's), which every language has at hand
//! or in a dozen lines.
//!
//! It finds what was skipped or computed wrongly; it is no defence against somebody who knows every answer.

use crc32fast::Hasher;

/// The CRC-32 (IEEE 802.3) of all answers in the order of their calls, each as its length in bytes (a little-endian
/// number of 8 bytes) and its bytes. Without answers it is 0.
///
/// This is the number of [`Reply::Audit`](crate::Reply::Audit).
pub fn digest(answers: impl IntoIterator<Item = impl AsRef<[u8]>>) -> u32 {
    let mut hasher = Hasher::new();
    for answer in answers {
        let answer = answer.as_ref();
        hasher.update(&(answer.len() as u64).to_le_bytes());
        hasher.update(answer);
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out with Python's `zlib.crc32`.
    #[test]
    fn lengths_and_bytes_are_folded_in_order() {
        assert_eq!(digest([[0_u8; 0]; 0]), 0);
        assert_eq!(digest([b"".as_slice()]), 0x6522_df69);
        assert_eq!(digest([b"ab".as_slice(), b"c"]), 0x2934_768a);
        assert_ne!(digest([b"ab".as_slice(), b"c"]), digest([b"a".as_slice(), b"bc"]));
    }
}
