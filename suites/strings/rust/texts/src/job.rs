//! One string: decoded, lower-cased, decomposed, hashed. All that is kept of it on the way is in the allocator.
//!
//! In: bytes and an allocator; out: a hash. It does not know whether the allocator lives for a string or for all.

use std::alloc::Layout;
use std::hint::black_box;
use std::ptr::NonNull;

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
    let layout = Layout::for_value(text);
    // As bare pointers: three words that come and go together are copied by twos, and such a copy of words just
    // written makes the processor wait longer than any allocator here.
    let made = [(); 3].map(|()| {
        let block: NonNull<u8> = allocator.allocate(layout).expect("there is memory for a string").cast();
        // SAFETY: the block has the text's length, two bytes at least.
        unsafe {
            block.write(first);
            block.add(text.len() - 1).write(last);
        }
        // Else the compiler might see that nobody needs the block, and ask for none.
        black_box(block)
    });
    // SAFETY: the first and the last byte were written above.
    let ends = made.map(|block| unsafe { u64::from(block.read()) + (u64::from(block.add(text.len() - 1).read()) << 8) });
    for block in made {
        // SAFETY: the allocator gave it for this layout, and nobody uses it any more.
        unsafe { allocator.deallocate(block, layout) };
    }
    ends.iter().sum()
}

#[inline]
fn push<A: Allocator>(text: &mut Vec<u8, A>, character: char) {
    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}
