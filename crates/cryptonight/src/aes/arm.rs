//! AES rounds by the crypto extension of AArch64.
//!
//! `AESE` adds the key before it substitutes, x86's `AESENC` after it has mixed. So a round is `AESE` with a key of
//! zeros, `AESMC`, and an addition of the real key.

use core::arch::aarch64::{
    uint8x16_t, vaddq_u64, vaeseq_u8, vaesmcq_u8, vcombine_u64, vcreate_u64, vdupq_n_u8, veorq_u8, vgetq_lane_u64,
    vld1q_u8, vreinterpretq_u8_u64, vreinterpretq_u64_u8, vst1q_u8,
};

use super::schedule::Keys;
use crate::fill::{explode, implode};
use crate::lane::Lane;
use crate::path::{Path, Text, Work};
use crate::turn::turn;

/// The crypto extension.
pub(crate) enum Arm {}

impl Path for Arm {
    type Block = uint8x16_t;

    #[inline(always)]
    unsafe fn load(from: *const u8) -> uint8x16_t {
        // SAFETY: the caller gives 16 bytes.
        unsafe { vld1q_u8(from) }
    }

    #[inline(always)]
    unsafe fn store(to: *mut u8, block: uint8x16_t) {
        // SAFETY: the caller gives 16 bytes.
        unsafe { vst1q_u8(to, block) }
    }

    #[inline(always)]
    unsafe fn of(low: u64, high: u64) -> uint8x16_t {
        // SAFETY: every AArch64 that Rust knows has NEON.
        unsafe { vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(low), vcreate_u64(high))) }
    }

    #[inline(always)]
    unsafe fn low(block: uint8x16_t) -> u64 {
        // SAFETY: every AArch64 that Rust knows has NEON.
        unsafe { vgetq_lane_u64::<0>(vreinterpretq_u64_u8(block)) }
    }

    #[inline(always)]
    unsafe fn high(block: uint8x16_t) -> u64 {
        // SAFETY: every AArch64 that Rust knows has NEON.
        unsafe { vgetq_lane_u64::<1>(vreinterpretq_u64_u8(block)) }
    }

    #[inline(always)]
    unsafe fn xor(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: every AArch64 that Rust knows has NEON.
        unsafe { veorq_u8(a, b) }
    }

    #[inline(always)]
    unsafe fn add(a: uint8x16_t, b: uint8x16_t) -> uint8x16_t {
        // SAFETY: every AArch64 that Rust knows has NEON.
        unsafe { vreinterpretq_u8_u64(vaddq_u64(vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b))) }
    }

    // Its instructions may only be inlined into what has the extension too, so this is not forced into the loop, which
    // is compiled with it all the same.
    #[inline]
    #[target_feature(enable = "aes")]
    unsafe fn round(block: uint8x16_t, key: uint8x16_t) -> uint8x16_t {
        // SAFETY: the caller has checked for the crypto extension.
        unsafe { Self::xor(vaesmcq_u8(vaeseq_u8(block, vdupq_n_u8(0))), key) }
    }

    #[inline(always)]
    unsafe fn prefetch(line: *const u8) {
        super::tables::prefetch(line);
    }

    #[target_feature(enable = "aes")]
    unsafe fn explode(text: &Text, keys: &Keys, pad: *mut u8, bytes: usize) {
        // SAFETY: passed on as it came.
        unsafe { explode::<Self>(text, keys, pad, bytes) }
    }

    #[target_feature(enable = "aes")]
    unsafe fn implode(text: &mut Text, keys: &Keys, pad: *const u8, bytes: usize) {
        // SAFETY: passed on as it came.
        unsafe { implode::<Self>(text, keys, pad, bytes) }
    }

    #[target_feature(enable = "aes")]
    unsafe fn turn<const KIND: u8, const N: usize, const PREFETCH: bool>(lanes: &mut [Lane; N], work: &Work) {
        // SAFETY: passed on as it came.
        unsafe { turn::<Self, KIND, N, PREFETCH>(lanes, work) }
    }
}
