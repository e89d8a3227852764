//! AES rounds by vector permutations of AVX2, two blocks in a vector, without AES instructions and without tables in
//! memory. The loop's single rounds are done by tables, which answer sooner; many at once are done here.
//!
//! Bytes are held in the field of 256 elements as `k + i t`, with `k` and `i` in the field of 16 and `t` a root of
//! `t^2 + a t + a`. There an inverse takes a few look-ups in tables of 16, and such a table is one permutation. The
//! idea: M. Hamburg, "Accelerating AES with Vector Permute Instructions", CHES 2009, section 4. All tables are computed
//! here from the definition of the field, when this is compiled.

use core::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_load_si256, _mm256_set1_epi8,
    _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_store_si256, _mm256_xor_si256,
};

use super::schedule::{Keys, multiply, spread};
use super::tables::blocks_of_words;
use crate::lane::Lane;
use crate::path::{Path, Text, Work};
use crate::turn::turn;

/// A table of 16, which is a permutation of a vector's bytes.
type Table = [u8; 16];
/// What stands for the inverse of 0: the permutation makes 0 of it, whatever is added to its other bits.
const INFINITE: u8 = 0x80;

/// The field of 16, modulo `x^4 + x + 1`, and the field of 256 over it.
struct Tower {
    /// The elements of the field of 16, as elements of the field of AES.
    small: Table,
    /// The inverse of `a`, in the field of 16.
    a_inverse: u8,
    /// `a`, in the field of 16.
    a: u8,
    /// `t`, as an element of the field of AES.
    t: u8,
}

const fn small_product(mut x: u8, y: u8) -> u8 {
    let mut product = 0;
    let mut bit = 0;
    while bit < 4 {
        if y >> bit & 1 == 1 {
            product ^= x;
        }
        x = (x << 1) ^ if x & 8 == 0 { 0 } else { 0x13 };
        bit += 1;
    }
    product
}

const fn small_inverse(x: u8) -> u8 {
    let mut y = 1;
    while y < 16 && small_product(x, y) != 1 {
        y += 1;
    }
    if y < 16 { y } else { INFINITE }
}

const fn square(x: u8) -> u8 {
    multiply(x, x)
}

const TOWER: Tower = {
    // A root of x^4 + x + 1 in the field of AES spans the field of 16 within it.
    let mut x = 2;
    while square(square(x)) ^ x ^ 1 != 0 {
        x += 1;
    }
    let powers = [1, x, square(x), multiply(square(x), x)];
    let mut small = [0; 16];
    let mut value = 0;
    while value < 16 {
        let mut bit = 0;
        while bit < 4 {
            if value >> bit & 1 == 1 {
                small[value] ^= powers[bit];
            }
            bit += 1;
        }
        value += 1;
    }
    // The first `a` whose polynomial has a root outside of the field of 16, whose elements are their own 16th powers.
    let (mut a, mut t) = (1, 2);
    while square(square(square(square(t)))) == t || square(t) ^ multiply(small[a as usize], t) ^ small[a as usize] != 0
    {
        if t == 255 {
            a += 1;
            t = 2;
        } else {
            t += 1;
        }
    }
    Tower { small, a_inverse: small_inverse(a), a, t }
};

/// From the tower, `k` in the low half of the byte and `i` in the high one, to the field of AES.
const fn out_of_tower(x: u8) -> u8 {
    TOWER.small[(x & 15) as usize] ^ multiply(TOWER.small[(x >> 4) as usize], TOWER.t)
}

const INTO_TOWER: [u8; 256] = {
    let mut table = [0; 256];
    let mut x = 0;
    while x < 256 {
        table[out_of_tower(x as u8) as usize] = x as u8;
        x += 1;
    }
    table
};

/// What the two halves of a byte add to a linear map: `[low, high]`.
const fn halves(into: bool) -> [Table; 2] {
    let mut tables = [[0; 16]; 2];
    let mut x = 0;
    while x < 16 {
        tables[0][x] = if into { INTO_TOWER[x] } else { out_of_tower(x as u8) };
        tables[1][x] = if into { INTO_TOWER[x << 4] } else { out_of_tower((x as u8) << 4) };
        x += 1;
    }
    tables
}

const INVERSES: Table = {
    let mut table = [0; 16];
    let mut x = 0;
    while x < 16 {
        table[x] = small_inverse(x as u8);
        x += 1;
    }
    table
};

