//! Filling and reading a scratchpad, eight blocks side by side, for processors whose AES takes a block at once.
//! The text and the round keys come in; the scratchpad, or the new text, goes out.

use crate::aes::schedule::Keys;
use crate::path::{Path, Text};

#[inline(always)]
pub(crate) unsafe fn explode<P: Path>(text: &Text, keys: &Keys, pad: *mut u8, bytes: usize) {
    // SAFETY: the caller has checked the processor; each of the eight blocks from `offset` on is within the `bytes` that
    // the caller gives.
    unsafe {
        let keys = keys.map(|key| P::of(key[0], key[1]));
        let mut text = text.map(|block| P::of(block[0], block[1]));
        for offset in (0..bytes).step_by(128) {
            for key in keys {
                text = text.map(|block| P::round(block, key));
            }
            for (i, block) in text.into_iter().enumerate() {
                P::store(pad.add(offset + 16 * i), block);
            }
        }
    }
}

#[inline(always)]
pub(crate) unsafe fn implode<P: Path>(text: &mut Text, keys: &Keys, pad: *const u8, bytes: usize) {
    // SAFETY: as above.
    unsafe {
        let keys = keys.map(|key| P::of(key[0], key[1]));
        let mut blocks = text.map(|block| P::of(block[0], block[1]));
        for offset in (0..bytes).step_by(128) {
            for (i, block) in blocks.iter_mut().enumerate() {
                *block = P::xor(*block, P::load(pad.add(offset + 16 * i)));
            }
            for key in keys {
                blocks = blocks.map(|block| P::round(block, key));
            }
        }
        *text = blocks.map(|block| [P::low(block), P::high(block)]);
    }
}
