//! One string: decoded, lower-cased, decomposed, hashed. All that is kept of it on the way is in the allocator.
//!
//! In: bytes and an allocator; out: a hash. It does not know whether the allocator lives for a string or for all.

use std::hint::black_box;
use std::mem::MaybeUninit;

use allocator_api2::alloc::Allocator;
use allocator_api2::vec::Vec;
use unicode_normalization::UnicodeNormalization;

/// FNV-1a of 64 bits (Fowler, Noll, Vo; RFC 9923) of a text's UTF-8.
#[inline]
pub fn hash(text: &[u8]) -> u64 {
    text.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Three buffers, as `String` would have them: the decoded copy, the lower-cased one, the decomposed one.
#[inline]
pub fn decomposed<A: Allocator + Copy>(text: &[u8], allocator: A) -> u64 {
    let mut decoded = Vec::with_capacity_in(text.len(), allocator);
    decoded.extend_from_slice(text);
    let decoded = std::str::from_utf8(&decoded).expect("the strings are UTF-8");

    let mut lower = Vec::with_capacity_in(decoded.len(), allocator);
    for character in decoded.chars().flat_map(char::to_lowercase) {
        push(&mut lower, character);
    }
    // SAFETY: `push` appended whole characters as UTF-8, and nothing else did.
    let lower = unsafe { std::str::from_utf8_unchecked(&lower) };

    let mut result = Vec::with_capacity_in(lower.len(), allocator);
    for character in lower.nfd() {
        push(&mut result, character);
    }
    hash(&result)
}

/// Three blocks of the string's length, of which only the first and the last byte are written and read: what is left
/// of a string's time when nothing is done but asking for memory and giving it back.
#[inline]
pub fn blocks<A: Allocator + Copy>(text: &[u8], allocator: A) -> u64 {
    let [first, .., last] = *text else { return 0 };
    let made = [(); 3].map(|()| {
        let mut block: Vec<MaybeUninit<u8>, A> = Vec::with_capacity_in(text.len(), allocator);
        let room = block.spare_capacity_mut();
        room[0].write(MaybeUninit::new(first));
        room[text.len() - 1].write(MaybeUninit::new(last));
        // SAFETY: there is room for so many, and bytes that may be uninitialised need not be written.
        unsafe { block.set_len(text.len()) };
        // Else the compiler would see that nobody needs the block, and ask for none.
        black_box(block)
    });
    let ends = made.iter().map(|block| {
        // SAFETY: the first and the last byte were written above.
        unsafe { u64::from(block[0].assume_init()) + (u64::from(block[text.len() - 1].assume_init()) << 8) }
    });
    ends.sum()
}

#[inline]
fn push<A: Allocator>(text: &mut Vec<u8, A>, character: char) {
    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}
