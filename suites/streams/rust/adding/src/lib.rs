//! What all ways in Rust share: the sum of bytes, and the size of a buffer.

use paragone_sdk::Cell;

/// Modulo 256.
pub fn added(bytes: &[u8]) -> u8 {
    bytes.iter().fold(0, |sum: u8, byte| sum.wrapping_add(*byte))
}

/// The same by index, for whoever does not want to trust an iterator.
#[allow(clippy::needless_range_loop)]
pub fn added_by_index(bytes: &[u8], count: usize) -> u8 {
    let mut sum = 0u8;
    for index in 0..count {
        sum = sum.wrapping_add(bytes[index]);
    }
    sum
}

/// A buffer as large as the suite says.
pub fn buffer(cell: &Cell) -> Vec<u8> {
    vec![0; cell.param("buffer").parse().expect("a number of bytes")]
}

/// An input as the text that it is.
pub fn text(input: &[u8]) -> &str {
    std::str::from_utf8(input).expect("a path or an address is text")
}
