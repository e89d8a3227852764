//! The flow of one message: what is absorbed, permuted and squeezed in which order.
//!
//! In: key, nonce, header, buffer, trailer; out: the buffer encrypted or decrypted, and the tag. It knows no
//! processor: everything here is inlined into one function for each path, so that a state may stay in
//! registers from the first word to the last. It compares no tags.

use zeroize::Zeroize;

use crate::state::{State, Wide};
use crate::version::Version;
use crate::word::Word;

const HEADER: u32 = 0x01;
const PAYLOAD: u32 = 0x02;
const TRAILER: u32 = 0x04;
const FINAL: u32 = 0x08;
const BRANCH: u32 = 0x10;
const MERGE: u32 = 0x20;

/// What is to be encrypted or decrypted in place, and with what.
pub struct Message<'a, W: Word, V: Version> {
    /// The words of the key.
    pub key: &'a [W; 4],
    /// The nonce, which is used once under this key.
    pub nonce: &'a V::Nonce<W>,
    /// What is authenticated before the text, and not encrypted.
    pub header: &'a [u8],
    /// The text, which is encrypted or decrypted where it is.
    pub buffer: &'a mut [u8],
    /// What is authenticated after the text, and not encrypted.
    pub trailer: &'a [u8],
}

/// Encrypts, or decrypts where `OPEN` is so, and gives the tag as it should be.
#[inline(always)]
pub(crate) fn run<S: State, V: Version, const ROUNDS: usize, const LANES: usize, const OPEN: bool>(
    message: Message<'_, S::Word, V>,
) -> [S::Word; 4] {
    let Message { key, nonce, header, buffer, trailer } = message;
    let mut state = S::new(&V::first_rows(key, nonce, ROUNDS, LANES));
    state.permute::<ROUNDS>();
    if V::KEYED_ENDS {
        state.add_to_last_row(key);
    }
    absorb::<S, V, ROUNDS>(&mut state, header, HEADER);
    if !buffer.is_empty() {
        if LANES == 1 {
            one_lane::<S, V, ROUNDS, OPEN>(&mut state, buffer);
        } else {
            state = four_lanes::<S, V, ROUNDS, OPEN>(state, buffer);
        }
    }
    absorb::<S, V, ROUNDS>(&mut state, trailer, TRAILER);
    state.mark(FINAL);
    state.permute::<ROUNDS>();
    if V::KEYED_ENDS {
        state.add_to_last_row(key);
    }
    state.permute::<ROUNDS>();
    if V::KEYED_ENDS {
        state.add_to_last_row(key);
        state.last_row()
    } else {
        state.first_row()
    }
}

/// Takes in a header or a trailer, padded; one that is empty is left out.
#[inline(always)]
fn absorb<S: State, V: Version, const ROUNDS: usize>(state: &mut S, data: &[u8], domain: u32) {
    if data.is_empty() {
        return;
    }
    let mut blocks = data.chunks_exact(rate::<S, V>());
    for block in &mut blocks {
        state.mark(domain);
        state.permute::<ROUNDS>();
        state.absorb::<V>(block);
    }
    let mut last = Padded::new(blocks.remainder(), rate::<S, V>());
    state.mark(domain);
    state.permute::<ROUNDS>();
    state.absorb::<V>(last.bytes());
    last.wipe();
}

#[inline(always)]
fn one_lane<S: State, V: Version, const ROUNDS: usize, const OPEN: bool>(state: &mut S, buffer: &mut [u8]) {
    let mut blocks = buffer.chunks_exact_mut(rate::<S, V>());
    for block in &mut blocks {
        full::<S, V, ROUNDS, OPEN>(state, block);
    }
    last::<S, V, ROUNDS, OPEN>(state, blocks.into_remainder());
}

/// Blocks in turn to four states that grew from one, which are merged into one again.
#[inline(always)]
fn four_lanes<S: State, V: Version, const ROUNDS: usize, const OPEN: bool>(mut state: S, buffer: &mut [u8]) -> S {
    state.mark(BRANCH);
    state.permute::<ROUNDS>();
    let trunk = state.rows();
    let mut lanes = [state; 4];
    for (number, lane) in lanes.iter_mut().enumerate() {
        *lane = S::new(&numbered::<S, V>(trunk, number));
    }
    let mut fours = buffer.chunks_exact_mut(4 * rate::<S, V>());
    if fours.len() > 0 {
        let mut wide = S::Wide::join(&lanes);
        for four in &mut fours {
            wide.mark(PAYLOAD);
            wide.permute::<ROUNDS>();
            if OPEN {
                wide.decrypt::<V>(four);
            } else {
                wide.encrypt::<V>(four);
            }
        }
        lanes = wide.split();
    }
    let mut blocks = fours.into_remainder().chunks_exact_mut(rate::<S, V>());
    let mut turn = 0;
    for block in &mut blocks {
        full::<S, V, ROUNDS, OPEN>(&mut lanes[turn], block);
        turn += 1;
    }
    last::<S, V, ROUNDS, OPEN>(&mut lanes[turn], blocks.into_remainder());
    if V::EMPTY_BLOCKS {
        let empty = Padded::new(&[], rate::<S, V>());
        for more in 1..4 {
            let lane = &mut lanes[(turn + more) % 4];
            lane.mark(PAYLOAD);
            lane.permute::<ROUNDS>();
            lane.absorb::<V>(empty.bytes());
        }
    }
    let mut wide = S::Wide::join(&lanes);
    wide.mark(MERGE);
    wide.permute::<ROUNDS>();
    merged(&wide.split())
}

