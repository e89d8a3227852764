//! Vectors of AArch64: four 32-bit words in one register, four 64-bit words in two.
//!
//! In: words; out: words. NEON is part of the targets for which this is compiled, so nothing has to be detected.

use core::arch::aarch64::*;

use crate::vector::Vector;

#[derive(Clone, Copy)]
pub(crate) struct Neon32(uint32x4_t);

/// The lower two words, and the upper two.
#[derive(Clone, Copy)]
pub(crate) struct Neon64(uint64x2_t, uint64x2_t);

/// The bytes of each word rotated right: of 32 bits by one, of 64 bits by one and by five.
const BY_8_OF_32: [u8; 16] = [1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12];
const BY_8_OF_64: [u8; 16] = [1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8];
const BY_40_OF_64: [u8; 16] = [5, 6, 7, 0, 1, 2, 3, 4, 13, 14, 15, 8, 9, 10, 11, 12];

/// A function of the trait that is one instruction, or a few.
macro_rules! simple {
    ($($name:ident($one:ident $(, $other:ident)?) = $made:expr;)*) => {
        $(
            #[inline(always)]
            fn $name(self $(, $other: Self)?) -> Self {
                let $one = self.0;
                $(let $other = $other.0;)?
                // SAFETY: NEON is part of this target.
                Self(unsafe { $made })
            }
        )*
    };
}

/// A function of the trait that does the same to both registers.
macro_rules! alike {
    ($($name:ident($one:ident $(, $other:ident)?) = $made:expr;)*) => {
        $(
            #[inline(always)]
            fn $name(self $(, $other: Self)?) -> Self {
                // SAFETY: NEON is part of this target.
                unsafe {
                    let low = { let $one = self.0; $(let $other = $other.0;)? $made };
                    let high = { let $one = self.1; $(let $other = $other.1;)? $made };
                    Self(low, high)
                }
            }
        )*
    };
}

impl Vector for Neon32 {
    type Word = u32;

    #[inline(always)]
    fn of(words: &[u32; 4]) -> Self {
        // SAFETY: NEON is part of this target; the array has four words.
        Self(unsafe { vld1q_u32(words.as_ptr()) })
    }

    #[inline(always)]
    fn words(self) -> [u32; 4] {
        let mut words = [0; 4];
        // SAFETY: NEON is part of this target; the array has four words.
        unsafe { vst1q_u32(words.as_mut_ptr(), self.0) };
        words
    }

    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: NEON is part of this target; there are 16 bytes, and they need not be aligned.
        Self(unsafe { vreinterpretq_u32_u8(vld1q_u8(bytes.as_ptr())) })
    }

    #[inline(always)]
    fn write(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..16];
        // SAFETY: NEON is part of this target; there are 16 bytes, and they need not be aligned.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), vreinterpretq_u8_u32(self.0)) };
    }

    #[inline(always)]
    fn read_half(bytes: &[u8]) -> Self {
        let bytes = &bytes[..8];
        // SAFETY: NEON is part of this target; there are 8 bytes, and they need not be aligned.
        Self(unsafe { vreinterpretq_u32_u8(vcombine_u8(vld1_u8(bytes.as_ptr()), vdup_n_u8(0))) })
    }

    #[inline(always)]
    fn write_half(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..8];
        // SAFETY: NEON is part of this target; there are 8 bytes, and they need not be aligned.
        unsafe { vst1_u8(bytes.as_mut_ptr(), vget_low_u8(vreinterpretq_u8_u32(self.0))) };
    }

    simple! {
        keep_half(x) = vcombine_u32(vget_low_u32(x), vdup_n_u32(0));
        xor(x, other) = veorq_u32(x, other);
        xor_as_told(x, other) = veorq_u32(x, other);
        and(x, other) = vandq_u32(x, other);
        doubled(x) = vaddq_u32(x, x);
        rotated_0(x) = vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(x), vld1q_u8(BY_8_OF_32.as_ptr())));
        rotated_1(x) = vsriq_n_u32::<11>(vshlq_n_u32::<21>(x), x);
        rotated_2(x) = vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x)));
        rotated_3(x) = vsriq_n_u32::<31>(vaddq_u32(x, x), x);
        unrotated_3(x) = vsriq_n_u32::<1>(vshlq_n_u32::<31>(x), x);
        left_1(x) = vextq_u32::<1>(x, x);
        left_2(x) = vextq_u32::<2>(x, x);
        left_3(x) = vextq_u32::<3>(x, x);
    }

    #[inline(always)]
    fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: NEON is part of this target.
        unsafe {
            let (ab_even, ab_odd) = (vtrn1q_u32(a.0, b.0), vtrn2q_u32(a.0, b.0));
            let (cd_even, cd_odd) = (vtrn1q_u32(c.0, d.0), vtrn2q_u32(c.0, d.0));
            [
                Self(vcombine_u32(vget_low_u32(ab_even), vget_low_u32(cd_even))),
                Self(vcombine_u32(vget_low_u32(ab_odd), vget_low_u32(cd_odd))),
                Self(vcombine_u32(vget_high_u32(ab_even), vget_high_u32(cd_even))),
                Self(vcombine_u32(vget_high_u32(ab_odd), vget_high_u32(cd_odd))),
            ]
        }
    }
}

