//! The four halves of NORX64's `G` on vectors of AVX2, in assembler.
//!
//! In: vectors; out: vectors. Only functions that enable AVX2 may call what is here.
//!
//! Four lanes need all sixteen registers for their words. Compilers that see single instructions put many steps beside
//! each other, and most of the words on the stack. A half takes a single register beside those of its words, and the
//! order of halves is kept.

use core::arch::asm;
use core::arch::x86_64::__m256i;

use crate::x86::avx2::BY_8;
use crate::x86::avx2::BY_40;

/// `a` becomes `H(a, b)`, and `d` the sum of both, rotated as told. Not `pure`, so that it stays where it is.
macro_rules! halves {
    ($($name:ident: $($rotated:literal),+ $(, in $order:expr)?;)*) => {
        $(
            #[inline]
            #[target_feature(enable = "avx2")]
            pub(super) fn $name(mut a: __m256i, b: __m256i, mut d: __m256i) -> (__m256i, __m256i) {
                // SAFETY: instructions of AVX2 from register to register; what may be read is an array of 32 bytes.
                unsafe {
                    asm!(
                        "vpand {t}, {a}, {b}",
                        "vpxor {a}, {a}, {b}",
                        "vpaddq {t}, {t}, {t}",
                        "vpxor {a}, {a}, {t}",
                        "vpxor {d}, {d}, {a}",
                        $($rotated,)+
                        a = inout(ymm_reg) a,
                        b = in(ymm_reg) b,
                        d = inout(ymm_reg) d,
                        t = out(ymm_reg) _,
                        $(order = in(reg) $order.as_ptr(),)?
                        options(readonly, nostack, preserves_flags)
                    );
                }
                (a, d)
            }
        )*
    };
}

halves! {
    half_0: "vpshufb {d}, {d}, [{order}]", in BY_8;
    half_1: "vpsrlq {t}, {d}, 19", "vpsllq {d}, {d}, 45", "vpor {d}, {d}, {t}";
    half_2: "vpshufb {d}, {d}, [{order}]", in BY_40;
    half_3: "vpsrlq {t}, {d}, 63", "vpaddq {d}, {d}, {d}", "vpor {d}, {d}, {t}";
}
