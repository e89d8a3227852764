//! Four states side by side, a vector for each of the sixteen words: the way to permute four states fast.
//!
//! In: states and blocks; out: blocks. It knows no instruction set.
//!
//! Four states are independent of each other, so what counts is the number of steps and not their depth; no word
//! moves within its vector, but blocks have to be transposed on their way in and out.

use crate::rows::Rows;
use crate::rows::read_third;
use crate::rows::write_third;
use crate::state::State;
use crate::state::Wide;
use crate::vector::Vector;
use crate::version::Version;
use crate::word::Word;

#[derive(Clone, Copy)]
pub(crate) struct Columns<X>([X; 16]);

impl<X: Vector> Columns<X> {
    #[inline(always)]
    fn quarter(&mut self, at: [usize; 4]) {
        let [mut a, mut b, mut c, mut d] = at.map(|i| self.0[i]);
        a = h(a, b);
        d = d.xor(a).rotated_0();
        c = h(c, d);
        b = b.xor(c).rotated_1();
        a = h(a, b);
        d = d.xor(a).rotated_2();
        c = h(c, d);
        b = b.xor(c).rotated_3();
        for (i, word) in at.into_iter().zip([a, b, c, d]) {
            self.0[i] = word;
        }
    }

    #[inline(always)]
    fn row(&self, row: usize) -> [X; 4] {
        [self.0[4 * row], self.0[4 * row + 1], self.0[4 * row + 2], self.0[4 * row + 3]]
    }

    #[inline(always)]
    fn set_row(&mut self, row: usize, words: [X; 4]) {
        self.0[4 * row..4 * row + 4].copy_from_slice(&words);
    }

    /// One row of the rate of all four states, exchanged with that of four blocks.
    #[inline(always)]
    fn exchange<V: Version, const OPEN: bool>(&mut self, row: usize, blocks: &mut [u8]) {
        let width = 4 * X::Word::BYTES;
        let rate = V::RATE_WORDS * X::Word::BYTES;
        let at = |lane: usize| lane * rate + row * width;
        let taken = X::transposed([
            read_row::<X, V>(row, &blocks[at(0)..]),
            read_row::<X, V>(row, &blocks[at(1)..]),
            read_row::<X, V>(row, &blocks[at(2)..]),
            read_row::<X, V>(row, &blocks[at(3)..]),
        ]);
        let mut words = self.row(row);
        let half = row == 2 && V::RATE_WORDS != 12;
        for (i, (word, taken)) in words.iter_mut().zip(taken).enumerate() {
            // Half a row: the other two words have no part in it.
            if half && i >= 2 {
                continue;
            }
            *word = word.xor(taken);
        }
        let given = X::transposed(words);
        for (lane, given) in given.into_iter().enumerate() {
            let bytes = &mut blocks[at(lane)..];
            if row == 2 {
                write_third::<X, V>(given, bytes);
            } else {
                given.write(bytes);
            }
        }
        if OPEN {
            let kept = self.row(row);
            words = if half { [taken[0], taken[1], kept[2], kept[3]] } else { taken };
        }
        self.set_row(row, words);
    }

    #[inline(always)]
    fn exchange_all<V: Version, const OPEN: bool>(&mut self, blocks: &mut [u8]) {
        self.exchange::<V, OPEN>(0, blocks);
        self.exchange::<V, OPEN>(1, blocks);
        self.exchange::<V, OPEN>(2, blocks);
    }
}

impl<X: Vector> Wide for Columns<X> {
    type Single = Rows<X>;

    #[inline(always)]
    fn join(lanes: &[Rows<X>; 4]) -> Self {
        let lanes = lanes.map(|lane| lane.rows());
        Self(core::array::from_fn(|i| {
            X::of(&[lanes[0][i / 4][i % 4], lanes[1][i / 4][i % 4], lanes[2][i / 4][i % 4], lanes[3][i / 4][i % 4]])
        }))
    }

    #[inline(always)]
    fn split(&self) -> [Rows<X>; 4] {
        let words = self.0.map(X::words);
        core::array::from_fn(|lane| {
            Rows::new(&core::array::from_fn(|row| core::array::from_fn(|i| words[4 * row + i][lane])))
        })
    }

    #[inline(always)]
    fn permute<const ROUNDS: usize>(&mut self) {
        for _ in 0..ROUNDS {
            self.quarter([0, 4, 8, 12]);
            self.quarter([1, 5, 9, 13]);
            self.quarter([2, 6, 10, 14]);
            self.quarter([3, 7, 11, 15]);
            self.quarter([0, 5, 10, 15]);
            self.quarter([1, 6, 11, 12]);
            self.quarter([2, 7, 8, 13]);
            self.quarter([3, 4, 9, 14]);
        }
    }

    #[inline(always)]
    fn mark(&mut self, domain: u32) {
        self.0[15] = self.0[15].xor(X::of(&[X::Word::small(domain); 4]));
    }

    #[inline(always)]
    fn encrypt<V: Version>(&mut self, blocks: &mut [u8]) {
        self.exchange_all::<V, false>(blocks);
    }

    #[inline(always)]
    fn decrypt<V: Version>(&mut self, blocks: &mut [u8]) {
        self.exchange_all::<V, true>(blocks);
    }
}

#[inline(always)]
fn h<X: Vector>(a: X, b: X) -> X {
    a.xor_3(b, a.and(b).doubled())
}

#[inline(always)]
fn read_row<X: Vector, V: Version>(row: usize, bytes: &[u8]) -> X {
    if row == 2 { read_third::<X, V>(bytes) } else { X::read(bytes) }
}
