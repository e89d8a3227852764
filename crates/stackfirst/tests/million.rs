//! A million strings, decoded, lower-cased and decomposed, each in an arena of its own: the same as with the default
//! allocator, and no object left.
//!
//! Some strings are longer than the buffer takes, so that both ways are walked. Without optimisation this takes a
//! minute, so it is run by `cargo test --release` alone.

use std::ops::Range;

use allocator_api2::alloc::{Allocator, Global};
use allocator_api2::vec::Vec;
use stackfirst::{Counts, StackFirst};
use unicode_normalization::UnicodeNormalization;

const LETTERS: [char; 16] = ['É', 'Ñ', 'Ž', 'ü', 'Ệ', 'å', 'Ω', 'Ή', 'ύ', 'Ж', 'Й', '한', '글', '😀', 'Q', '7'];

fn decomposed<A: Allocator + Copy>(text: &[u8], allocator: A) -> Vec<u8, A> {
    let mut decoded = Vec::new_in(allocator);
    decoded.extend_from_slice(text);
    let decoded_text = std::str::from_utf8(&decoded).expect("the strings are UTF-8");
    let mut lower: Vec<char, A> = Vec::new_in(allocator);
    lower.extend(decoded_text.chars().flat_map(char::to_lowercase));
    let mut result = Vec::new_in(allocator);
    for character in lower.iter().copied().nfd() {
        result.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    result
}

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Checks the strings with these numbers; gives how many did not fit into the buffer, and how many were changed.
fn check(numbers: Range<u64>) -> (usize, usize) {
    let mut state = numbers.start + 1;
    let mut text = String::new();
    let (mut on_the_heap, mut changed) = (0, 0);
    for number in numbers {
        text.clear();
        let length = if number % 1000 == 0 { 2000 } else { 20 + next(&mut state) % 50 };
        while (text.chars().count() as u64) < length {
            let mut draw = next(&mut state);
            for _ in 0..16 {
                text.push(LETTERS[(draw % 16) as usize]);
                draw /= 16;
            }
        }
        let arena = StackFirst::<4080>::new();
        let here = decomposed(text.as_bytes(), &arena);
        let there = decomposed(text.as_bytes(), Global);
        assert_eq!(here[..], there[..], "string {number}");
        changed += usize::from(here[..] != *text.as_bytes());
        on_the_heap += usize::from(arena.counts().heap > 0);
        drop(here);
        assert_eq!(arena.counts(), Counts::default());
        assert_eq!(arena.finish(), Ok(()));
    }
    (on_the_heap, changed)
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a minute without optimisation")]
fn a_million_strings_are_the_same_and_leave_nothing() {
    // In two halves, for machines with two cores.
    let halves = [0..500_000, 500_000..1_000_000].map(|numbers| std::thread::spawn(|| check(numbers)));
    for half in halves {
        assert_eq!(half.join().unwrap(), (500, 500_000));
    }
}
