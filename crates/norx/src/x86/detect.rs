//! What the processor and the system offer, asked of the processor itself.
//!
//! In: `CPUID` and `XCR0`; out: whether a path can be taken. It needs no system library.

#[cfg(not(miri))]
use core::arch::x86_64;
use core::sync::atomic::{AtomicU8, Ordering};

use crate::path::Path;

const ASKED: u8 = 1;
const SSSE3: u8 = 2;
const AVX2: u8 = 4;
const AVX512: u8 = 8;

/// What was found when it was first asked; 0 before that.
static FOUND: AtomicU8 = AtomicU8::new(0);

/// Whether the instructions of a path are there and the system keeps their registers.
#[inline]
pub(crate) fn has(path: Path) -> bool {
    // Two threads that ask first at one time find the same.
    let mut found = FOUND.load(Ordering::Relaxed);
    if found == 0 {
        found = ask();
        FOUND.store(found, Ordering::Relaxed);
    }
    let bit = match path {
        Path::Ssse3 => SSSE3,
        Path::Avx2 => AVX2,
        Path::Avx512 => AVX512,
        _ => 0,
    };
    found & bit != 0
}

/// Miri knows neither the instruction nor assembler, so there nothing is beyond SSE2.
#[cfg(miri)]
fn ask() -> u8 {
    ASKED
}

/// Bits as in Intel's manual, volume 2, `CPUID`.
#[cfg(not(miri))]
#[cold]
fn ask() -> u8 {
    let mut found = ASKED;
    let most = leaf(0).eax;
    let first = leaf(1);
    if first.ecx & (1 << 9) != 0 {
        found |= SSSE3;
    }
    let system_tells = first.ecx & (1 << 27) != 0;
    let avx = first.ecx & (1 << 28) != 0;
    if most < 7 || !system_tells || !avx {
        return found;
    }
    // SAFETY: OSXSAVE is set, so the instruction exists and the system permits it.
    let kept = unsafe { kept_registers() };
    let seventh = leaf(7).ebx;
    // Bits 1 and 2 of XCR0: the lower and upper halves of the 256-bit registers.
    if kept & 0x06 == 0x06 && seventh & (1 << 5) != 0 {
        found |= AVX2;
        // Bits 5 to 7: mask registers and what is beyond 256 bits and 16 registers; AVX-512F and AVX-512VL.
        if kept & 0xe0 == 0xe0 && seventh & (1 << 16) != 0 && seventh & (1 << 31) != 0 {
            found |= AVX512;
        }
    }
    found
}

/// What `CPUID` tells in a leaf, and in the first of its parts where it has some.
#[cfg(not(miri))]
// Older toolchains call the intrinsic unsafe, newer ones do not; an expectation would be wrong with one of them.
#[allow(clippy::allow_attributes, unused_unsafe, reason = "unsafe in Rust 1.89, safe in 1.95")]
fn leaf(number: u32) -> x86_64::CpuidResult {
    // SAFETY: every processor of x86-64 has the instruction, and it changes no memory.
    unsafe { x86_64::__cpuid_count(number, 0) }
}

#[cfg(not(miri))]
#[target_feature(enable = "xsave")]
fn kept_registers() -> u64 {
    // SAFETY: the caller found OSXSAVE set; register 0 is there wherever the instruction is.
    unsafe { x86_64::_xgetbv(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern crate std;

    #[test]
    fn it_finds_what_the_standard_library_finds() {
        assert_eq!(has(Path::Ssse3), std::is_x86_feature_detected!("ssse3"));
        assert_eq!(has(Path::Avx2), std::is_x86_feature_detected!("avx2"));
        let both = std::is_x86_feature_detected!("avx512f") && std::is_x86_feature_detected!("avx512vl");
        assert_eq!(has(Path::Avx512), both);
    }
}
