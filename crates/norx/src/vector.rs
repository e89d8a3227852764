//! What is asked of a vector of four words.
//!
//! In: words; out: words. It knows no state: whether the four are a row of one state or the same word of four
//! states is for [`rows`](crate::rows) and [`columns`](crate::columns).

use crate::word::Word;

/// Four words in vector registers.
///
/// Its functions are plain ones, so that generic code can be inlined into functions that enable the
/// instructions; they may only be called below one of those, and only paths that are there lead to them.
pub(crate) trait Vector: Copy {
    type Word: Word;

    fn of(words: &[Self::Word; 4]) -> Self;
    fn words(self) -> [Self::Word; 4];
    /// From the first bytes of a slice, which has to be long enough, as in the next three.
    fn read(bytes: &[u8]) -> Self;
    fn write(self, bytes: &mut [u8]);
    /// Two words; the others are zero.
    fn read_half(bytes: &[u8]) -> Self;
    /// The first two words.
    fn write_half(self, bytes: &mut [u8]);
    /// The first two words; the others become zero.
    fn keep_half(self) -> Self;

    fn xor(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    /// `self ^ other`, with the compiler kept from joining it with additions around it and ordering them anew.
    fn xor_as_told(self, other: Self) -> Self;
    /// Each word shifted left by one.
    fn doubled(self) -> Self;

    /// Each word rotated right by the first, second, third, fourth number of [`Word::ROTATIONS`].
    fn rotated_0(self) -> Self;
    fn rotated_1(self) -> Self;
    fn rotated_2(self) -> Self;
    fn rotated_3(self) -> Self;
    /// Rotated by one less than these numbers, where that makes a chain of steps shorter.
    #[inline(always)]
    fn rotated_0_less(self) -> Option<Self> {
        None
    }

    #[inline(always)]
    fn rotated_1_less(self) -> Option<Self> {
        None
    }

    #[inline(always)]
    fn rotated_2_less(self) -> Option<Self> {
        None
    }

    #[inline(always)]
    fn rotated_3_less(self) -> Option<Self> {
        None
    }

    /// Undoes `rotated_3`.
    fn unrotated_3(self) -> Self;

    /// The words moved to the left, around the end, by one, two, three places.
    fn left_1(self) -> Self;
    fn left_2(self) -> Self;
    fn left_3(self) -> Self;
    /// Rows become columns.
    fn transposed(rows: [Self; 4]) -> [Self; 4];

    /// A round on the rows of a state, the second without its last rotation, where there is a faster way than by the
    /// functions above.
    #[inline(always)]
    fn round(_rows: [Self; 4]) -> Option<[Self; 4]> {
        None
    }

    /// The first, second, third, fourth half of `G`: `a` becomes `H(a, b)`, and `d` the sum of both, rotated.
    #[inline(always)]
    fn half_0(a: Self, b: Self, d: Self) -> (Self, Self) {
        let a = a.xor_3(b, a.and(b).doubled());
        (a, d.xor_as_told(a).rotated_0())
    }

    #[inline(always)]
    fn half_1(a: Self, b: Self, d: Self) -> (Self, Self) {
        let a = a.xor_3(b, a.and(b).doubled());
        (a, d.xor(a).rotated_1())
    }

    #[inline(always)]
    fn half_2(a: Self, b: Self, d: Self) -> (Self, Self) {
        let a = a.xor_3(b, a.and(b).doubled());
        (a, d.xor_as_told(a).rotated_2())
    }

    #[inline(always)]
    fn half_3(a: Self, b: Self, d: Self) -> (Self, Self) {
        let a = a.xor_3(b, a.and(b).doubled());
        (a, d.xor(a).rotated_3())
    }

    /// That half of `G` on four columns: its number is one of 0 to 3.
    #[inline(always)]
    fn halves<const NUMBER: usize>(a: &mut [Self; 4], b: &[Self; 4], d: &mut [Self; 4]) {
        for ((a, b), d) in a.iter_mut().zip(b).zip(d) {
            (*a, *d) = match NUMBER {
                0 => Self::half_0(*a, *b, *d),
                1 => Self::half_1(*a, *b, *d),
                2 => Self::half_2(*a, *b, *d),
                _ => Self::half_3(*a, *b, *d),
            };
        }
    }

    /// `self ^ last ^ (a & b)`, of which `self` and `a` are there first.
    #[inline(always)]
    fn xor_and(self, last: Self, a: Self, b: Self) -> Self {
        self.xor_as_told(last).xor(a.and(b))
    }

    /// `self ^ a ^ b`, of which `self` is there first and `b` last.
    #[inline(always)]
    fn xor_3(self, a: Self, b: Self) -> Self {
        self.xor(a).xor(b)
    }
}
