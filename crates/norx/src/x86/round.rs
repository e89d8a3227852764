//! A round on the rows of one state in assembler, for vectors of AVX2: columns, then diagonals.
//!
//! In: rows, the second one without its last rotation; out: the same after a round. Only functions that enable AVX2
//! may call what is here.
//!
//! Of several steps whose operands are there, Zen 3 takes the one that comes first in the program: so say orders that
//! were measured. So the steps of the chain stand before those beside it, wherever both are ready at one time;
//! compilers have another order.

use core::arch::asm;
use core::arch::x86_64::{__m128i, __m256i};

/// The steps of `G`: `w` is the letter of the word size, then the bits in a word less one, and the second rotation as
/// a shift to the right and one to the left. Two places are left for the moves of rows: before the last step, when
/// `{d}` and `{t}` are to be added to be the first row, and after it, when `{b}` and `{s}` are, to be the third; the
/// fourth is in `{u}`.
macro_rules! quarter {
    ($w:literal, $last:literal, $right:literal, $left:literal, $before:expr, $after:expr) => {
        concat!(
            // The last rotation of the `G` before.
            "vpsrl",
            $w,
            " {v}, {b}, ",
            $last,
            "\n",
            "vpadd",
            $w,
            " {u}, {b}, {b}\n",
            "vpxor {s}, {a}, {d}\n",
            "vpor {b}, {u}, {v}\n",
            // d ^ H(a, b) in s, rotated in t.
            "vpand {u}, {a}, {b}\n",
            "vpxor {s}, {s}, {b}\n",
            "vpadd",
            $w,
            " {u}, {u}, {u}\n",
            "vpxor {s}, {s}, {u}\n",
            "vpshufb {t}, {s}, {first}\n",
            // b ^ H(c, d) in c, rotated in s.
            "vpand {u}, {c}, {t}\n",
            "vpxor {c}, {c}, {b}\n",
            "vpadd",
            $w,
            " {u}, {u}, {u}\n",
            "vpxor {c}, {c}, {t}\n",
            "vpxor {c}, {c}, {u}\n",
            "vpsll",
            $w,
            " {u}, {c}, ",
            $left,
            "\n",
            "vpsrl",
            $w,
            " {v}, {c}, ",
            $right,
            "\n",
            "vpxor {a}, {s}, {d}\n",
            "vpor {s}, {u}, {v}\n",
            "vpxor {d}, {a}, {t}\n",
            // d ^ H(a, b) in d, rotated in u.
            "vpand {u}, {a}, {s}\n",
            "vpxor {d}, {d}, {s}\n",
            "vpadd",
            $w,
            " {u}, {u}, {u}\n",
            "vpxor {c}, {c}, {b}\n",
            "vpxor {d}, {d}, {u}\n",
            "vpshufb {u}, {d}, {third}\n",
            // b ^ H(c, d) in b.
            "vpand {b}, {c}, {u}\n",
            "vpxor {v}, {c}, {s}\n",
            "vpadd",
            $w,
            " {b}, {b}, {b}\n",
            "vpxor {v}, {v}, {u}\n",
            $before,
            "vpxor {b}, {v}, {b}\n",
            $after,
        )
    };
}

/// A function that does a round, by two `G`.
macro_rules! round {
    ($name:ident, $vector:ty, $class:ident, $columns:expr, $diagonals:expr) => {
        #[inline]
        #[target_feature(enable = "avx2")]
        pub(super) fn $name(rows: &mut [$vector; 4], first: $vector, third: $vector) {
            let [a, b, c, d] = rows;
            // SAFETY: instructions of AVX2 from register to register.
            unsafe {
                asm!(
                    $columns,
                    $diagonals,
                    a = inout($class) *a,
                    b = inout($class) *b,
                    c = inout($class) *c,
                    d = inout($class) *d,
                    first = in($class) first,
                    third = in($class) third,
                    s = out($class) _,
                    t = out($class) _,
                    u = out($class) _,
                    v = out($class) _,
                    options(pure, nomem, nostack, preserves_flags)
                );
            }
        }
    };
}

/// Moves are shuffles, of one cycle: all after the last step.
macro_rules! moved_32 {
    ($a:literal, $c:literal) => {
        concat!(
            "vpxor {a}, {d}, {t}\n",
            "vpshufd {d}, {u}, 0x4e\n",
            "vpshufd {a}, {a}, ",
            $a,
            "\n",
            "vpxor {c}, {b}, {s}\n",
            "vpshufd {c}, {c}, ",
            $c,
            "\n",
        )
    };
}

round!(
    round_32,
    __m128i,
    xmm_reg,
    quarter!("d", "31", "11", "21", "", moved_32!("0x93", "0x39")),
    quarter!("d", "31", "11", "21", "", moved_32!("0x39", "0x93"))
);

/// Words cross from one half to the other in 6 cycles, both halves as they are in 3. The first row, which is wanted
/// first, begins early.
macro_rules! moved_64 {
    ($c:literal) => {
        concat!("vpxor {c}, {b}, {s}\n", "vpermq {c}, {c}, ", $c, "\n", "vperm2i128 {d}, {u}, {u}, 1\n",)
    };
}

macro_rules! moved_first_64 {
    ($a:literal) => {
        concat!("vpxor {a}, {d}, {t}\n", "vpermq {a}, {a}, ", $a, "\n")
    };
}

round!(
    round_64,
    __m256i,
    ymm_reg,
    quarter!("q", "63", "19", "45", moved_first_64!("0x93"), moved_64!("0x39")),
    quarter!("q", "63", "19", "45", moved_first_64!("0x39"), moved_64!("0x93"))
);
