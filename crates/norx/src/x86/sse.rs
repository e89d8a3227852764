//! Four 32-bit words in one 128-bit register, by SSE2 alone, with SSSE3's shuffle of bytes, and with
//! AVX2's instructions of three operands.
//!
//! In: words; out: words. Only functions that enable SSSE3 or AVX2 may call what is here of them; SSE2 is
//! always there.

use core::arch::asm;
use core::arch::x86_64::*;

use crate::vector::Vector;
use crate::x86::half::by_halves;
use crate::x86::round::round_32;

#[derive(Clone, Copy)]
pub(crate) struct Sse2x32(__m128i);

#[derive(Clone, Copy)]
pub(crate) struct Ssse3x32(pub(super) __m128i);

/// As before, but for rounds and halves of `G` in assembler.
#[derive(Clone, Copy)]
pub(crate) struct Avx2x32(__m128i);

/// The bytes of each 32-bit word rotated right by one, and by two, as `pshufb` wants them.
pub(super) const BY_8: [u8; 16] = by_bytes(1);
pub(super) const BY_16: [u8; 16] = by_bytes(2);

const fn by_bytes(by: usize) -> [u8; 16] {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        order[i] = (i / 4 * 4 + (i + by) % 4) as u8;
        i += 1;
    }
    order
}

/// A function of the trait that is one instruction of SSE2, or a few.
macro_rules! simple {
    ($($name:ident($one:ident $(, $other:ident)?) = $made:expr;)*) => {
        $(
            #[inline(always)]
            fn $name(self $(, $other: Self)?) -> Self {
                let $one = self.0;
                $(let $other = $other.0;)?
                // SAFETY: SSE2 is part of x86-64.
                Self(unsafe { $made })
            }
        )*
    };
}

/// The vector of one instruction set; of it are only the two rotations that differ.
macro_rules! vector {
    ($type:ident, $before:ident => $by_8:expr, $by_16:expr $(; $($more:tt)*)?) => {
        impl Vector for $type {
            type Word = u32;

            #[inline(always)]
            fn of(words: &[u32; 4]) -> Self {
                // SAFETY: SSE2 is part of x86-64; the array is 16 bytes, and need not be aligned.
                Self(unsafe { _mm_loadu_si128(words.as_ptr().cast()) })
            }

            #[inline(always)]
            fn words(self) -> [u32; 4] {
                let mut words = [0; 4];
                // SAFETY: SSE2 is part of x86-64; the array is 16 bytes, and need not be aligned.
                unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), self.0) };
                words
            }

            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                let bytes = &bytes[..16];
                // SAFETY: SSE2 is part of x86-64; there are 16 bytes, and they need not be aligned.
                Self(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
            }

            #[inline(always)]
            fn write(self, bytes: &mut [u8]) {
                let bytes = &mut bytes[..16];
                // SAFETY: SSE2 is part of x86-64; there are 16 bytes, and they need not be aligned.
                unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) };
            }

            #[inline(always)]
            fn read_half(bytes: &[u8]) -> Self {
                let bytes = &bytes[..8];
                // SAFETY: SSE2 is part of x86-64; there are 8 bytes, and they need not be aligned.
                Self(unsafe { _mm_loadl_epi64(bytes.as_ptr().cast()) })
            }

            #[inline(always)]
            fn write_half(self, bytes: &mut [u8]) {
                let bytes = &mut bytes[..8];
                // SAFETY: SSE2 is part of x86-64; there are 8 bytes, and they need not be aligned.
                unsafe { _mm_storel_epi64(bytes.as_mut_ptr().cast(), self.0) };
            }

            simple! {
                keep_half(x) = _mm_move_epi64(x);
                xor(x, other) = _mm_xor_si128(x, other);
                and(x, other) = _mm_and_si128(x, other);
                xor_as_told(x, other) = as_it_is(_mm_xor_si128(x, other));
                doubled(x) = _mm_add_epi32(x, x);
                rotated_1(x) = _mm_or_si128(_mm_srli_epi32::<11>(x), _mm_slli_epi32::<21>(x));
                rotated_3(x) = _mm_or_si128(_mm_srli_epi32::<31>(x), _mm_add_epi32(x, x));
                unrotated_3(x) = _mm_or_si128(_mm_srli_epi32::<1>(x), _mm_slli_epi32::<31>(x));
                left_1(x) = _mm_shuffle_epi32::<0b00_11_10_01>(x);
                left_2(x) = _mm_shuffle_epi32::<0b01_00_11_10>(x);
                left_3(x) = _mm_shuffle_epi32::<0b10_01_00_11>(x);
            }

            #[inline(always)]
            fn rotated_0(self) -> Self {
                let $before = self.0;
                // SAFETY: below a function that enables what this type is named after.
                Self(unsafe { $by_8 })
            }

            #[inline(always)]
            fn rotated_2(self) -> Self {
                let $before = self.0;
                // SAFETY: below a function that enables what this type is named after.
                Self(unsafe { $by_16 })
            }

            #[inline(always)]
            fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
                let (a, b, c, d) = (a.0, b.0, c.0, d.0);
                // SAFETY: SSE2 is part of x86-64.
                unsafe {
                    let (ab_low, ab_high) = (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b));
                    let (cd_low, cd_high) = (_mm_unpacklo_epi32(c, d), _mm_unpackhi_epi32(c, d));
                    [
                        Self(_mm_unpacklo_epi64(ab_low, cd_low)),
                        Self(_mm_unpackhi_epi64(ab_low, cd_low)),
                        Self(_mm_unpacklo_epi64(ab_high, cd_high)),
                        Self(_mm_unpackhi_epi64(ab_high, cd_high)),
                    ]
                }
            }

            $($($more)*)?
        }
    };
}

