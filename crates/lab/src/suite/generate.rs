//! From the kind of an input, a size and an index to its bytes: the same ones on every machine.
//!
//! Paragone makes inputs once and hands every driver the same files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

use crate::model::InputKind;

const SEPARATORS: &[u8] = b" .,;:-+/!?\n\t";
/// Letters that fill a word up; none of them is a digit of a word's number.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// How many different inputs are rotated call by call.
pub fn input_count(kind: &InputKind) -> u32 {
    match kind {
        InputKind::Random { count, .. } | InputKind::Words { count, .. } => *count,
        InputKind::Zeros | InputKind::Number | InputKind::File { .. } => 1,
    }
}

/// The bytes of one input.
///
/// `random` is the stream of xoshiro256** seeded with `seed + index` by SplitMix64, 8 bytes a
/// number, little-endian: a shorter input is the beginning of a longer one. `words` of 3 to 10
/// letters come from the same stream; with `repeat` the last repeats the first, for which 3 bytes
/// are the least, and at 4 bytes a separator ends the input.
pub fn generate(kind: &InputKind, size: u64, index: u32) -> Result<Vec<u8>, String> {
    if matches!(kind, InputKind::Number) {
        return Ok(size.to_le_bytes().to_vec());
    }
    let mut bytes = Vec::new();
    let length = usize::try_from(size).ok().filter(|&length| bytes.try_reserve_exact(length).is_ok());
    let length = length.ok_or_else(|| format!("an input of {size} bytes does not fit into memory"))?;
    match kind {
        InputKind::Zeros => bytes.resize(length, 0),
        InputKind::Random { seed, .. } => {
            let mut stream = stream(*seed, index);
            while bytes.len() < length {
                let number = stream.next_u64().to_le_bytes();
                bytes.extend_from_slice(&number[..(length - bytes.len()).min(8)]);
            }
        }
        InputKind::Words { seed, repeat, .. } => {
            let mut text = Text { bytes, length, stream: stream(*seed, index), words: 0 };
            match *repeat && length >= 3 {
                true => text.repeating(),
                false => text.distinct(),
            }
            bytes = text.bytes;
        }
        InputKind::File { path } => read_first(path, length, &mut bytes)?,
        InputKind::Number => {}
    }
    Ok(bytes)
}

fn stream(seed: u64, index: u32) -> Xoshiro256StarStar {
    Xoshiro256StarStar::seed_from_u64(seed.wrapping_add(u64::from(index)))
}

fn read_first(path: &Path, length: usize, bytes: &mut Vec<u8>) -> Result<(), String> {
    let failed = |err| format!("failed to read `{}`: {err}", path.display());
    File::open(path).map_err(failed)?.take(length as u64).read_to_end(bytes).map_err(failed)?;
    match bytes.len() == length {
        true => Ok(()),
        false => Err(format!("`{}` has {} bytes, and {length} are asked for", path.display(), bytes.len())),
    }
}

/// Words under way. Every word ends in its number, written to base 36 in digits that do not occur
/// in what stands before, so that no two are equal.
struct Text {
    bytes: Vec<u8>,
    length: usize,
    stream: Xoshiro256StarStar,
    words: u64,
}

impl Text {
    fn below(&mut self, n: usize) -> usize {
        // The slight favour for small numbers does not matter here, and no roll is wasted.
        (self.stream.next_u64() % n as u64) as usize
    }

    fn wanted_length(&mut self) -> usize {
        3 + self.below(8)
    }

    /// Fills up to `length` with words of which no two are equal.
    fn distinct(&mut self) {
        while self.bytes.len() < self.length {
            if !self.bytes.is_empty() {
                self.separator();
            }
            let left = self.length - self.bytes.len();
            let length = self.wanted_length().max(digits(self.words)).min(left);
            // What is left behind it must hold a separator and the next word's number, or nothing.
            let room = 1 + digits(self.words + 1);
            self.word(if left - length < room { left } else { length });
        }
    }

    /// Words of which the last repeats the first. Needs at least 3 bytes.
    fn repeating(&mut self) {
        let whole = self.length;
        let mut first = self.wanted_length().min((whole - 1) / 2);
        // One byte between the two, after the separator, would hold no word.
        if whole == 2 * first + 2 && first > 1 {
            first -= 1;
        }
        self.word(first);
        self.length = whole - first - 1;
        if self.length > first + 1 {
            self.distinct();
        }
        self.separator();
        self.bytes.extend_from_within(..first);
        if self.bytes.len() < whole {
            self.separator();
        }
    }

