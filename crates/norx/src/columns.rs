//! Four states side by side, a vector for each of the sixteen words: the way to permute four states fast.
//!
//! In: states and blocks; out: blocks. It knows no instruction set.
//!
//! Four states are independent of each other, so what counts is the number of steps and not their depth; no word
//! moves within its vector, but blocks have to be transposed on their way in and out.

use crate::rows::{Rows, read_third, write_third};
use crate::state::Wide;
use crate::vector::Vector;
use crate::version::Version;
use crate::word::Word;

#[derive(Clone, Copy)]
pub(crate) struct Columns<X>([X; 16]);

impl<X: Vector> Columns<X> {
    /// `G` four times, half by half in turn, so that there is always one whose operands are ready. The four take
    /// words of each row from the given place on.
    #[inline(always)]
    fn quarters(&mut self, b: usize, c: usize, d: usize) {
        let mut rows = [self.row_from(0, 0), self.row_from(1, b), self.row_from(2, c), self.row_from(3, d)];
        let [first, second, third, fourth] = &mut rows;
        X::halves::<0>(first, second, fourth);
        X::halves::<1>(third, fourth, second);
        X::halves::<2>(first, second, fourth);
        X::halves::<3>(third, fourth, second);
        for (row, (words, from)) in rows.into_iter().zip([0, b, c, d]).enumerate() {
            for (i, word) in words.into_iter().enumerate() {
                self.0[4 * row + (from + i) % 4] = word;
            }
        }
    }

    /// The words of a row from the given place on, around its end.
    #[inline(always)]
    fn row_from(&self, row: usize, from: usize) -> [X; 4] {
        let word = |i: usize| self.0[4 * row + (from + i) % 4];
        [word(0), word(1), word(2), word(3)]
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
        let [first, second, third, fourth] = lanes;
        let mut words = Self([first.row(0); 16]);
        for row in 0..4 {
            words.set_row(row, X::transposed([first.row(row), second.row(row), third.row(row), fourth.row(row)]));
        }
        words
    }

    #[inline(always)]
    fn split(&self) -> [Rows<X>; 4] {
        let [a, b, c, d] = [self.row(0), self.row(1), self.row(2), self.row(3)];
        let [a, b, c, d] = [X::transposed(a), X::transposed(b), X::transposed(c), X::transposed(d)];
        [
            Rows::of(a[0], b[0], c[0], d[0]),
            Rows::of(a[1], b[1], c[1], d[1]),
            Rows::of(a[2], b[2], c[2], d[2]),
            Rows::of(a[3], b[3], c[3], d[3]),
        ]
    }

    #[inline(always)]
    fn permute<const ROUNDS: usize>(&mut self) {
        for _ in 0..ROUNDS {
            self.quarters(0, 0, 0);
            self.quarters(1, 2, 3);
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
fn read_row<X: Vector, V: Version>(row: usize, bytes: &[u8]) -> X {
    if row == 2 { read_third::<X, V>(bytes) } else { X::read(bytes) }
}
