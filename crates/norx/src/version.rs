//! The three versions of the specification, and what differs between them.
//!
//! In: key, nonce and parameters; out: the words that a state begins with, and constants that the flow of a
//! message asks for. It knows no permutation.

use crate::word::{Bytes, Word};

/// A version of the specification: [`V1`], [`V2`] or [`V3`]. The trait is sealed, so that there are no others.
pub trait Version: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The nonce, a byte array: two words in versions 1.0 and 2.0, four in version 3.0.
    type Nonce<W: Word>: Bytes;
    /// The rate in words, which are those of the state that take in data: 10 in version 1.0, else 12.
    const RATE_WORDS: usize;
    /// Version 3.0 adds the key after each of the permutations at the ends.
    #[doc(hidden)]
    const KEYED_ENDS: bool;
    /// Version 1.0 numbers lanes in one word of the capacity, later ones in every word of the rate.
    #[doc(hidden)]
    const LANE_IN_CAPACITY: bool;
    /// Version 1.0 gives each lane an empty block after the last one, but for the lane that had the last one.
    #[doc(hidden)]
    const EMPTY_BLOCKS: bool;
    /// The words before the first permutation, by rows of four; the second row is the key in each version.
    #[doc(hidden)]
    fn first_rows<W: Word>(key: &[W; 4], nonce: &Self::Nonce<W>, rounds: usize, lanes: usize) -> [[W; 4]; 4];
}

/// Version 1.0 of the specification (March 2014), of the first round of CAESAR.
#[derive(Clone, Copy, Debug)]
pub enum V1 {}

/// Version 2.0 of the specification (August 2015), of the second round of CAESAR.
#[derive(Clone, Copy, Debug)]
pub enum V2 {}

/// Version 3.0 of the specification (September 2016), of the third round of CAESAR.
#[derive(Clone, Copy, Debug)]
pub enum V3 {}

mod sealed {
    /// Keeps the versions to those of the specification.
    pub trait Sealed {}
    impl Sealed for super::V1 {}
    impl Sealed for super::V2 {}
    impl Sealed for super::V3 {}
}

impl Version for V1 {
    type Nonce<W: Word> = W::Pair;
    const RATE_WORDS: usize = 10;
    const KEYED_ENDS: bool = false;
    const LANE_IN_CAPACITY: bool = true;
    const EMPTY_BLOCKS: bool = true;

    #[inline(always)]
    fn first_rows<W: Word>(key: &[W; 4], nonce: &W::Pair, rounds: usize, lanes: usize) -> [[W; 4]; 4] {
        let u = W::FIRST_CONSTANTS;
        let nonce = nonce.as_ref();
        let [first, second] = [W::read(nonce), W::read(&nonce[W::BYTES..])];
        let packed = (rounds << 26) | (lanes << 18) | (W::BITS << 10) | (4 * W::BITS);
        [
            [u[0], first, second, u[1]],
            *key,
            [u[2], u[3], u[4], u[5]],
            [u[6], u[7], u[8] ^ W::small(packed as u32), u[9]],
        ]
    }
}

impl Version for V2 {
    type Nonce<W: Word> = W::Pair;
    const RATE_WORDS: usize = 12;
    const KEYED_ENDS: bool = false;
    const LANE_IN_CAPACITY: bool = false;
    const EMPTY_BLOCKS: bool = false;

    #[inline(always)]
    fn first_rows<W: Word>(key: &[W; 4], nonce: &W::Pair, rounds: usize, lanes: usize) -> [[W; 4]; 4] {
        let nonce = nonce.as_ref();
        let first = [W::read(nonce), W::read(&nonce[W::BYTES..]), W::CONSTANTS[2], W::CONSTANTS[3]];
        [first, *key, third_row(), parameters(rounds, lanes)]
    }
}

impl Version for V3 {
    type Nonce<W: Word> = W::Quad;
    const RATE_WORDS: usize = 12;
    const KEYED_ENDS: bool = true;
    const LANE_IN_CAPACITY: bool = false;
    const EMPTY_BLOCKS: bool = false;

    #[inline(always)]
    fn first_rows<W: Word>(key: &[W; 4], nonce: &W::Quad, rounds: usize, lanes: usize) -> [[W; 4]; 4] {
        [words(nonce), *key, third_row(), parameters(rounds, lanes)]
    }
}

/// Four words from their bytes.
#[inline(always)]
pub(crate) fn words<W: Word>(bytes: &W::Quad) -> [W; 4] {
    let bytes = bytes.as_ref();
    core::array::from_fn(|i| W::read(&bytes[i * W::BYTES..]))
}

#[inline(always)]
fn third_row<W: Word>() -> [W; 4] {
    let u = W::CONSTANTS;
    [u[8], u[9], u[10], u[11]]
}

/// The last row: constants, with word size, rounds, lanes and the tag's bits added.
#[inline(always)]
fn parameters<W: Word>(rounds: usize, lanes: usize) -> [W; 4] {
    let u = W::CONSTANTS;
    [
        u[12] ^ W::small(W::BITS as u32),
        u[13] ^ W::small(rounds as u32),
        u[14] ^ W::small(lanes as u32),
        u[15] ^ W::small(4 * W::BITS as u32),
    ]
}
