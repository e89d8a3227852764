//! Four 64-bit words in two 128-bit registers, by SSSE3: for processors that lack AVX2.
//!
//! In: words; out: words. Only functions that enable SSSE3 may call what is here.

use core::arch::x86_64::*;

use crate::vector::Vector;
use crate::x86::sse::as_it_is;

/// The lower two words, and the upper two.
#[derive(Clone, Copy)]
pub(crate) struct Ssse3x64(__m128i, __m128i);

/// The bytes of each 64-bit word rotated right by one, and by five, as `pshufb` wants them.
const BY_8: [u8; 16] = [1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8];
const BY_40: [u8; 16] = [5, 6, 7, 0, 1, 2, 3, 4, 13, 14, 15, 8, 9, 10, 11, 12];

/// A function of the trait that does the same to both registers.
macro_rules! alike {
    ($($name:ident($one:ident $(, $other:ident)?) = $made:expr;)*) => {
        $(
            #[inline(always)]
            fn $name(self $(, $other: Self)?) -> Self {
                // SAFETY: below a function that enables SSSE3.
                unsafe {
                    let low = { let $one = self.0; $(let $other = $other.0;)? $made };
                    let high = { let $one = self.1; $(let $other = $other.1;)? $made };
                    Self(low, high)
                }
            }
        )*
    };
}

impl Vector for Ssse3x64 {
    type Word = u64;

    #[inline(always)]
    fn of(words: &[u64; 4]) -> Self {
        let [low, high] = [words[..2].as_ptr(), words[2..].as_ptr()];
        // SAFETY: below a function that enables SSSE3; each half is 16 bytes, and need not be aligned.
        unsafe { Self(_mm_loadu_si128(low.cast()), _mm_loadu_si128(high.cast())) }
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let mut words = [0; 4];
        let (low, high) = words.split_at_mut(2);
        // SAFETY: below a function that enables SSSE3; each half is 16 bytes, and need not be aligned.
        unsafe {
            _mm_storeu_si128(low.as_mut_ptr().cast(), self.0);
            _mm_storeu_si128(high.as_mut_ptr().cast(), self.1);
        }
        words
    }

    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        let (low, high) = bytes[..32].split_at(16);
        // SAFETY: below a function that enables SSSE3; each half is 16 bytes, and need not be aligned.
        unsafe { Self(_mm_loadu_si128(low.as_ptr().cast()), _mm_loadu_si128(high.as_ptr().cast())) }
    }

    #[inline(always)]
    fn write(self, bytes: &mut [u8]) {
        let (low, high) = bytes[..32].split_at_mut(16);
        // SAFETY: below a function that enables SSSE3; each half is 16 bytes, and need not be aligned.
        unsafe {
            _mm_storeu_si128(low.as_mut_ptr().cast(), self.0);
            _mm_storeu_si128(high.as_mut_ptr().cast(), self.1);
        }
    }

    #[inline(always)]
    fn read_half(bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: below a function that enables SSSE3; there are 16 bytes, and they need not be aligned.
        unsafe { Self(_mm_loadu_si128(bytes.as_ptr().cast()), _mm_setzero_si128()) }
    }

    #[inline(always)]
    fn write_half(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..16];
        // SAFETY: below a function that enables SSSE3; there are 16 bytes, and they need not be aligned.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) };
    }

    #[inline(always)]
    fn keep_half(self) -> Self {
        // SAFETY: below a function that enables SSSE3.
        Self(self.0, unsafe { _mm_setzero_si128() })
    }

    alike! {
        xor(x, other) = _mm_xor_si128(x, other);
        and(x, other) = _mm_and_si128(x, other);
        xor_as_told(x, other) = as_it_is(_mm_xor_si128(x, other));
        doubled(x) = _mm_add_epi64(x, x);
        rotated_0(x) = _mm_shuffle_epi8(x, _mm_loadu_si128(BY_8.as_ptr().cast()));
        rotated_1(x) = _mm_or_si128(_mm_srli_epi64::<19>(x), _mm_slli_epi64::<45>(x));
        rotated_2(x) = _mm_shuffle_epi8(x, _mm_loadu_si128(BY_40.as_ptr().cast()));
        rotated_3(x) = _mm_or_si128(_mm_srli_epi64::<63>(x), _mm_add_epi64(x, x));
        unrotated_3(x) = _mm_or_si128(_mm_srli_epi64::<1>(x), _mm_slli_epi64::<63>(x));
    }

    #[inline(always)]
    fn left_1(self) -> Self {
        // SAFETY: below a function that enables SSSE3.
        unsafe { Self(_mm_alignr_epi8::<8>(self.1, self.0), _mm_alignr_epi8::<8>(self.0, self.1)) }
    }

    #[inline(always)]
    fn left_2(self) -> Self {
        Self(self.1, self.0)
    }

    #[inline(always)]
    fn left_3(self) -> Self {
        // SAFETY: below a function that enables SSSE3.
        unsafe { Self(_mm_alignr_epi8::<8>(self.0, self.1), _mm_alignr_epi8::<8>(self.1, self.0)) }
    }

    #[inline(always)]
    fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: below a function that enables SSSE3.
        unsafe {
            [
                Self(_mm_unpacklo_epi64(a.0, b.0), _mm_unpacklo_epi64(c.0, d.0)),
                Self(_mm_unpackhi_epi64(a.0, b.0), _mm_unpackhi_epi64(c.0, d.0)),
                Self(_mm_unpacklo_epi64(a.1, b.1), _mm_unpacklo_epi64(c.1, d.1)),
                Self(_mm_unpackhi_epi64(a.1, b.1), _mm_unpackhi_epi64(c.1, d.1)),
            ]
        }
    }
}