/// The rows of a lane: the trunk's with the lane's number added.
#[inline(always)]
fn numbered<S: State, V: Version>(mut rows: [[S::Word; 4]; 4], lane: usize) -> [[S::Word; 4]; 4] {
    let number = S::Word::small(lane as u32);
    if V::LANE_IN_CAPACITY {
        rows[3][1] = rows[3][1] ^ number;
    } else {
        for row in &mut rows[..V::RATE_WORDS / 4] {
            for word in row {
                *word = *word ^ number;
            }
        }
    }
    rows
}

/// All lanes added word by word.
#[inline(always)]
fn merged<S: State>(lanes: &[S; 4]) -> S {
    let mut sum = lanes[0].rows();
    for lane in &lanes[1..] {
        let rows = lane.rows();
        for (row, more) in sum.iter_mut().zip(&rows) {
            for (word, more) in row.iter_mut().zip(more) {
                *word = *word ^ *more;
            }
        }
    }
    S::new(&sum)
}

#[inline(always)]
fn full<S: State, V: Version, const ROUNDS: usize, const OPEN: bool>(state: &mut S, block: &mut [u8]) {
    state.mark(PAYLOAD);
    state.permute::<ROUNDS>();
    if OPEN {
        state.decrypt::<V>(block);
    } else {
        state.encrypt::<V>(block);
    }
}

/// The last block, of less than the rate, perhaps of nothing.
#[inline(always)]
fn last<S: State, V: Version, const ROUNDS: usize, const OPEN: bool>(state: &mut S, rest: &mut [u8]) {
    state.mark(PAYLOAD);
    if OPEN {
        state.permute::<ROUNDS>();
        // What the state would add to the text; its own bytes stay where there is no text, but for padding.
        let mut block = Padded::zero(rate::<S, V>());
        let mut copy = *state;
        copy.encrypt::<V>(block.bytes_mut());
        block.replace_and_pad(rest);
        state.decrypt::<V>(block.bytes_mut());
        rest.copy_from_slice(&block.bytes()[..rest.len()]);
        block.wipe();
    } else {
        let mut block = Padded::new(rest, rate::<S, V>());
        state.permute::<ROUNDS>();
        state.encrypt::<V>(block.bytes_mut());
        rest.copy_from_slice(&block.bytes()[..rest.len()]);
        block.wipe();
    }
}

#[inline(always)]
const fn rate<S: State, V: Version>() -> usize {
    V::RATE_WORDS * S::Word::BYTES
}

/// A block of its own, for what does not fill one. In long words, so that it is wiped by few stores.
struct Padded {
    words: [u64; 12],
    rate: usize,
}

impl Padded {
    #[inline(always)]
    fn zero(rate: usize) -> Self {
        Self { words: [0; 12], rate }
    }

    /// The data, 01, zeros, and 80 added to the last byte.
    #[inline(always)]
    fn new(data: &[u8], rate: usize) -> Self {
        let mut block = Self::zero(rate);
        block.replace_and_pad(data);
        block
    }

    /// Puts data in front of what is there, and adds the padding to the rest of it.
    #[inline(always)]
    fn replace_and_pad(&mut self, data: &[u8]) {
        let bytes = self.bytes_mut();
        bytes[..data.len()].copy_from_slice(data);
        bytes[data.len()] ^= 0x01;
        let end = bytes.len() - 1;
        bytes[end] ^= 0x80;
    }

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        // SAFETY: the words are 96 bytes that live as long as `self`, and no rate is greater.
        unsafe { core::slice::from_raw_parts(self.words.as_ptr().cast(), self.rate.min(96)) }
    }

    #[inline(always)]
    fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and `self` is borrowed for writing; every byte is a valid part of a word.
        unsafe { core::slice::from_raw_parts_mut(self.words.as_mut_ptr().cast(), self.rate.min(96)) }
    }

    #[inline(always)]
    fn wipe(&mut self) {
        self.words.zeroize();
    }
}
