//! Four 64-bit words in one 256-bit register, by AVX2.
//!
//! In: words; out: words. Only functions that enable AVX2 may call what is here.

use core::arch::asm;
use core::arch::x86_64::*;

use crate::vector::Vector;
use crate::x86::half::by_halves;
use crate::x86::round::round_64;

#[derive(Clone, Copy)]
pub(crate) struct Avx2x64(pub(super) __m256i);

/// The bytes of each 64-bit word rotated right by one, and by five, as `vpshufb` wants them.
pub(super) const BY_8: [u8; 32] = by_bytes(1);
pub(super) const BY_40: [u8; 32] = by_bytes(5);

const fn by_bytes(by: usize) -> [u8; 32] {
    let mut order = [0; 32];
    let mut i = 0;
    while i < 32 {
        order[i] = (i % 16 / 8 * 8 + (i + by) % 8) as u8;
        i += 1;
    }
    order
}

/// A function of the trait that is one instruction, or a few.
macro_rules! simple {
    ($($name:ident($one:ident $(, $other:ident)?) = $made:expr;)*) => {
        $(
            #[inline(always)]
            fn $name(self $(, $other: Self)?) -> Self {
                let $one = self.0;
                $(let $other = $other.0;)?
                // SAFETY: below a function that enables AVX2.
                Self(unsafe { $made })
            }
        )*
    };
}

impl Vector for Avx2x64 {
    type Word = u64;

    #[inline(always)]
    fn of(words: &[u64; 4]) -> Self {
        // SAFETY: below a function that enables AVX2; the array is 32 bytes, and need not be aligned.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let mut words = [0; 4];
        // SAFETY: below a function that enables AVX2; the array is 32 bytes, and need not be aligned.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        let bytes = &bytes[..32];
        // SAFETY: below a function that enables AVX2; there are 32 bytes, and they need not be aligned.
        Self(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn write(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..32];
        // SAFETY: below a function that enables AVX2; there are 32 bytes, and they need not be aligned.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), self.0) };
    }

    #[inline(always)]
    fn read_half(bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: below a function that enables AVX2; there are 16 bytes, and they need not be aligned.
        Self(unsafe { _mm256_zextsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) })
    }

    #[inline(always)]
    fn write_half(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..16];
        // SAFETY: below a function that enables AVX2; there are 16 bytes, and they need not be aligned.
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), _mm256_castsi256_si128(self.0)) };
    }

    simple! {
        keep_half(x) = _mm256_blend_epi32::<0b0000_1111>(_mm256_setzero_si256(), x);
        xor(x, other) = _mm256_xor_si256(x, other);
        and(x, other) = _mm256_and_si256(x, other);
        xor_as_told(x, other) = as_it_is(_mm256_xor_si256(x, other));
        doubled(x) = _mm256_add_epi64(x, x);
        rotated_0(x) = _mm256_shuffle_epi8(x, _mm256_loadu_si256(BY_8.as_ptr().cast()));
        rotated_1(x) = _mm256_or_si256(_mm256_srli_epi64::<19>(x), _mm256_slli_epi64::<45>(x));
        rotated_2(x) = _mm256_shuffle_epi8(x, _mm256_loadu_si256(BY_40.as_ptr().cast()));
        rotated_3(x) = _mm256_or_si256(_mm256_srli_epi64::<63>(x), _mm256_add_epi64(x, x));
        unrotated_3(x) = _mm256_or_si256(_mm256_srli_epi64::<1>(x), _mm256_slli_epi64::<63>(x));
        left_1(x) = _mm256_permute4x64_epi64::<0b00_11_10_01>(x);
        left_2(x) = _mm256_permute4x64_epi64::<0b01_00_11_10>(x);
        left_3(x) = _mm256_permute4x64_epi64::<0b10_01_00_11>(x);
    }

    #[inline(always)]
    fn round(rows: [Self; 4]) -> Option<[Self; 4]> {
        let mut rows = rows.map(|row| row.0);
        // SAFETY: below a function that enables AVX2; the arrays are 32 bytes, and need not be aligned.
        unsafe {
            let (by_8, by_40) = (_mm256_loadu_si256(BY_8.as_ptr().cast()), _mm256_loadu_si256(BY_40.as_ptr().cast()));
            round_64(&mut rows, by_8, by_40);
        }
        Some(rows.map(Self))
    }

    by_halves!(half_0 = half_0_64, half_1 = half_1_64, half_2 = half_2_64, half_3 = half_3_64);

    #[inline(always)]
    fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let (a, b, c, d) = (a.0, b.0, c.0, d.0);
        // SAFETY: below a function that enables AVX2.
        unsafe {
            let (ab_even, ab_odd) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
            let (cd_even, cd_odd) = (_mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d));
            [
                Self(_mm256_permute2x128_si256::<0x20>(ab_even, cd_even)),
                Self(_mm256_permute2x128_si256::<0x20>(ab_odd, cd_odd)),
                Self(_mm256_permute2x128_si256::<0x31>(ab_even, cd_even)),
                Self(_mm256_permute2x128_si256::<0x31>(ab_odd, cd_odd)),
            ]
        }
    }
}

/// The vector unchanged, of which the compiler no longer knows how it came about.
#[inline]
#[target_feature(enable = "avx2")]
fn as_it_is(mut x: __m256i) -> __m256i {
    // SAFETY: no instruction at all.
    unsafe { asm!("/* {x} */", x = inout(ymm_reg) x, options(pure, nomem, nostack, preserves_flags)) };
    x
}