const A_OVER: Table = {
    let mut table = [INFINITE; 16];
    let mut x = 1;
    while x < 16 {
        table[x] = small_product(TOWER.a, small_inverse(x as u8));
        x += 1;
    }
    table
};

/// What the two results of the inversion add to the substituted byte, in the tower, times `factor`.
///
/// With `n = k^2 + a i k + a i^2` they are `u = (k + a i) / n` and `v = (k + a i + a k) / n`, each as its inverse. So
/// `k / n = (u + v) / a`, `i / n = (u + k / n) / a`, and the inverse of the whole is `u + (i / n) t`.
const fn substituted(factor: u8) -> [Table; 2] {
    let mut tables = [[0; 16]; 2];
    let mut x = 1;
    while x < 16 {
        let inverse = small_inverse(x as u8);
        let over_a = small_product(inverse, TOWER.a_inverse);
        let over_a_twice = small_product(over_a, TOWER.a_inverse);
        let first = inverse | (over_a ^ over_a_twice) << 4;
        let second = over_a_twice << 4;
        tables[0][x] = INTO_TOWER[multiply(factor, spread(out_of_tower(first))) as usize];
        tables[1][x] = INTO_TOWER[multiply(factor, spread(out_of_tower(second))) as usize];
        x += 1;
    }
    tables
}

const ROWS: Table = [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11];
/// Each byte of a column becomes the next one.
const NEXT: Table = [1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12];
const AFTER_NEXT: Table = [2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13];

#[inline(always)]
unsafe fn table(table: &Table) -> __m256i {
    let whole = u128::from_le_bytes(*table);
    // SAFETY: the caller has checked for AVX2.
    unsafe { both([whole as u64, (whole >> 64) as u64]) }
}

#[inline(always)]
unsafe fn both(block: [u64; 2]) -> __m256i {
    // SAFETY: the caller has checked for AVX2.
    unsafe { _mm256_broadcastsi128_si256(_mm_set_epi64x(block[1] as i64, block[0] as i64)) }
}

/// Bytes of `table`, each from where `at` says.
#[inline(always)]
unsafe fn look_up(table: __m256i, at: __m256i) -> __m256i {
    // SAFETY: the caller has checked for AVX2.
    unsafe { _mm256_shuffle_epi8(table, at) }
}

#[inline(always)]
unsafe fn xor(a: __m256i, b: __m256i) -> __m256i {
    // SAFETY: the caller has checked for AVX2.
    unsafe { _mm256_xor_si256(a, b) }
}

/// The halves of every byte: `[low, high]`.
#[inline(always)]
unsafe fn split(x: __m256i) -> [__m256i; 2] {
    // SAFETY: the caller has checked for AVX2.
    unsafe {
        let low = _mm256_set1_epi8(15);
        [_mm256_and_si256(x, low), _mm256_and_si256(_mm256_srli_epi16::<4>(x), low)]
    }
}

#[inline(always)]
unsafe fn map(tables: &[Table; 2], x: __m256i) -> __m256i {
    // SAFETY: the caller has checked for AVX2.
    unsafe {
        let [low, high] = split(x);
        xor(look_up(table(&tables[0]), low), look_up(table(&tables[1]), high))
    }
}

/// A round on two blocks in the tower, with a key in the tower to which `0x63` was added.
#[inline(always)]
unsafe fn round(x: __m256i, key: __m256i) -> __m256i {
    const ONCE: [Table; 2] = substituted(1);
    const TWICE: [Table; 2] = substituted(2);
    // SAFETY: the caller has checked for AVX2.
    unsafe {
        let [k, i] = split(look_up(x, table(&ROWS)));
        let inverses = table(&INVERSES);
        let a_over_k = look_up(table(&A_OVER), k);
        let j = xor(i, k);
        let first = xor(look_up(inverses, xor(look_up(inverses, i), a_over_k)), j);
        let second = xor(look_up(inverses, xor(look_up(inverses, j), a_over_k)), i);
        let once = xor(look_up(table(&ONCE[0]), first), look_up(table(&ONCE[1]), second));
        let twice = xor(look_up(table(&TWICE[0]), first), look_up(table(&TWICE[1]), second));
        let next = table(&NEXT);
        let once_next = look_up(once, next);
        let mixed = xor(xor(twice, key), xor(look_up(twice, next), once_next));
        xor(mixed, look_up(xor(once, once_next), table(&AFTER_NEXT)))
    }
}

