//! A state as four vectors, one for each row: the way to permute one state fast.
//!
//! In: rows and blocks; out: blocks. It knows no instruction set.
//!
//! One state is a chain of dependent steps, so what counts is its depth and not how many steps there are. Three
//! things make it shorter than the specification reads:
//!
//! - The carry of `H` is `(a & b) << 1`, that is `(a << 1) & rotl(b, 1)`, since the lowest bit of `a << 1` is 0.
//!   Where `b` was just rotated, `rotl(b, 1)` is another rotation of the same word, made beside it: the shift is
//!   off the chain, because `a` is known earlier.
//! - Additions without carry are ordered such that what comes last enters last, and `d ^ H(a, b)` is made before
//!   `H(a, b)` itself.
//! - The second row, which is ready last, is kept without its last rotation, and never moves: the diagonals are
//!   brought under it by moving the other three rows.

use crate::columns::Columns;
use crate::state::State;
use crate::vector::Vector;
use crate::version::Version;
use crate::word::Word;

#[derive(Clone, Copy)]
pub(crate) struct Rows<X> {
    a: X,
    /// The second row, rotated left by the last rotation of `G`.
    b_before: X,
    c: X,
    d: X,
}

impl<X: Vector> Rows<X> {
    /// `G` on four columns at once.
    #[inline(always)]
    fn quarter(&mut self) {
        let Self { a, b_before, c, d } = *self;
        let (a, d, b) = Self::first_half(a, d, b_before.rotated_3(), b_before.rotated_3_less());
        let (c, b_before) = Self::second_half(c, d.rotated_0(), d.rotated_0_less(), b);
        let (a, d, b) = Self::first_half(a, d.rotated_0(), b_before.rotated_1(), b_before.rotated_1_less());
        let (c, b_before) = Self::second_half(c, d.rotated_2(), d.rotated_2_less(), b);
        *self = Self { a, b_before, c, d: d.rotated_2() };
    }

    /// `H(a, b)` and `d ^ H(a, b)`, where `b_less`, if it is there, is `b` rotated left by one.
    #[inline(always)]
    fn first_half(a: X, d: X, b: X, b_less: Option<X>) -> (X, X, X) {
        let mixed = match b_less {
            Some(b_less) => a.xor_as_told(d).xor_and(b, a.doubled(), b_less),
            None => a.xor_as_told(d).xor_as_told(b).xor(a.and(b).doubled()),
        };
        (mixed.xor(d), mixed, b)
    }

    /// `H(c, d)` and `b ^ H(c, d)`, where `d_less`, if it is there, is `d` rotated left by one.
    #[inline(always)]
    fn second_half(c: X, d: X, d_less: Option<X>, b: X) -> (X, X) {
        match d_less {
            Some(d_less) => {
                let mixed = b.xor_as_told(c).xor_and(d, c.doubled(), d_less);
                (mixed.xor(b), mixed)
            }
            None => {
                let mixed = b.xor_as_told(c).xor_as_told(d).xor(c.and(d).doubled());
                (mixed.xor(b), mixed)
            }
        }
    }

    #[inline(always)]
    pub(crate) fn of(a: X, b: X, c: X, d: X) -> Self {
        Self { a, b_before: b.unrotated_3(), c, d }
    }

    /// The first, second, third, fourth row.
    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> X {
        match row {
            0 => self.a,
            1 => self.b(),
            2 => self.c,
            _ => self.d,
        }
    }

    #[inline(always)]
    fn b(&self) -> X {
        self.b_before.rotated_3()
    }

    #[inline(always)]
    fn width() -> usize {
        4 * X::Word::BYTES
    }
}

impl<X: Vector> State for Rows<X> {
    type Word = X::Word;
    type Wide = Columns<X>;

    #[inline(always)]
    fn new(rows: &[[X::Word; 4]; 4]) -> Self {
        let [a, b, c, d] = rows;
        Self::of(X::of(a), X::of(b), X::of(c), X::of(d))
    }

    #[inline(always)]
    fn permute<const ROUNDS: usize>(&mut self) {
        for _ in 0..ROUNDS {
            if let Some([a, b_before, c, d]) = X::round([self.a, self.b_before, self.c, self.d]) {
                *self = Self { a, b_before, c, d };
                continue;
            }
            self.quarter();
            (self.a, self.c, self.d) = (self.a.left_3(), self.c.left_1(), self.d.left_2());
            self.quarter();
            (self.a, self.c, self.d) = (self.a.left_1(), self.c.left_3(), self.d.left_2());
        }
    }

    #[inline(always)]
    fn mark(&mut self, domain: u32) {
        let none = X::Word::default();
        self.d = self.d.xor(X::of(&[none, none, none, X::Word::small(domain)]));
    }

    #[inline(always)]
    fn add_to_last_row(&mut self, words: &[X::Word; 4]) {
        self.d = self.d.xor(X::of(words));
    }

    #[inline(always)]
    fn rows(&self) -> [[X::Word; 4]; 4] {
        [self.a.words(), self.b().words(), self.c.words(), self.d.words()]
    }

    #[inline(always)]
    fn first_row(&self) -> [X::Word; 4] {
        self.a.words()
    }

    #[inline(always)]
    fn last_row(&self) -> [X::Word; 4] {
        self.d.words()
    }

    #[inline(always)]
    fn absorb<V: Version>(&mut self, block: &[u8]) {
        let (first, rest) = block.split_at(Self::width());
        let (second, third) = rest.split_at(Self::width());
        self.a = self.a.xor(X::read(first));
        self.b_before = self.b_before.xor(X::read(second).unrotated_3());
        self.c = self.c.xor(read_third::<X, V>(third));
    }

    #[inline(always)]
    fn encrypt<V: Version>(&mut self, block: &mut [u8]) {
        self.absorb::<V>(block);
        let (first, rest) = block.split_at_mut(Self::width());
        let (second, third) = rest.split_at_mut(Self::width());
        self.a.write(first);
        self.b().write(second);
        write_third::<X, V>(self.c, third);
    }

    #[inline(always)]
    fn decrypt<V: Version>(&mut self, block: &mut [u8]) {
        let (first, rest) = block.split_at_mut(Self::width());
        let (second, third) = rest.split_at_mut(Self::width());
        let (a, b, c) = (X::read(first), X::read(second), read_third::<X, V>(third));
        self.a.xor(a).write(first);
        self.b().xor(b).write(second);
        let text = self.c.xor(c);
        write_third::<X, V>(text, third);
        self.a = a;
        self.b_before = b.unrotated_3();
        // In version 1.0 half of this row is no part of the rate, and stays.
        self.c = if V::RATE_WORDS == 12 { c } else { self.c.xor(text.keep_half()) };
    }
}

/// The third row of a block, which in version 1.0 is half a row.
#[inline(always)]
pub(crate) fn read_third<X: Vector, V: Version>(bytes: &[u8]) -> X {
    if V::RATE_WORDS == 12 { X::read(bytes) } else { X::read_half(bytes) }
}

#[inline(always)]
pub(crate) fn write_third<X: Vector, V: Version>(row: X, bytes: &mut [u8]) {
    if V::RATE_WORDS == 12 {
        row.write(bytes);
    } else {
        row.write_half(bytes);
    }
}
