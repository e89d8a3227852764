//! Vectors of four words under AVX-512VL: rotations are one instruction, and so is logic of three operands.
//!
//! In: words; out: words. Only functions that enable AVX-512F and AVX-512VL may call what is here. All that they
//! do not make shorter is taken from the vectors of AVX2 and SSSE3.

use core::arch::x86_64::*;

use crate::vector::Vector;
use crate::x86::avx2::Avx2x64;
use crate::x86::fours;
use crate::x86::sse::Ssse3x32;

#[derive(Clone, Copy)]
pub(crate) struct Avx512x64(Avx2x64);

#[derive(Clone, Copy)]
pub(crate) struct Avx512x32(Ssse3x32);

impl Avx512x64 {
    #[inline(always)]
    fn within(self) -> __m256i {
        self.0.0
    }

    #[inline(always)]
    fn of_register(register: __m256i) -> Self {
        Self(Avx2x64(register))
    }
}

/// `a ^ (b & c)` and `a ^ b ^ c` as truth tables: bit `4a + 2b + c` is the outcome.
const XOR_AND: i32 = 0b0111_1000;
const XOR_3: i32 = 0b1001_0110;

/// Functions that are those of the vector within.
macro_rules! within {
    ($inner:ident: $($name:ident($($other:ident)?);)*) => {
        $(
            #[inline(always)]
            fn $name(self $(, $other: Self)?) -> Self {
                Self(self.0.$name($($other.0)?))
            }
        )*
    };
}

macro_rules! vector {
    ($type:ident, $inner:ident, $word:ty, $rotate:ident, $logic:ident, $by:expr $(, $halves:item)?) => {
        impl $type {
            #[inline(always)]
            fn rotated<const BY: i32>(self) -> Self {
                // SAFETY: below a function that enables AVX-512F and AVX-512VL.
                Self($inner(unsafe { $rotate::<BY>(self.0.0) }))
            }
        }

        impl Vector for $type {
            type Word = $word;

            #[inline(always)]
            fn of(words: &[$word; 4]) -> Self {
                Self($inner::of(words))
            }

            #[inline(always)]
            fn words(self) -> [$word; 4] {
                self.0.words()
            }

            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                Self($inner::read(bytes))
            }

            #[inline(always)]
            fn write(self, bytes: &mut [u8]) {
                self.0.write(bytes);
            }

            #[inline(always)]
            fn read_half(bytes: &[u8]) -> Self {
                Self($inner::read_half(bytes))
            }

            #[inline(always)]
            fn write_half(self, bytes: &mut [u8]) {
                self.0.write_half(bytes);
            }

            within! { $inner:
                keep_half();
                xor(other);
                xor_as_told(other);
                and(other);
                doubled();
                left_1();
                left_2();
                left_3();
            }

            #[inline(always)]
            fn rotated_0(self) -> Self {
                self.rotated::<{ $by[0] }>()
            }

            #[inline(always)]
            fn rotated_1(self) -> Self {
                self.rotated::<{ $by[1] }>()
            }

            #[inline(always)]
            fn rotated_2(self) -> Self {
                self.rotated::<{ $by[2] }>()
            }

            #[inline(always)]
            fn rotated_3(self) -> Self {
                self.rotated::<{ $by[3] }>()
            }

            #[inline(always)]
            fn rotated_1_less(self) -> Option<Self> {
                Some(self.rotated::<{ $by[1] - 1 }>())
            }

            #[inline(always)]
            fn rotated_3_less(self) -> Option<Self> {
                Some(self.rotated::<{ $by[3] - 1 }>())
            }

            #[inline(always)]
            fn rotated_0_less(self) -> Option<Self> {
                Some(self.rotated::<{ $by[0] - 1 }>())
            }

            #[inline(always)]
            fn rotated_2_less(self) -> Option<Self> {
                Some(self.rotated::<{ $by[2] - 1 }>())
            }

            #[inline(always)]
            fn unrotated_3(self) -> Self {
                self.rotated::<1>()
            }

            #[inline(always)]
            fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
                let [a, b, c, d] = $inner::transposed([a.0, b.0, c.0, d.0]);
                [Self(a), Self(b), Self(c), Self(d)]
            }

            $($halves)?

            #[inline(always)]
            fn xor_and(self, last: Self, a: Self, b: Self) -> Self {
                // SAFETY: below a function that enables AVX-512F and AVX-512VL.
                Self($inner(unsafe { $logic::<XOR_AND>(self.0.0, a.0.0, b.0.0) })).xor(last)
            }

            #[inline(always)]
            fn xor_3(self, a: Self, b: Self) -> Self {
                // SAFETY: below a function that enables AVX-512F and AVX-512VL.
                Self($inner(unsafe { $logic::<XOR_3>(self.0.0, a.0.0, b.0.0) }))
            }
        }
    };
}

vector!(
    Avx512x64,
    Avx2x64,
    u64,
    _mm256_ror_epi64,
    _mm256_ternarylogic_epi64,
    [8, 19, 40, 63],
    #[inline(always)]
    fn halves<const NUMBER: usize>(a: &mut [Self; 4], b: &[Self; 4], d: &mut [Self; 4]) {
        let (mut to_a, b, mut to_d) = (a.map(Self::within), b.map(Self::within), d.map(Self::within));
        // SAFETY: below a function that enables AVX-512F and AVX-512VL.
        unsafe {
            match NUMBER {
                0 => fours::halves_0(&mut to_a, &b, &mut to_d),
                1 => fours::halves_1(&mut to_a, &b, &mut to_d),
                2 => fours::halves_2(&mut to_a, &b, &mut to_d),
                _ => fours::halves_3(&mut to_a, &b, &mut to_d),
            }
        }
        (*a, *d) = (to_a.map(Self::of_register), to_d.map(Self::of_register));
    }
);
vector!(Avx512x32, Ssse3x32, u32, _mm_ror_epi32, _mm_ternarylogic_epi32, [8, 11, 16, 31]);