/// Ten keys in the tower.
#[inline(always)]
unsafe fn keys_into_tower(keys: &Keys) -> [__m256i; 10] {
    const INTO: [Table; 2] = halves(true);
    const CONSTANT: [u64; 2] = [0x6363_6363_6363_6363; 2];
    // SAFETY: the caller has checked for AVX2.
    unsafe { keys.map(|key| map(&INTO, xor(both(key), both(CONSTANT)))) }
}

/// The text as four vectors.
#[repr(align(32))]
struct Vectors(Text);

impl Vectors {
    #[inline(always)]
    unsafe fn load(&self) -> [__m256i; 4] {
        let first = self.0.as_ptr().cast::<__m256i>();
        // SAFETY: there are four aligned vectors; the caller has checked for AVX2.
        unsafe { std::array::from_fn(|i| _mm256_load_si256(first.add(i))) }
    }
}

/// AVX2 where many blocks are at hand, tables elsewhere.
pub(crate) enum Permute {}

impl Path for Permute {
    blocks_of_words!();

    #[target_feature(enable = "avx2")]
    unsafe fn explode(text: &Text, keys: &Keys, pad: *mut u8, bytes: usize) {
        const INTO: [Table; 2] = halves(true);
        const OUT_OF: [Table; 2] = halves(false);
        // SAFETY: the processor has AVX2, or this would not be called; each of the four vectors from `offset` on is
        // within the `bytes` that the caller gives, which are aligned to a huge page.
        unsafe {
            let keys = keys_into_tower(keys);
            let mut vectors = Vectors(*text).load().map(|vector| map(&INTO, vector));
            for offset in (0..bytes).step_by(128) {
                for key in keys {
                    vectors = vectors.map(|vector| round(vector, key));
                }
                for (i, vector) in vectors.into_iter().enumerate() {
                    _mm256_store_si256(pad.add(offset + 32 * i).cast(), map(&OUT_OF, vector));
                }
            }
        }
    }

    #[target_feature(enable = "avx2")]
    unsafe fn implode(text: &mut Text, keys: &Keys, pad: *const u8, bytes: usize) {
        const INTO: [Table; 2] = halves(true);
        const OUT_OF: [Table; 2] = halves(false);
        // SAFETY: as above.
        unsafe {
            let keys = keys_into_tower(keys);
            let mut vectors = Vectors(*text).load().map(|vector| map(&INTO, vector));
            for offset in (0..bytes).step_by(128) {
                for (i, vector) in vectors.iter_mut().enumerate() {
                    let line = _mm256_load_si256(pad.add(offset + 32 * i).cast());
                    *vector = xor(*vector, map(&INTO, line));
                }
                for key in keys {
                    vectors = vectors.map(|vector| round(vector, key));
                }
            }
            let mut out = Vectors(*text);
            let first = out.0.as_mut_ptr().cast::<__m256i>();
            for (i, vector) in vectors.into_iter().enumerate() {
                _mm256_store_si256(first.add(i), map(&OUT_OF, vector));
            }
            *text = out.0;
        }
    }

    unsafe fn turn<const KIND: u8, const N: usize, const PREFETCH: bool>(lanes: &mut [Lane; N], work: &Work) {
        // SAFETY: passed on as it came.
        unsafe { turn::<Self, KIND, N, PREFETCH>(lanes, work) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Permute;
    use crate::aes::schedule::expand;
    use crate::aes::tables::Tables;
    use crate::path::{Path, Text};

    #[repr(align(32))]
    struct Pad([u8; 512]);

    proptest! {
        #[test]
        fn as_tables_do(text: Text, key: [u64; 4]) {
            if !crate::Aes::Permute.is_available() {
                return Ok(());
            }
            let keys = expand(key);
            let (mut here, mut there) = (Pad([0; 512]), Pad([0; 512]));
            let (mut text_here, mut text_there) = (text, text);
            // SAFETY: AVX2 was looked for, and both pads are as long and as aligned as is said.
            unsafe {
                Permute::explode(&text, &keys, here.0.as_mut_ptr(), 512);
                Tables::explode(&text, &keys, there.0.as_mut_ptr(), 512);
                Permute::implode(&mut text_here, &keys, there.0.as_ptr(), 512);
                Tables::implode(&mut text_there, &keys, there.0.as_ptr(), 512);
            }
            prop_assert_eq!(here.0, there.0);
            prop_assert_eq!(text_here, text_there);
        }
    }
}
