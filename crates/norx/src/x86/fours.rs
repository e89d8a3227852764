//! A half of `G` on four columns, instruction by instruction in turn, under AVX-512VL and in assembler.
//!
//! In: vectors; out: vectors. Only functions that enable AVX-512F and AVX-512VL may call what is here.
//!
//! There are registers for all that is in the making, so what counts is the order: compilers finish a column before
//! they begin the next, and the steps that a processor sees at once then wait for each other. `H(a, b)` is made where
//! the carry was and not where `a` was; the other way round the same steps take longer.

use core::arch::asm;
use core::arch::x86_64::__m256i;

/// `a` becomes `H(a, b)`, and `d` the sum of both, rotated to the right by so many bits.
macro_rules! fours {
    ($($name:ident: $by:literal;)*) => {
        $(
            #[inline]
            #[target_feature(enable = "avx512f,avx512vl")]
            pub(super) fn $name(a: &mut [__m256i; 4], b: &[__m256i; 4], d: &mut [__m256i; 4]) {
                let [a0, a1, a2, a3] = *a;
                let [b0, b1, b2, b3] = *b;
                let [d0, d1, d2, d3] = d;
                let [t0, t1, t2, t3] = a;
                // SAFETY: instructions of AVX-512F and AVX-512VL from register to register. The four results are
                // written before all that is read was read, so they share no register with it.
                unsafe {
                    asm!(
                        "vpandq {t0:y}, {a0:y}, {b0:y}",
                        "vpandq {t1:y}, {a1:y}, {b1:y}",
                        "vpandq {t2:y}, {a2:y}, {b2:y}",
                        "vpandq {t3:y}, {a3:y}, {b3:y}",
                        "vpaddq {t0:y}, {t0:y}, {t0:y}",
                        "vpaddq {t1:y}, {t1:y}, {t1:y}",
                        "vpaddq {t2:y}, {t2:y}, {t2:y}",
                        "vpaddq {t3:y}, {t3:y}, {t3:y}",
                        // 0x96: the exclusive or of all three.
                        "vpternlogq {t0:y}, {a0:y}, {b0:y}, 0x96",
                        "vpternlogq {t1:y}, {a1:y}, {b1:y}, 0x96",
                        "vpternlogq {t2:y}, {a2:y}, {b2:y}, 0x96",
                        "vpternlogq {t3:y}, {a3:y}, {b3:y}, 0x96",
                        "vpxorq {d0:y}, {d0:y}, {t0:y}",
                        "vpxorq {d1:y}, {d1:y}, {t1:y}",
                        "vpxorq {d2:y}, {d2:y}, {t2:y}",
                        "vpxorq {d3:y}, {d3:y}, {t3:y}",
                        concat!("vprorq {d0:y}, {d0:y}, ", $by),
                        concat!("vprorq {d1:y}, {d1:y}, ", $by),
                        concat!("vprorq {d2:y}, {d2:y}, ", $by),
                        concat!("vprorq {d3:y}, {d3:y}, ", $by),
                        a0 = in(zmm_reg) a0, a1 = in(zmm_reg) a1, a2 = in(zmm_reg) a2, a3 = in(zmm_reg) a3,
                        b0 = in(zmm_reg) b0, b1 = in(zmm_reg) b1, b2 = in(zmm_reg) b2, b3 = in(zmm_reg) b3,
                        d0 = inout(zmm_reg) *d0, d1 = inout(zmm_reg) *d1,
                        d2 = inout(zmm_reg) *d2, d3 = inout(zmm_reg) *d3,
                        t0 = out(zmm_reg) *t0, t1 = out(zmm_reg) *t1,
                        t2 = out(zmm_reg) *t2, t3 = out(zmm_reg) *t3,
                        options(pure, nomem, nostack, preserves_flags)
                    );
                }
            }
        )*
    };
}

fours! {
    halves_0: 8;
    halves_1: 19;
    halves_2: 40;
    halves_3: 63;
}