impl Vector for Neon64 {
    type Word = u64;

    #[inline(always)]
    fn of(words: &[u64; 4]) -> Self {
        // SAFETY: NEON is part of this target; the array has twice two words.
        unsafe { Self(vld1q_u64(words.as_ptr()), vld1q_u64(words[2..].as_ptr())) }
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let mut words = [0; 4];
        let (low, high) = words.split_at_mut(2);
        // SAFETY: NEON is part of this target; each half has two words.
        unsafe {
            vst1q_u64(low.as_mut_ptr(), self.0);
            vst1q_u64(high.as_mut_ptr(), self.1);
        }
        words
    }

    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        let (low, high) = bytes[..32].split_at(16);
        // SAFETY: NEON is part of this target; each half is 16 bytes, and need not be aligned.
        unsafe { Self(vreinterpretq_u64_u8(vld1q_u8(low.as_ptr())), vreinterpretq_u64_u8(vld1q_u8(high.as_ptr()))) }
    }

    #[inline(always)]
    fn write(self, bytes: &mut [u8]) {
        let (low, high) = bytes[..32].split_at_mut(16);
        // SAFETY: NEON is part of this target; each half is 16 bytes, and need not be aligned.
        unsafe {
            vst1q_u8(low.as_mut_ptr(), vreinterpretq_u8_u64(self.0));
            vst1q_u8(high.as_mut_ptr(), vreinterpretq_u8_u64(self.1));
        }
    }

    #[inline(always)]
    fn read_half(bytes: &[u8]) -> Self {
        let bytes = &bytes[..16];
        // SAFETY: NEON is part of this target; there are 16 bytes, and they need not be aligned.
        unsafe { Self(vreinterpretq_u64_u8(vld1q_u8(bytes.as_ptr())), vdupq_n_u64(0)) }
    }

    #[inline(always)]
    fn write_half(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..16];
        // SAFETY: NEON is part of this target; there are 16 bytes, and they need not be aligned.
        unsafe { vst1q_u8(bytes.as_mut_ptr(), vreinterpretq_u8_u64(self.0)) };
    }

    #[inline(always)]
    fn keep_half(self) -> Self {
        // SAFETY: NEON is part of this target.
        Self(self.0, unsafe { vdupq_n_u64(0) })
    }

    alike! {
        xor(x, other) = veorq_u64(x, other);
        xor_as_told(x, other) = veorq_u64(x, other);
        and(x, other) = vandq_u64(x, other);
        doubled(x) = vaddq_u64(x, x);
        rotated_0(x) = vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(x), vld1q_u8(BY_8_OF_64.as_ptr())));
        rotated_1(x) = vsriq_n_u64::<19>(vshlq_n_u64::<45>(x), x);
        rotated_2(x) = vreinterpretq_u64_u8(vqtbl1q_u8(vreinterpretq_u8_u64(x), vld1q_u8(BY_40_OF_64.as_ptr())));
        rotated_3(x) = vsriq_n_u64::<63>(vaddq_u64(x, x), x);
        unrotated_3(x) = vsriq_n_u64::<1>(vshlq_n_u64::<63>(x), x);
    }

    #[inline(always)]
    fn left_1(self) -> Self {
        // SAFETY: NEON is part of this target.
        unsafe { Self(vextq_u64::<1>(self.0, self.1), vextq_u64::<1>(self.1, self.0)) }
    }

    #[inline(always)]
    fn left_2(self) -> Self {
        Self(self.1, self.0)
    }

    #[inline(always)]
    fn left_3(self) -> Self {
        // SAFETY: NEON is part of this target.
        unsafe { Self(vextq_u64::<1>(self.1, self.0), vextq_u64::<1>(self.0, self.1)) }
    }

    #[inline(always)]
    fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: NEON is part of this target.
        unsafe {
            [
                Self(vtrn1q_u64(a.0, b.0), vtrn1q_u64(c.0, d.0)),
                Self(vtrn2q_u64(a.0, b.0), vtrn2q_u64(c.0, d.0)),
                Self(vtrn1q_u64(a.1, b.1), vtrn1q_u64(c.1, d.1)),
                Self(vtrn2q_u64(a.1, b.1), vtrn2q_u64(c.1, d.1)),
            ]
        }
    }
}