vector!(Sse2x32, before =>
    _mm_or_si128(_mm_srli_epi32::<8>(before), _mm_slli_epi32::<24>(before)),
    // The halves of each word change places.
    _mm_shufflehi_epi16::<0b10_11_00_01>(_mm_shufflelo_epi16::<0b10_11_00_01>(before))
);
vector!(Ssse3x32, before =>
    shuffled(before, &BY_8),
    shuffled(before, &BY_16)
);
vector!(Avx2x32, before =>
    shuffled(before, &BY_8),
    shuffled(before, &BY_16);

    #[inline(always)]
    fn round(rows: [Self; 4]) -> Option<[Self; 4]> {
        let mut rows = rows.map(|row| row.0);
        // SAFETY: below a function that enables AVX2; the arrays are 16 bytes, and need not be aligned.
        unsafe {
            let (by_8, by_16) = (_mm_loadu_si128(BY_8.as_ptr().cast()), _mm_loadu_si128(BY_16.as_ptr().cast()));
            round_32(&mut rows, by_8, by_16);
        }
        Some(rows.map(Self))
    }

    by_halves!(half_0 = half_0_32, half_1 = half_1_32, half_2 = half_2_32, half_3 = half_3_32);
);

/// The vector unchanged, of which the compiler no longer knows how it came about.
#[inline(always)]
pub(super) fn as_it_is(mut x: __m128i) -> __m128i {
    // Miri, which orders nothing anew, knows no assembler.
    #[cfg(not(miri))]
    // SAFETY: no instruction at all.
    unsafe {
        asm!("/* {x} */", x = inout(xmm_reg) x, options(pure, nomem, nostack, preserves_flags));
    }
    x
}

/// Bytes in another order, of which the compiler does not know: that by 16 bits it would make of two instructions.
#[inline]
#[target_feature(enable = "ssse3")]
fn shuffled(x: __m128i, order: &[u8; 16]) -> __m128i {
    // SAFETY: the array is 16 bytes, and need not be aligned.
    let order = as_it_is(unsafe { _mm_loadu_si128(order.as_ptr().cast()) });
    _mm_shuffle_epi8(x, order)
}
