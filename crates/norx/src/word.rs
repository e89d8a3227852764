//! The two word sizes, 32 and 64 bits.
//!
//! In: nothing; out: what the ciphers of a word size have of their own: sizes, rotations, constants. It knows
//! no version and no processor.

use core::ops::{BitAnd, BitXor, Shl};

use zeroize::Zeroize;

use crate::dispatch::Dispatch;

/// A word of the state: `u32` for NORX32, `u64` for NORX64. The trait cannot be implemented elsewhere.
pub trait Word:
    Copy
    + Default
    + Eq
    + core::fmt::Debug
    + Zeroize
    + BitXor<Output = Self>
    + BitAnd<Output = Self>
    + Shl<u32, Output = Self>
    + Dispatch
    + 'static
{
    /// Two words as bytes: the nonce of versions 1.0 and 2.0.
    type Pair: Bytes;
    /// Four words as bytes: the key, the tag, and the nonce of version 3.0.
    type Quad: Bytes;
    /// The number of bits in a word: 32 or 64.
    const BITS: usize;
    /// The number of bytes in a word: 4 or 8.
    const BYTES: usize = Self::BITS / 8;
    #[doc(hidden)]
    const ROTATIONS: [u32; 4];
    /// The constants of version 1.0, `S0`, `S3`, `S8` to `S15` in this order.
    #[doc(hidden)]
    const FIRST_CONSTANTS: [Self; 10];
    /// Two rounds over the words 0 to 15: the constants of versions 2.0 and 3.0.
    #[doc(hidden)]
    const CONSTANTS: [Self; 16];
    #[doc(hidden)]
    fn small(value: u32) -> Self;
    #[doc(hidden)]
    fn rotated_right(self, by: u32) -> Self;
    /// The word unchanged, of which the compiler no longer knows how it came about.
    #[doc(hidden)]
    fn as_it_is(self) -> Self;
    /// Little-endian, from the first `BYTES` bytes.
    #[doc(hidden)]
    fn read(bytes: &[u8]) -> Self;
    #[doc(hidden)]
    fn write(self, bytes: &mut [u8]);
}

/// A byte array of fixed length: a key, a nonce or a tag.
pub trait Bytes:
    AsRef<[u8]> + AsMut<[u8]> + Copy + Default + Eq + core::fmt::Debug + Zeroize + Send + Sync + 'static
{
    /// The length of the array, in bytes.
    const LENGTH: usize;
}

impl<const LENGTH: usize> Bytes for [u8; LENGTH]
where
    [u8; LENGTH]: Default,
{
    const LENGTH: usize = LENGTH;
}

/// Constants are made by the compiler, where no trait can be called: hence a macro over both sizes.
macro_rules! word {
    ($word:ty, $bits:literal, $pair:literal, $quad:literal, $rotations:expr, $pi:expr, $comment:literal) => {
        impl Word for $word {
            type Pair = [u8; $pair];
            type Quad = [u8; $quad];
            const BITS: usize = $bits;
            const ROTATIONS: [u32; 4] = $rotations;
            const FIRST_CONSTANTS: [Self; 10] = {
                let pi: [$word; 4] = $pi;
                let once = Permuting::<$word>::quarter(pi);
                let twice = Permuting::<$word>::quarter(once);
                [pi[0], pi[1], pi[2], pi[3], once[0], once[1], once[2], once[3], twice[0], twice[1]]
            };
            const CONSTANTS: [Self; 16] = {
                let counted = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
                Permuting::<$word>::round(Permuting::<$word>::round(counted))
            };

            #[inline(always)]
            fn small(value: u32) -> Self {
                Self::from(value)
            }

            #[inline(always)]
            fn rotated_right(self, by: u32) -> Self {
                self.rotate_right(by)
            }

            #[cfg(all(target_arch = "x86_64", not(miri)))]
            #[inline(always)]
            fn as_it_is(mut self) -> Self {
                // SAFETY: no instruction at all.
                unsafe {
                    core::arch::asm!($comment, word = inout(reg) self, options(pure, nomem, nostack, preserves_flags));
                }
                self
            }

            #[cfg(not(all(target_arch = "x86_64", not(miri))))]
            #[inline(always)]
            fn as_it_is(self) -> Self {
                self
            }

            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                let mut word = [0; $bits / 8];
                word.copy_from_slice(&bytes[..$bits / 8]);
                Self::from_le_bytes(word)
            }

            #[inline(always)]
            fn write(self, bytes: &mut [u8]) {
                bytes[..$bits / 8].copy_from_slice(&self.to_le_bytes());
            }
        }

        impl Permuting<$word> {
            const fn h(a: $word, b: $word) -> $word {
                (a ^ b) ^ ((a & b) << 1)
            }

            const fn quarter([mut a, mut b, mut c, mut d]: [$word; 4]) -> [$word; 4] {
                let by: [u32; 4] = $rotations;
                a = Self::h(a, b);
                d = (d ^ a).rotate_right(by[0]);
                c = Self::h(c, d);
                b = (b ^ c).rotate_right(by[1]);
                a = Self::h(a, b);
                d = (d ^ a).rotate_right(by[2]);
                c = Self::h(c, d);
                b = (b ^ c).rotate_right(by[3]);
                [a, b, c, d]
            }

            const fn round(mut s: [$word; 16]) -> [$word; 16] {
                let mut i = 0;
                while i < 8 {
                    let turn = i / 4;
                    let at =
                        [i % 4, 4 + (i + turn) % 4, 8 + (i + 2 * turn) % 4, 12 + (i + 3 * turn) % 4];
                    let out = Self::quarter([s[at[0]], s[at[1]], s[at[2]], s[at[3]]]);
                    s[at[0]] = out[0];
                    s[at[1]] = out[1];
                    s[at[2]] = out[2];
                    s[at[3]] = out[3];
                    i += 1;
                }
                s
            }
        }
    };
}

/// Where the compiler's own rounds live, by word.
struct Permuting<W>(core::marker::PhantomData<W>);

// The first digits of pi, as version 1.0 has them.
word!(u32, 32, 8, 16, [8, 11, 16, 31], [0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344], "/* {word:e} */");
word!(
    u64,
    64,
    16,
    32,
    [8, 19, 40, 63],
    [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89],
    "/* {word:r} */"
);
