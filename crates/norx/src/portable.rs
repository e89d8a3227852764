//! The state in sixteen plain words: the path that is there everywhere, and the reference of all others.
//!
//! In: rows and blocks; out: blocks. No instruction that a processor might lack.

use crate::state::{State, Wide};
use crate::version::Version;
use crate::word::Word;

#[derive(Clone, Copy)]
pub(crate) struct Portable<W>([W; 16]);

impl<W: Word> State for Portable<W> {
    type Word = W;
    type Wide = [Self; 4];

    #[inline(always)]
    fn new(rows: &[[W; 4]; 4]) -> Self {
        Self(core::array::from_fn(|i| rows[i / 4][i % 4]))
    }

    /// A function of its own, since a state in memory between blocks costs little and the code is large.
    #[inline(never)]
    fn permute<const ROUNDS: usize>(&mut self) {
        let mut s = self.0;
        for _ in 0..ROUNDS {
            quarter(&mut s, 0, 4, 8, 12);
            quarter(&mut s, 1, 5, 9, 13);
            quarter(&mut s, 2, 6, 10, 14);
            quarter(&mut s, 3, 7, 11, 15);
            quarter(&mut s, 0, 5, 10, 15);
            quarter(&mut s, 1, 6, 11, 12);
            quarter(&mut s, 2, 7, 8, 13);
            quarter(&mut s, 3, 4, 9, 14);
        }
        self.0 = s;
    }

    #[inline(always)]
    fn mark(&mut self, domain: u32) {
        self.0[15] = self.0[15] ^ W::small(domain);
    }

    #[inline(always)]
    fn add_to_last_row(&mut self, words: &[W; 4]) {
        for (word, more) in self.0[12..].iter_mut().zip(words) {
            *word = *word ^ *more;
        }
    }

    #[inline(always)]
    fn rows(&self) -> [[W; 4]; 4] {
        core::array::from_fn(|row| core::array::from_fn(|i| self.0[4 * row + i]))
    }

    #[inline(always)]
    fn absorb<V: Version>(&mut self, block: &[u8]) {
        for (word, bytes) in self.0[..V::RATE_WORDS].iter_mut().zip(block.chunks_exact(W::BYTES)) {
            *word = *word ^ W::read(bytes);
        }
    }

    #[inline(always)]
    fn encrypt<V: Version>(&mut self, block: &mut [u8]) {
        for (word, bytes) in self.0[..V::RATE_WORDS].iter_mut().zip(block.chunks_exact_mut(W::BYTES)) {
            *word = *word ^ W::read(bytes);
            word.write(bytes);
        }
    }

    #[inline(always)]
    fn decrypt<V: Version>(&mut self, block: &mut [u8]) {
        for (word, bytes) in self.0[..V::RATE_WORDS].iter_mut().zip(block.chunks_exact_mut(W::BYTES)) {
            let taken = W::read(bytes);
            (*word ^ taken).write(bytes);
            *word = taken;
        }
    }
}

/// Without vectors four states are permuted one after the other.
impl<W: Word> Wide for [Portable<W>; 4] {
    type Single = Portable<W>;

    #[inline(always)]
    fn join(lanes: &[Portable<W>; 4]) -> Self {
        *lanes
    }

    #[inline(always)]
    fn split(&self) -> [Portable<W>; 4] {
        *self
    }

    #[inline(always)]
    fn permute<const ROUNDS: usize>(&mut self) {
        for lane in self {
            lane.permute::<ROUNDS>();
        }
    }

    #[inline(always)]
    fn mark(&mut self, domain: u32) {
        for lane in self {
            lane.mark(domain);
        }
    }

    #[inline(always)]
    fn encrypt<V: Version>(&mut self, blocks: &mut [u8]) {
        for (lane, block) in self.iter_mut().zip(blocks.chunks_exact_mut(V::RATE_WORDS * W::BYTES)) {
            lane.encrypt::<V>(block);
        }
    }

    #[inline(always)]
    fn decrypt<V: Version>(&mut self, blocks: &mut [u8]) {
        for (lane, block) in self.iter_mut().zip(blocks.chunks_exact_mut(V::RATE_WORDS * W::BYTES)) {
            lane.decrypt::<V>(block);
        }
    }
}

/// The specification's `G` on four words of the state.
#[inline(always)]
fn quarter<W: Word>(s: &mut [W; 16], a: usize, b: usize, c: usize, d: usize) {
    let by = W::ROTATIONS;
    s[a] = h(s[a], s[b]);
    // Compilers find vectors of words here, and then shuffle more than they save.
    s[d] = (s[d] ^ s[a]).rotated_right(by[0]).as_it_is();
    s[c] = h(s[c], s[d]);
    s[b] = (s[b] ^ s[c]).rotated_right(by[1]);
    s[a] = h(s[a], s[b]);
    s[d] = (s[d] ^ s[a]).rotated_right(by[2]);
    s[c] = h(s[c], s[d]);
    s[b] = (s[b] ^ s[c]).rotated_right(by[3]);
}

/// The specification's `H`, addition with the first carry only.
#[inline(always)]
fn h<W: Word>(a: W, b: W) -> W {
    (a ^ b) ^ ((a & b) << 1)
}
