//! The square root of cn/2: a 64-bit number comes in, its root, in fixed point, goes out.

/// `floor(2 * sqrt(2^64 + n)) - 2^33`, a number below 2^32 and a bit.
///
/// The floating-point root of `1 + n / 2^64` is right to 52 bits, of which 33 are wanted; what rounding spoils is
/// mended with integers.
#[inline(always)]
pub(crate) fn root(n: u64) -> u64 {
    const ONE: u64 = 1023 << 52;
    let rough = (f64::from_bits((n >> 12) + ONE).sqrt().to_bits() - ONE) >> 19;
    let (half, odd) = (rough >> 1, rough & 1);
    // With s = half + 2^32 the square is (s^2 - 2^64) or, for odd ones, (s^2 + s - 2^64), up to a quarter.
    let square = half.wrapping_mul(half + odd).wrapping_add(rough << 32);
    let down = square.wrapping_add(odd) > n;
    let up = square.wrapping_add(1 << 32) < n.wrapping_sub(half);
    rough.wrapping_sub(u64::from(down)).wrapping_add(u64::from(up))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::root;

    /// Whether `r` is the largest number with `(r + 2^33)^2 <= 4 (2^64 + n)`.
    fn is_right(n: u64, r: u64) -> bool {
        let target = 4 * ((1_u128 << 64) + u128::from(n));
        let whole = u128::from(r) + (1 << 33);
        whole * whole <= target && (whole + 1) * (whole + 1) > target
    }

    #[test]
    fn edges() {
        for n in [0, 1, 2, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, 1 << 32, (1 << 32) - 1, (1 << 33) + 1] {
            assert!(is_right(n, root(n)), "{n}");
        }
    }

    #[test]
    fn beside_every_thousandth_square() {
        for r in (1..1_u64 << 32).step_by(4_000_037) {
            let whole = u128::from(r) + (1 << 33);
            let n = (whole * whole / 4 - (1 << 64)) as u64;
            for near in n.saturating_sub(2)..n.saturating_add(3) {
                assert!(is_right(near, root(near)), "{near}");
            }
        }
    }

    proptest! {
        #[test]
        fn anywhere(n: u64) {
            prop_assert!(is_right(n, root(n)));
        }
    }
}
