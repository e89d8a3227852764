//! The four halves of `G` on vectors of AVX2, in assembler.
//!
//! In: vectors; out: vectors. Only functions that enable AVX2 may call what is here.
//!
//! Four lanes need all sixteen registers for their words. Compilers that see single instructions put many steps beside
//! each other, and most of the words on the stack. A half takes a single register beside those of its words, and the
//! order of halves is kept.

use core::arch::asm;
use core::arch::x86_64::{__m128i, __m256i};

use crate::x86::{avx2, sse};

/// `a` becomes `H(a, b)`, and `d` the sum of both, rotated as told. Not `pure`, so that it stays where it is.
macro_rules! halves {
    ($vector:ty, $class:ident, $add:literal: $($name:ident: $($rotated:literal),+ $(, in $order:expr)?;)*) => {
        $(
            #[inline]
            #[target_feature(enable = "avx2")]
            pub(super) fn $name(mut a: $vector, b: $vector, mut d: $vector) -> ($vector, $vector) {
                // SAFETY: instructions of AVX2 from register to register; what may be read is an array of a vector's
                // length.
                unsafe {
                    asm!(
                        "vpand {t}, {a}, {b}",
                        "vpxor {a}, {a}, {b}",
                        concat!($add, " {t}, {t}, {t}"),
                        "vpxor {a}, {a}, {t}",
                        "vpxor {d}, {d}, {a}",
                        $($rotated,)+
                        a = inout($class) a,
                        b = in($class) b,
                        d = inout($class) d,
                        t = out($class) _,
                        $(order = in(reg) $order.as_ptr(),)?
                        options(readonly, nostack, preserves_flags)
                    );
                }
                (a, d)
            }
        )*
    };
}

halves! { __m256i, ymm_reg, "vpaddq":
    half_0_64: "vpshufb {d}, {d}, [{order}]", in avx2::BY_8;
    half_1_64: "vpsrlq {t}, {d}, 19", "vpsllq {d}, {d}, 45", "vpor {d}, {d}, {t}";
    half_2_64: "vpshufb {d}, {d}, [{order}]", in avx2::BY_40;
    half_3_64: "vpsrlq {t}, {d}, 63", "vpaddq {d}, {d}, {d}", "vpor {d}, {d}, {t}";
}

halves! { __m128i, xmm_reg, "vpaddd":
    half_0_32: "vpshufb {d}, {d}, [{order}]", in sse::BY_8;
    half_1_32: "vpsrld {t}, {d}, 11", "vpslld {d}, {d}, 21", "vpor {d}, {d}, {t}";
    half_2_32: "vpshufb {d}, {d}, [{order}]", in sse::BY_16;
    half_3_32: "vpsrld {t}, {d}, 31", "vpaddd {d}, {d}, {d}", "vpor {d}, {d}, {t}";
}

/// The trait's halves of `G`, by these.
macro_rules! by_halves {
    ($($name:ident = $half:ident),* $(,)?) => {
        $(
            #[inline(always)]
            fn $name(a: Self, b: Self, d: Self) -> (Self, Self) {
                // SAFETY: below a function that enables AVX2.
                let (a, d) = unsafe { $crate::x86::half::$half(a.0, b.0, d.0) };
                (Self(a), Self(d))
            }
        )*
    };
}

pub(super) use by_halves;
