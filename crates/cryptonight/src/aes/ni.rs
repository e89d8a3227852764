//! AES rounds by the instructions of x86-64, on vectors of 128 bits.

use core::arch::x86_64::{
    __m128i, _MM_HINT_T0, _mm_add_epi64, _mm_aesenc_si128, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_load_si128,
    _mm_prefetch, _mm_set_epi64x, _mm_store_si128, _mm_xor_si128,
};

use super::schedule::Keys;
use super::wide;
use crate::fill::{explode, implode};
use crate::lane::Lane;
use crate::path::{Path, Text, Work};
use crate::turn::turn;

/// AES-NI.
pub(crate) enum Ni {}

impl Path for Ni {
    type Block = __m128i;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> __m128i {
        // SAFETY: the caller gives 16 aligned bytes.
        unsafe { _mm_load_si128(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(to: *mut u8, block: __m128i) {
        // SAFETY: the caller gives 16 aligned bytes.
        unsafe { _mm_store_si128(to.cast(), block) }
    }

    #[inline(always)]
    unsafe fn of(low: u64, high: u64) -> __m128i {
        // SAFETY: every x86-64 has it.
        unsafe { _mm_set_epi64x(high as i64, low as i64) }
    }

    #[inline(always)]
    unsafe fn low(block: __m128i) -> u64 {
        // SAFETY: every x86-64 has it.
        unsafe { _mm_cvtsi128_si64(block) as u64 }
    }

    #[inline(always)]
    unsafe fn high(block: __m128i) -> u64 {
        // SAFETY: the caller has checked for SSE4.1.
        unsafe { _mm_extract_epi64::<1>(block) as u64 }
    }

    #[inline(always)]
    unsafe fn xor(a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: every x86-64 has it.
        unsafe { _mm_xor_si128(a, b) }
    }

    #[inline(always)]
    unsafe fn add(a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: every x86-64 has it.
        unsafe { _mm_add_epi64(a, b) }
    }

    #[inline(always)]
    unsafe fn round(block: __m128i, key: __m128i) -> __m128i {
        // SAFETY: the caller has checked for AES-NI.
        unsafe { _mm_aesenc_si128(block, key) }
    }

    #[inline(always)]
    unsafe fn prefetch(line: *const u8) {
        // SAFETY: a prefetch changes nothing and cannot fail.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.cast()) }
    }

    #[cfg(not(miri))]
    #[inline(always)]
    fn number(mut x: u64) -> u64 {
        // SAFETY: there is no instruction in it; the compiler only has to put the number into a register.
        unsafe { core::arch::asm!("/* {0} */", inout(reg) x, options(pure, nomem, nostack, preserves_flags)) }
        x
    }

    #[target_feature(enable = "aes,sse4.1")]
    unsafe fn explode(text: &Text, keys: &Keys, pad: *mut u8, bytes: usize) {
        // SAFETY: passed on as it came.
        unsafe { explode::<Self>(text, keys, pad, bytes) }
    }

    #[target_feature(enable = "aes,sse4.1")]
    unsafe fn implode(text: &mut Text, keys: &Keys, pad: *const u8, bytes: usize) {
        // SAFETY: passed on as it came.
        unsafe { implode::<Self>(text, keys, pad, bytes) }
    }

    unsafe fn explode_all<const N: usize>(texts: &[Text; N], keys: &[Keys; N], pads: [*mut u8; N], bytes: usize) {
        // SAFETY: passed on as it came; the processor is asked.
        unsafe {
            if N > 1 && wide::is_available() {
                return wide::explode(texts, keys, pads, bytes);
            }
            for i in 0..N {
                Self::explode(&texts[i], &keys[i], pads[i], bytes);
            }
        }
    }

    unsafe fn implode_all<const N: usize>(texts: &mut [Text; N], keys: &[Keys; N], pads: [*mut u8; N], bytes: usize) {
        // SAFETY: as above.
        unsafe {
            if N > 1 && wide::is_available() {
                return wide::implode(texts, keys, pads.map(<*mut u8>::cast_const), bytes);
            }
            for i in 0..N {
                Self::implode(&mut texts[i], &keys[i], pads[i], bytes);
            }
        }
    }

    #[target_feature(enable = "aes,sse4.1")]
    unsafe fn turn<const KIND: u8, const N: usize, const PREFETCH: bool>(lanes: &mut [Lane; N], work: &Work) {
        // SAFETY: passed on as it came.
        unsafe { turn::<Self, KIND, N, PREFETCH>(lanes, work) }
    }
}
