//! A vector of plain words, for tests: it holds the generic code, with its one-step rotations, against the
//! portable path, also on processors that have no such instructions.
//!
//! In: words; out: words.

use crate::vector::Vector;
use crate::word::Word;

#[derive(Clone, Copy)]
struct Plain<W>([W; 4]);

impl<W: Word> Plain<W> {
    fn each(self, make: impl Fn(W) -> W) -> Self {
        Self(self.0.map(make))
    }

    fn with(self, other: Self, make: impl Fn(W, W) -> W) -> Self {
        Self(core::array::from_fn(|i| make(self.0[i], other.0[i])))
    }

    fn rotated(self, which: usize, less: u32) -> Self {
        self.each(|word| word.rotated_right(W::ROTATIONS[which] - less))
    }

    fn left(self, by: usize) -> Self {
        Self(core::array::from_fn(|i| self.0[(i + by) % 4]))
    }
}

impl<W: Word> Vector for Plain<W> {
    type Word = W;

    fn of(words: &[W; 4]) -> Self {
        Self(*words)
    }

    fn words(self) -> [W; 4] {
        self.0
    }

    fn read(bytes: &[u8]) -> Self {
        Self(core::array::from_fn(|i| W::read(&bytes[i * W::BYTES..])))
    }

    fn write(self, bytes: &mut [u8]) {
        for (word, bytes) in self.0.into_iter().zip(bytes.chunks_exact_mut(W::BYTES)) {
            word.write(bytes);
        }
    }

    fn read_half(bytes: &[u8]) -> Self {
        Self([W::read(bytes), W::read(&bytes[W::BYTES..]), W::default(), W::default()])
    }

    fn write_half(self, bytes: &mut [u8]) {
        self.write(&mut bytes[..2 * W::BYTES]);
    }

    fn keep_half(self) -> Self {
        Self([self.0[0], self.0[1], W::default(), W::default()])
    }

    fn xor(self, other: Self) -> Self {
        self.with(other, |a, b| a ^ b)
    }

    fn xor_as_told(self, other: Self) -> Self {
        self.xor(other)
    }

    fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    fn doubled(self) -> Self {
        self.each(|word| word << 1)
    }

    fn rotated_0(self) -> Self {
        self.rotated(0, 0)
    }

    fn rotated_1(self) -> Self {
        self.rotated(1, 0)
    }

    fn rotated_2(self) -> Self {
        self.rotated(2, 0)
    }

    fn rotated_3(self) -> Self {
        self.rotated(3, 0)
    }

    fn rotated_0_less(self) -> Option<Self> {
        Some(self.rotated(0, 1))
    }

    fn rotated_1_less(self) -> Option<Self> {
        Some(self.rotated(1, 1))
    }

    fn rotated_2_less(self) -> Option<Self> {
        Some(self.rotated(2, 1))
    }

    fn rotated_3_less(self) -> Option<Self> {
        Some(self.rotated(3, 1))
    }

    fn unrotated_3(self) -> Self {
        self.each(|word| word.rotated_right(1))
    }

    fn left_1(self) -> Self {
        self.left(1)
    }

    fn left_2(self) -> Self {
        self.left(2)
    }

    fn left_3(self) -> Self {
        self.left(3)
    }

    fn transposed(rows: [Self; 4]) -> [Self; 4] {
        core::array::from_fn(|i| Self(core::array::from_fn(|j| rows[j].0[i])))
    }
}

mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::Plain;
    use crate::portable::Portable;
    use crate::rows::Rows;
    use crate::sponge::{Message, run};
    use crate::version::{V1, V3, Version, words};
    use crate::word::{Bytes, Word};

    fn same<W: Word, V: Version, const LANES: usize, const OPEN: bool>() {
        let key = words::<W>(&counted());
        let nonce = counted::<V::Nonce<W>>();
        for length in (0..100).chain([191, 192, 383, 384, 385, 700, 1000]) {
            let header: Vec<u8> = (0..length).map(|i| (i * 5) as u8).collect();
            let (mut first, mut second) = (header.clone(), header.clone());
            let message = |buffer| Message::<W, V> { key: &key, nonce: &nonce, header: &header, buffer, trailer: b"t" };
            let expected = run::<Portable<W>, V, 4, LANES, OPEN>(message(&mut first));
            let got = run::<Rows<Plain<W>>, V, 4, LANES, OPEN>(message(&mut second));
            assert_eq!((got, second), (expected, first), "{length} bytes");
        }
    }

    fn counted<B: Bytes>() -> B {
        let mut bytes = B::default();
        for (i, byte) in bytes.as_mut().iter_mut().enumerate() {
            *byte = (i * 31 + 5) as u8;
        }
        bytes
    }

    #[test]
    fn one_step_rotations_give_the_same() {
        same::<u64, V3, 1, false>();
        same::<u64, V3, 4, false>();
        same::<u64, V1, 4, true>();
        same::<u32, V3, 1, true>();
        same::<u32, V1, 1, false>();
        same::<u32, V3, 4, true>();
    }
}