    fn separator(&mut self) {
        let index = self.below(SEPARATORS.len());
        self.bytes.push(SEPARATORS[index]);
    }

    fn word(&mut self, length: usize) {
        let number = digits(self.words);
        for _ in number..length {
            let index = self.below(LETTERS.len());
            self.bytes.push(LETTERS[index]);
        }
        let mut rest = self.words;
        let start = self.bytes.len();
        for _ in 0..number {
            self.bytes.push(DIGITS[(rest % 36) as usize]);
            rest /= 36;
        }
        self.bytes[start..].reverse();
        self.words += 1;
    }
}

/// How many digits a number has to base 36.
fn digits(number: u64) -> usize {
    number.checked_ilog(36).unwrap_or(0) as usize + 1
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn words(repeat: bool, size: u64) -> Vec<u8> {
        generate(&InputKind::Words { seed: 7, count: 2, repeat }, size, 0).unwrap()
    }

    fn split(bytes: &[u8]) -> Vec<&[u8]> {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        bytes.split(|byte| !is_word(byte)).filter(|word| !word.is_empty()).collect()
    }

    #[test]
    fn random_bytes_are_those_of_the_published_generator() {
        let kind = InputKind::Random { seed: 0, count: 2 };
        // The first output of xoshiro256** whose state SplitMix64 makes from 0.
        assert_eq!(generate(&kind, 8, 0).unwrap(), 0x99ec_5f36_cb75_f2b4_u64.to_le_bytes());
        let long = generate(&kind, 1003, 0).unwrap();
        assert_eq!(long.len(), 1003);
        assert_eq!(generate(&kind, 11, 0).unwrap(), long[..11]);
        assert_ne!(generate(&kind, 11, 1).unwrap(), long[..11]);
        assert_eq!(input_count(&kind), 2);
    }

    #[test]
    fn numbers_zeros_and_files() {
        assert_eq!(generate(&InputKind::Number, 258, 0).unwrap(), [2, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(generate(&InputKind::Zeros, 3, 0).unwrap(), [0, 0, 0]);
        assert!(generate(&InputKind::Zeros, u64::MAX, 0).unwrap_err().contains("does not fit"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("corpus");
        std::fs::write(&path, "abcdef").unwrap();
        let kind = InputKind::File { path };
        assert_eq!(generate(&kind, 4, 0).unwrap(), b"abcd");
        assert!(generate(&kind, 7, 0).unwrap_err().contains("has 6 bytes, and 7 are asked for"));
    }

    #[test]
    fn small_texts() {
        assert_eq!(words(false, 0), b"");
        assert_eq!(words(true, 0), b"");
        for size in 1..200 {
            let (distinct, repeating) = (words(false, size), words(true, size));
            assert_eq!((distinct.len() as u64, repeating.len() as u64), (size, size));
            let parts = split(&distinct);
            assert_eq!(parts.iter().collect::<HashSet<_>>().len(), parts.len(), "{distinct:?}");
            let parts = split(&repeating);
            let repeated = usize::from(size >= 3);
            assert_eq!(parts.iter().collect::<HashSet<_>>().len(), parts.len() - repeated, "{size}: {parts:?}");
            assert_eq!(parts.first(), parts.last(), "{size}: {parts:?}");
        }
    }

    #[test]
    fn large_texts_have_words_of_many_lengths_and_none_twice() {
        let text = words(false, 8 << 20);
        let parts = split(&text);
        assert!(parts.len() > 900_000, "{}", parts.len());
        assert_eq!(parts.iter().collect::<HashSet<_>>().len(), parts.len());
        for length in 4..=10 {
            assert!(parts.iter().any(|word| word.len() == length), "no word of {length} letters");
        }
        let text = words(true, 1 << 20);
        let parts = split(&text);
        assert_eq!(parts.first(), parts.last());
        assert_eq!(parts.iter().collect::<HashSet<_>>().len(), parts.len() - 1);
    }

    proptest::proptest! {
        #[test]
        fn words_fill_exactly_and_only_the_last_repeats(seed: u64, index in 0..3_u32, size in 3..20_000_u64, repeat: bool) {
            let text = generate(&InputKind::Words { seed, count: 3, repeat }, size, index).unwrap();
            assert_eq!(text.len() as u64, size);
            let parts = split(&text);
            let different = parts.iter().collect::<HashSet<_>>().len();
            assert_eq!(different, parts.len() - usize::from(repeat));
            let separators = text.len() - parts.iter().map(|word| word.len()).sum::<usize>();
            assert_eq!(separators, parts.len() - 1 + usize::from(repeat && size == 4));
        }
    }
}
