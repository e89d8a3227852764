//! Is every word of a text unique? Five ways in Rust.
//!
//! In: a text in memory; out: twice the number of words before the first one that repeats an earlier
//! one, plus 1 when there is none. Every call begins with nothing and frees what it took.

use std::collections::HashSet;
use std::hash::Hasher;

use paragone_sdk::Driver;
use rustc_hash::{FxHashSet, FxHasher};

fn main() {
    let mut driver = Driver::new();
    for benchmark in ["unique", "repeated"] {
        driver.bench(benchmark, "nested-loop", |_| nested_loop);
    }
    for benchmark in ["unique", "unique-long", "repeated"] {
        driver.bench(benchmark, "sort", |_| sort);
        driver.bench(benchmark, "hash-set", |_| hash_set);
        driver.bench(benchmark, "fx-hash-set", |_| fx_hash_set);
        driver.bench(benchmark, "bit-set", |_| bit_set);
    }
    driver.serve()
}

/// A word is a longest run of digits, letters and underscores; any other byte separates.
fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_')).filter(|word| !word.is_empty())
}

fn answer(before: usize, unique: bool) -> u64 {
    2 * before as u64 + u64::from(unique)
}

/// Each word beside all before it.
fn nested_loop(text: &[u8]) -> u64 {
    let mut earlier: Vec<&[u8]> = Vec::new();
    for word in words(text) {
        if earlier.contains(&word) {
            return answer(earlier.len(), false);
        }
        earlier.push(word);
    }
    answer(earlier.len(), true)
}

/// Equal words become neighbours, in the order of the text.
fn sort(text: &[u8]) -> u64 {
    let mut sorted: Vec<(&[u8], usize)> = words(text).enumerate().map(|(place, word)| (word, place)).collect();
    sorted.sort_unstable();
    let repeats = sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1);
    match repeats.min() {
        Some(first) => answer(first, false),
        None => answer(sorted.len(), true),
    }
}

/// The standard library's set, whose hash withstands an attacker who chooses the words.
fn hash_set(text: &[u8]) -> u64 {
    let mut seen = HashSet::new();
    for word in words(text) {
        if !seen.insert(word) {
            return answer(seen.len(), false);
        }
    }
    answer(seen.len(), true)
}

/// The same set with a hash that is quick and withstands nobody.
fn fx_hash_set(text: &[u8]) -> u64 {
    let mut seen = FxHashSet::default();
    for word in words(text) {
        if !seen.insert(word) {
            return answer(seen.len(), false);
        }
    }
    answer(seen.len(), true)
}

/// One bit a hash value: a word whose bit is clear is new. Where a bit was set already, the word may be
/// a repeat or only share the bit, so the words of such bits are compared in a second pass.
fn bit_set(text: &[u8]) -> u64 {
    let mut seen = Bits::for_text(text);
    let mut shared = Bits::for_text(text);
    let (mut count, mut certain) = (0, true);
    for word in words(text) {
        let place = seen.place(word);
        if seen.set(place) {
            shared.set(place);
            certain = false;
        }
        count += 1;
    }
    if certain {
        return answer(count, true);
    }
    let mut suspects = FxHashSet::default();
    for (before, word) in words(text).enumerate() {
        if shared.has(shared.place(word)) && !suspects.insert(word) {
            return answer(before, false);
        }
    }
    answer(count, true)
}

struct Bits(Vec<u64>);

impl Bits {
    /// Two to four bits a byte of text. A word with its separator takes two bytes at least and about
    /// seven as a rule, so that few words share a bit.
    fn for_text(text: &[u8]) -> Bits {
        Bits(vec![0; (text.len() / 32 + 1).next_power_of_two()])
    }

    fn place(&self, word: &[u8]) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(word);
        hasher.finish() as usize & (64 * self.0.len() - 1)
    }

    fn has(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
    }

    /// Sets a bit and says whether it was set before.
    fn set(&mut self, place: usize) -> bool {
        let was = self.has(place);
        self.0[place / 64] |= 1 << (place % 64);
        was
    }
}
