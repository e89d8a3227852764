//! Bytes and hertz as system information has them: short.

use crate::model::unit;

use crate::words::memory;

pub(super) fn hertz(hz: f64) -> String {
    let (value, unit) = if hz >= 1e9 { (hz / 1e9, "GHz") } else { (hz / 1e6, "MHz") };
    format!("{} {unit}", unit::significant(value, 3))
}

/// Exact where that is short.
pub(super) fn amount(bytes: u64) -> String {
    let exact = unit::size(bytes);
    if exact.split(' ').next().is_some_and(|digits| digits.len() <= 4) { exact } else { memory(bytes as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_sizes_are_rounded() {
        assert_eq!([32 << 10, 36_608 << 10, 2 << 30].map(amount), ["32 KiB", "35.8 MiB", "2 GiB"]);
        assert_eq!((hertz(3.07e9), hertz(8e8)), ("3.07 GHz".to_owned(), "800 MHz".to_owned()));
    }
}
