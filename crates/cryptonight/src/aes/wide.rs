//! Filling and reading two or three scratchpads side by side, by AES instructions on vectors of 256 bits.
//! The texts and the round keys come in; the scratchpads, or the new texts, go out.
//!
//! A scratchpad alone is eight chains of rounds, which four such vectors hold; each round waits four cycles for the one
//! before, and in that time there is room for the rounds of two scratchpads.

use core::arch::asm;
use core::arch::x86_64::{__m256i, _mm256_loadu_si256, _mm256_set_epi64x, _mm256_storeu_si256, _mm256_xor_si256};

use super::schedule::Keys;
use crate::path::Text;

/// Two blocks in each vector.
type Blocks = [__m256i; 4];

/// Whether this processor can.
pub(crate) fn is_available() -> bool {
    !cfg!(miri) && std::arch::is_x86_feature_detected!("vaes") && std::arch::is_x86_feature_detected!("avx2")
}

/// Fills `bytes` of each scratchpad.
///
/// # Safety
///
/// The processor can (`is_available`), and each of `pads` leads to so many bytes that nobody else has.
#[target_feature(enable = "avx2")]
pub(crate) unsafe fn explode<const N: usize>(texts: &[Text; N], keys: &[Keys; N], pads: [*mut u8; N], bytes: usize) {
    // SAFETY: as the caller promises; the eight blocks from `offset` on are within `bytes`.
    unsafe {
        let mut blocks = read(texts);
        let keys = spread(keys);
        for offset in (0..bytes).step_by(128) {
            rounds(&mut blocks, &keys);
            for (blocks, pad) in blocks.iter().zip(pads) {
                for (i, &pair) in blocks.iter().enumerate() {
                    _mm256_storeu_si256(pad.add(offset + 32 * i).cast(), pair);
                }
            }
        }
    }
}

/// Takes `bytes` of each scratchpad into its text.
///
/// # Safety
///
/// As for `explode`.
#[target_feature(enable = "avx2")]
pub(crate) unsafe fn implode<const N: usize>(
    texts: &mut [Text; N],
    keys: &[Keys; N],
    pads: [*const u8; N],
    bytes: usize,
) {
    // SAFETY: as above.
    unsafe {
        let mut blocks = read(texts);
        let keys = spread(keys);
        for offset in (0..bytes).step_by(128) {
            for (blocks, pad) in blocks.iter_mut().zip(pads) {
                for (i, pair) in blocks.iter_mut().enumerate() {
                    *pair = _mm256_xor_si256(*pair, _mm256_loadu_si256(pad.add(offset + 32 * i).cast()));
                }
            }
            rounds(&mut blocks, &keys);
        }
        for (text, blocks) in texts.iter_mut().zip(blocks) {
            for (two, pair) in text.chunks_exact_mut(2).zip(blocks) {
                _mm256_storeu_si256(two.as_mut_ptr().cast(), pair);
            }
        }
    }
}

#[inline(always)]
unsafe fn read<const N: usize>(texts: &[Text; N]) -> [Blocks; N] {
    // SAFETY: two blocks are 32 bytes, and the caller has checked the processor.
    std::array::from_fn(|i| std::array::from_fn(|j| unsafe { _mm256_loadu_si256(texts[i][2 * j..].as_ptr().cast()) }))
}

/// Each key in both halves of a vector, round after round.
#[inline(always)]
unsafe fn spread<const N: usize>(keys: &[Keys; N]) -> [[__m256i; N]; 10] {
    std::array::from_fn(|round| {
        std::array::from_fn(|i| {
            let [low, high] = keys[i][round].map(|word| word as i64);
            // SAFETY: the caller has checked the processor.
            unsafe { _mm256_set_epi64x(high, low, high, low) }
        })
    })
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn rounds<const N: usize>(blocks: &mut [Blocks; N], keys: &[[__m256i; N]; 10]) {
    for keys in keys {
        for (blocks, &key) in blocks.iter_mut().zip(keys) {
            for pair in blocks {
                // SAFETY: the caller has checked for VAES. The compilers that this crate is for do not all have a
                // function for the instruction; it touches two registers and nothing else.
                unsafe {
                    asm!("vaesenc {0}, {0}, {1}", inout(ymm_reg) *pair, in(ymm_reg) key,
                        options(pure, nomem, nostack, preserves_flags));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{explode, implode, is_available};
    use crate::aes::schedule::expand;
    use crate::aes::tables::Tables;
    use crate::path::{Path, Text};

    const BYTES: usize = 1024;

    /// What tables make of it: the scratchpad, and the text after it was read back in.
    fn expected(text: &Text, key: [u64; 4]) -> (Vec<u128>, Text) {
        let (mut pad, mut text) = (vec![0_u128; BYTES / 16], *text);
        // SAFETY: tables need nothing of the processor, and the memory is ours and aligned to 16.
        unsafe {
            Tables::explode(&text, &expand(key), pad.as_mut_ptr().cast(), BYTES);
            Tables::implode(&mut text, &expand(key), pad.as_ptr().cast(), BYTES);
        }
        (pad, text)
    }

    fn hold<const N: usize>(given: [(Text, [u64; 4]); 3]) {
        let mut pads: [Vec<u128>; N] = std::array::from_fn(|_| vec![0; BYTES / 16]);
        let mut texts: [Text; N] = std::array::from_fn(|i| given[i].0);
        let keys = std::array::from_fn(|i| expand(given[i].1));
        let starts = pads.each_mut().map(|pad| pad.as_mut_ptr().cast::<u8>());
        // SAFETY: whoever calls has asked the processor; the memory is ours.
        unsafe {
            explode(&texts, &keys, starts, BYTES);
            implode(&mut texts, &keys, starts.map(<*mut u8>::cast_const), BYTES);
        }
        for i in 0..N {
            let (pad, text) = expected(&given[i].0, given[i].1);
            assert_eq!(pads[i], pad, "scratchpad {i} of {N}");
            assert_eq!(texts[i], text, "text {i} of {N}");
        }
    }

    proptest! {
        #[test]
        fn side_by_side_is_as_by_tables(given: [(Text, [u64; 4]); 3]) {
            if is_available() {
                hold::<1>(given);
                hold::<2>(given);
                hold::<3>(given);
            }
        }
    }
}
