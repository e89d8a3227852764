//! What runs are called in tables and pictures.

/// By letters, in the order in which they were given: A to Z, then AA, BB.
pub(super) fn letter(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    std::iter::repeat_n(letter, index / 26 + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_behind_the_alphabet() {
        assert_eq!([0, 25, 26, 27].map(letter), ["A", "Z", "AA", "BB"]);
    }
}
