//! The field, the S-box and the key schedule of AES: 32 bytes of key come in, ten round keys go out.
//! Everything is computed from the definition when this is compiled. Source: FIPS 197, sections 4.2, 5.1.1 and 5.2.

/// Ten round keys, each as two words.
pub(crate) type Keys = [[u64; 2]; 10];

/// The product in the field of AES, modulo `x^8 + x^4 + x^3 + x + 1`.
pub(crate) const fn multiply(mut a: u8, mut b: u8) -> u8 {
    let mut product = 0;
    while b != 0 {
        if b & 1 == 1 {
            product ^= a;
        }
        a = (a << 1) ^ if a & 0x80 == 0 { 0 } else { 0x1b };
        b >>= 1;
    }
    product
}

/// The linear part of the S-box, after the inverse.
pub(crate) const fn spread(x: u8) -> u8 {
    x ^ x.rotate_left(1) ^ x.rotate_left(2) ^ x.rotate_left(3) ^ x.rotate_left(4)
}

/// The inverse in the field, and 0 of 0: the 254th power.
const fn invert(x: u8) -> u8 {
    let mut power = x;
    let mut product = 1;
    let mut bit = 1;
    while bit < 8 {
        power = multiply(power, power);
        product = multiply(product, power);
        bit += 1;
    }
    product
}

pub(crate) const SBOX: [u8; 256] = {
    let mut sbox = [0; 256];
    let mut x = 0;
    while x < 256 {
        sbox[x] = spread(invert(x as u8)) ^ 0x63;
        x += 1;
    }
    sbox
};

/// The first ten round keys of AES-256.
pub(crate) fn expand(key: [u64; 4]) -> Keys {
    let mut words = [0_u32; 40];
    for (i, word) in words.iter_mut().enumerate().take(8) {
        *word = (key[i / 2] >> (32 * (i % 2))) as u32;
    }
    for i in 8..40 {
        let mut word = words[i - 1];
        if i % 8 == 0 {
            word = substitute(word.rotate_right(8)) ^ 1 << (i / 8 - 1);
        } else if i % 8 == 4 {
            word = substitute(word);
        }
        words[i] = words[i - 8] ^ word;
    }
    std::array::from_fn(|round| {
        std::array::from_fn(|half| {
            let first = 4 * round + 2 * half;
            u64::from(words[first]) | u64::from(words[first + 1]) << 32
        })
    })
}

fn substitute(word: u32) -> u32 {
    u32::from_le_bytes(word.to_le_bytes().map(|byte| SBOX[usize::from(byte)]))
}

#[cfg(test)]
mod tests {
    use super::{SBOX, expand};

    #[test]
    fn the_box_is_that_of_fips_197() {
        assert_eq!([SBOX[0], SBOX[1], SBOX[0x53], SBOX[0xff]], [0x63, 0x7c, 0xed, 0x16]);
    }

    /// FIPS 197, appendix A.3.
    #[test]
    fn the_schedule_is_that_of_fips_197() {
        let key: [u32; 8] =
            [0x603d_eb10, 0x15ca_71be, 0x2b73_aef0, 0x857d_7781, 0x1f35_2c07, 0x3b61_08d7, 0x2d98_10a3, 0x0914_dff4];
        let pair = |i: usize| u64::from(key[i].swap_bytes()) | u64::from(key[i + 1].swap_bytes()) << 32;
        let keys = expand([pair(0), pair(2), pair(4), pair(6)]);
        // The words w8, w9 and w12.
        assert_eq!((keys[2][0] as u32).swap_bytes(), 0x9ba3_5411);
        assert_eq!(((keys[2][0] >> 32) as u32).swap_bytes(), 0x8e69_25af);
        assert_eq!((keys[3][0] as u32).swap_bytes(), 0xa8b0_9c1a);
    }
}
