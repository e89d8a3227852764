//! What a read costs that the next one waits for, over as much memory as one, two or three scratchpads and over less:
//! pages come in, cycles of the core go out. Knows nothing of the hash but its scratchpads' size and its random order.

use std::hint::black_box;

use crate::pages::Lines;
use crate::seconds;

/// Reads in each timing.
const READS: usize = 200_000;
/// Words in a line of 64 bytes, and in a scratchpad.
const LINE: usize = 8;
const PAD: usize = (2 << 20) / 8;

/// A generator of numbers by which lines are chosen.
fn next(chance: &mut u64) -> u64 {
    *chance = chance.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    *chance >> 33
}

/// Each line leads to another, until all were read: when a line's turn comes again, it is the one that has not been
/// read for longest, and so in no cache that is smaller than the whole.
pub(crate) fn in_a_cycle(bytes: usize, huge: bool, rounds: u8) -> f64 {
    let mut lines = Lines::new(bytes, huge);
    let memory = lines.words();
    // A single cycle, by Sattolo's shuffle.
    let mut order: Vec<usize> = (0..bytes / 64).collect();
    let mut chance = 1;
    for i in (1..order.len()).rev() {
        order.swap(i, next(&mut chance) as usize % i);
    }
    for (from, &to) in order.iter().enumerate() {
        memory[LINE * from] = LINE * to;
    }
    let mut at = 0;
    best(rounds, || {
        for _ in 0..READS {
            at = memory[at];
        }
        black_box(at);
    })
}

/// A line in each of so many pages of 4 KiB, all of them in the nearest cache together: what this takes beyond a read
/// from that cache is the finding of pages.
pub(crate) fn in_pages(pages: usize, huge: bool, rounds: u8) -> f64 {
    const PAGE: usize = 4096 / 8;
    let mut lines = Lines::new(pages * 4096, huge);
    let memory = lines.words();
    // 61 and a number of pages that is a power of two have no divisor in common: the steps lead through all pages.
    let line = |page: usize| PAGE * page + LINE * (page % (PAGE / LINE));
    for page in 0..pages {
        memory[line(page)] = line((page + 61) % pages);
    }
    let mut at = 0;
    best(rounds, || {
        for _ in 0..READS {
            at = memory[at];
        }
        black_box(at);
    })
}

/// Any line of each of `pads` scratchpads in turn, as chance and the line before have it: this is how the hash reads,
/// and some of the lines are in the smaller caches still. An exclusive or, of one cycle, is on the way too.
pub(crate) fn at_random(pads: usize, huge: bool, rounds: u8) -> f64 {
    let mut lines = Lines::new(pads * PAD * 8, huge);
    let memory = lines.words();
    let mut chance = 1;
    let mask = PAD as u64 - LINE as u64;
    for word in memory.iter_mut() {
        *word = (next(&mut chance) & mask) as usize;
    }
    let mut at = 0;
    best(rounds, || {
        let mut pad = 0;
        for _ in 0..READS {
            at = memory[pad + (at ^ (next(&mut chance) & mask) as usize)];
            pad = if pad == (pads - 1) * PAD { 0 } else { pad + PAD };
        }
        black_box(at);
    })
}

/// Seconds of a read, the best of all rounds.
fn best(rounds: u8, mut read: impl FnMut()) -> f64 {
    (0..rounds).map(|_| seconds(&mut read) / READS as f64).fold(f64::INFINITY, f64::min)
}
