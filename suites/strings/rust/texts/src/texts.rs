//! The strings of a cell, made in its set-up, the same in each language.
//!
//! In: numbers, the cell's inputs, and the parameter `entries`, words separated by spaces; out: so many strings of 50
//! to 99 words without the spaces. The generator is xoshiro128++ (Blackman, Vigna: Scrambled Linear Pseudorandom Number
//! Generators, 2021), whose outputs are taken as four bytes, the lowest first.

use paragone_sdk::{Cell, Driver};

pub const BENCHMARKS: [&str; 4] = ["emoji", "letters", "libraries-emoji", "libraries-letters"];

/// All strings in one piece, and where each of them ends.
pub struct Texts {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Texts {
    pub fn of(cell: &Cell) -> Texts {
        let count = cell.inputs().map(number).max().expect("the suite gives an input");
        let entries: Vec<&[u8]> = cell.param("entries").split(' ').map(str::as_bytes).collect();
        let mut draws = Draws { state: [1, 18_446_744, 73_709, 551_615], bytes: 0, left: 0 };
        let mut texts = Texts { bytes: Vec::new(), ends: Vec::new() };
        for _ in 0..count {
            for _ in 0..50 + draws.below(50) {
                texts.bytes.extend_from_slice(entries[draws.below(entries.len())]);
            }
            texts.ends.push(texts.bytes.len());
        }
        texts
    }

    /// So many of them, as the input says: the first ones are the same however many there are.
    pub fn first(&self, input: &[u8]) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends[..number(input)].iter().map(move |end| &self.bytes[std::mem::replace(&mut start, *end)..*end])
    }
}

fn number(input: &[u8]) -> usize {
    u64::from_le_bytes(input.try_into().expect("a number has 8 bytes")) as usize
}

struct Draws {
    state: [u32; 4],
    bytes: u32,
    left: u32,
}

impl Draws {
    fn next(&mut self) -> u32 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(7).wrapping_add(s[0]);
        let shifted = s[1] << 9;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(11);
        result
    }

    /// A number below the limit, which is at most 256.
    fn below(&mut self, limit: usize) -> usize {
        if self.left == 0 {
            (self.bytes, self.left) = (self.next(), 4);
        }
        let byte = self.bytes as usize & 0xff;
        self.bytes >>= 8;
        self.left -= 1;
        byte * limit >> 8
    }
}

/// Registers a way for all benchmarks of strings: what it makes of one is a hash, and the answer is their sum.
pub fn bench<W: FnMut(&[u8]) -> u64 + 'static>(driver: &mut Driver, name: &str, way: fn() -> W) {
    for benchmark in BENCHMARKS {
        bench_in(driver, benchmark, name, way);
    }
}

/// The same for one benchmark.
pub fn bench_in<W: FnMut(&[u8]) -> u64 + 'static>(driver: &mut Driver, benchmark: &str, name: &str, way: fn() -> W) {
    driver.bench(benchmark, name, move |cell| {
        let texts = Texts::of(cell);
        let mut way = way();
        move |input: &[u8]| texts.first(input).fold(0_u64, |sum, text| sum.wrapping_add(way(text)))
    });
}
