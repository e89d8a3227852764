//! What every way of doing AES has to offer to the loops: blocks of 16 bytes, a round, filling and reading a
//! scratchpad. The loops are written once, over this, and compiled for each way.

use crate::aes::schedule::Keys;
use crate::lane::Lane;

/// Eight blocks, which CryptoNight takes through AES side by side.
pub(crate) type Text = [[u64; 2]; 8];

/// What a loop has to do beside its lanes.
pub(crate) struct Work<'a> {
    /// Of a scratchpad's address: multiples of 16 within it.
    pub(crate) mask: u64,
    pub(crate) iterations: u32,
    pub(crate) program: Option<&'a crate::program::Program>,
}

/// A way of doing AES, with the blocks that suit it.
///
/// # Safety
///
/// Whoever calls any of these has checked that the processor has what the way needs ([`crate::Aes::is_available`]), and
/// that pointers lead to 16 (`load`, `store`) or as many bytes as are asked for, aligned to 16, that nobody else has.
pub(crate) trait Path {
    type Block: Copy;

    unsafe fn load(from: *const u8) -> Self::Block;
    unsafe fn store(to: *mut u8, block: Self::Block);
    unsafe fn of(low: u64, high: u64) -> Self::Block;
    unsafe fn low(block: Self::Block) -> u64;
    unsafe fn high(block: Self::Block) -> u64;
    unsafe fn xor(a: Self::Block, b: Self::Block) -> Self::Block;
    /// Two additions of 64 bits.
    unsafe fn add(a: Self::Block, b: Self::Block) -> Self::Block;
    /// Substitution, row shift, column mixing, then the key.
    unsafe fn round(block: Self::Block, key: Self::Block) -> Self::Block;
    unsafe fn prefetch(line: *const u8);

    /// The number unchanged, in a register of the integer unit. Where the compiler would make vectors of pairs of
    /// numbers, each goes to and fro between the units on its way to the next address, and everything waits for that.
    #[inline(always)]
    fn number(x: u64) -> u64 {
        x
    }

    /// Fills `bytes` of scratchpad: each 128 of them are the text, after ten more rounds.
    unsafe fn explode(text: &Text, keys: &Keys, pad: *mut u8, bytes: usize);
    /// Takes `bytes` of scratchpad into the text, with ten rounds after each 128 of them.
    unsafe fn implode(text: &mut Text, keys: &Keys, pad: *const u8, bytes: usize);
    /// As `explode`, for each text and its scratchpad.
    #[inline(always)]
    unsafe fn explode_all<const N: usize>(texts: &[Text; N], keys: &[Keys; N], pads: [*mut u8; N], bytes: usize) {
        for i in 0..N {
            // SAFETY: passed on as it came.
            unsafe { Self::explode(&texts[i], &keys[i], pads[i], bytes) }
        }
    }

    /// As `implode`, for each text and its scratchpad.
    #[inline(always)]
    unsafe fn implode_all<const N: usize>(texts: &mut [Text; N], keys: &[Keys; N], pads: [*mut u8; N], bytes: usize) {
        for i in 0..N {
            // SAFETY: passed on as it came.
            unsafe { Self::implode(&mut texts[i], &keys[i], pads[i], bytes) }
        }
    }

    /// The loop, compiled with the instructions of this way.
    unsafe fn turn<const KIND: u8, const N: usize, const PREFETCH: bool>(lanes: &mut [Lane; N], work: &Work);
}
