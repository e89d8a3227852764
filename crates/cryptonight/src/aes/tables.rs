//! AES rounds by four tables, on any processor: blocks are two words, a round is 16 look-ups.
//! Its time depends on the data by way of the cache: fine for a proof of work, wrong for secrets.

use super::schedule::{Keys, SBOX, multiply};
use crate::lane::Lane;
use crate::path::{Path, Text, Work};
use crate::turn::turn;

/// For each row, what a byte becomes: substituted, and multiplied by its column of the mixing matrix.
static TABLES: [[u32; 256]; 4] = {
    let mut tables = [[0; 256]; 4];
    let mut x = 0;
    while x < 256 {
        let s = SBOX[x];
        let column = u32::from_le_bytes([multiply(s, 2), s, s, multiply(s, 3)]);
        let mut row = 0;
        while row < 4 {
            tables[row][x] = column.rotate_left(8 * row as u32);
            row += 1;
        }
        x += 1;
    }
    tables
};

/// A round of AES on two little-endian words.
#[inline(always)]
pub(crate) fn round(block: [u64; 2], key: [u64; 2]) -> [u64; 2] {
    let [low, high] = block;
    let column = |first: u64, second: u64, third: u64, fourth: u64| {
        u64::from(
            TABLES[0][usize::from(first as u8)]
                ^ TABLES[1][usize::from(second as u8)]
                ^ TABLES[2][usize::from(third as u8)]
                ^ TABLES[3][usize::from(fourth as u8)],
        )
    };
    let first = column(low, low >> 40, high >> 16, high >> 56);
    let second = column(low >> 32, high >> 8, high >> 48, low >> 24);
    let third = column(high, high >> 40, low >> 16, low >> 56);
    let fourth = column(high >> 32, low >> 8, low >> 48, high >> 24);
    [first ^ second << 32 ^ key[0], third ^ fourth << 32 ^ key[1]]
}

/// What a path does with a block of two words, where it has no wider register for one.
macro_rules! blocks_of_words {
    () => {
        type Block = [u64; 2];

        #[inline(always)]
        unsafe fn load(from: *const u8) -> [u64; 2] {
            // SAFETY: the caller gives 16 aligned bytes.
            unsafe { from.cast::<[u64; 2]>().read() }.map(u64::from_le)
        }

        #[inline(always)]
        unsafe fn store(to: *mut u8, block: [u64; 2]) {
            // SAFETY: the caller gives 16 aligned bytes.
            unsafe { to.cast::<[u64; 2]>().write(block.map(u64::to_le)) }
        }

        #[inline(always)]
        unsafe fn of(low: u64, high: u64) -> [u64; 2] {
            [low, high]
        }

        #[inline(always)]
        unsafe fn low(block: [u64; 2]) -> u64 {
            block[0]
        }

        #[inline(always)]
        unsafe fn high(block: [u64; 2]) -> u64 {
            block[1]
        }

        #[inline(always)]
        unsafe fn xor(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
            [a[0] ^ b[0], a[1] ^ b[1]]
        }

        #[inline(always)]
        unsafe fn add(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
            [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]
        }

        #[inline(always)]
        unsafe fn round(block: [u64; 2], key: [u64; 2]) -> [u64; 2] {
            crate::aes::tables::round(block, key)
        }

        #[inline(always)]
        unsafe fn prefetch(line: *const u8) {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a prefetch changes nothing and cannot fail.
            unsafe {
                core::arch::x86_64::_mm_prefetch::<{ core::arch::x86_64::_MM_HINT_T0 }>(line.cast())
            };
            #[cfg(not(target_arch = "x86_64"))]
            crate::aes::tables::prefetch(line);
        }
    };
}
pub(super) use blocks_of_words;

/// No AES instruction and no vectors.
pub(crate) enum Tables {}

impl Path for Tables {
    blocks_of_words!();

    unsafe fn explode(text: &Text, keys: &Keys, pad: *mut u8, bytes: usize) {
        let mut text = *text;
        for (offset, i) in (0..bytes).step_by(16).zip((0..8).cycle()) {
            text[i] = keys.iter().fold(text[i], |block, &key| round(block, key));
            // SAFETY: the caller gives `bytes` bytes, and 16 from `offset` on are within them.
            unsafe { Self::store(pad.add(offset), text[i]) };
        }
    }

    unsafe fn implode(text: &mut Text, keys: &Keys, pad: *const u8, bytes: usize) {
        for (offset, i) in (0..bytes).step_by(16).zip((0..8).cycle()) {
            // SAFETY: the caller gives `bytes` bytes, and 16 from `offset` on are within them.
            let line = unsafe { Self::load(pad.add(offset)) };
            let block = [text[i][0] ^ line[0], text[i][1] ^ line[1]];
            text[i] = keys.iter().fold(block, |block, &key| round(block, key));
        }
    }

    unsafe fn turn<const KIND: u8, const N: usize, const PREFETCH: bool>(lanes: &mut [Lane; N], work: &Work) {
        // SAFETY: passed on as it came.
        unsafe { turn::<Self, KIND, N, PREFETCH>(lanes, work) }
    }
}

/// Asks for a line on AArch64; nothing elsewhere.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(crate) fn prefetch(line: *const u8) {
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    // SAFETY: a prefetch changes nothing and cannot fail.
    unsafe {
        core::arch::asm!("prfm pldl1keep, [{0}]", in(reg) line, options(nostack, readonly, preserves_flags))
    };
    #[cfg(not(all(target_arch = "aarch64", not(miri))))]
    let _ = line;
}

#[cfg(test)]
mod tests {
    use super::round;

    /// FIPS 197, appendix B: the first round of the example.
    #[test]
    fn a_round_of_fips_197() {
        let words = |bytes: [u8; 16]| [0, 8].map(|at| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i])));
        let start =
            words([0x19, 0x3d, 0xe3, 0xbe, 0xa0, 0xf4, 0xe2, 0x2b, 0x9a, 0xc6, 0x8d, 0x2a, 0xe9, 0xf8, 0x48, 0x08]);
        let key =
            words([0xa0, 0xfa, 0xfe, 0x17, 0x88, 0x54, 0x2c, 0xb1, 0x23, 0xa3, 0x39, 0x39, 0x2a, 0x6c, 0x76, 0x05]);
        let end =
            words([0xa4, 0x9c, 0x7f, 0xf2, 0x68, 0x9f, 0x35, 0x2b, 0x6b, 0x5b, 0xea, 0x43, 0x02, 0x6a, 0x50, 0x49]);
        assert_eq!(round(start, key), end);
    }
}
