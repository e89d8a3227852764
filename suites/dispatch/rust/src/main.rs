//! Rust's ways to call what the input's bytes choose.
//!
//! In: bytes, the lowest bits of which choose one of so many targets; out: what all calls folded. The targets
//! are another crate's, as is what makes objects of them.

use std::any::Any;

use dispatch_targets::{A, B, C, D, E, F, G, H, State, Target, a, b, c, d, e, f, g, h};
use paragone_sdk::{Cell, Driver};

const BENCHMARKS: [&str; 4] = ["one", "two", "eight", "whole-program"];

/// There are 1, 2 or 8 targets.
fn mask(cell: &Cell) -> u32 {
    cell.param("targets").parse::<u32>().expect("`targets` is a number") - 1
}

fn fold(input: &[u8], mut call: impl FnMut(u32, u32) -> u32) -> u32 {
    input.iter().fold(1, |folded, &byte| call(folded, u32::from(byte)))
}

fn direct(mask: u32, folded: u32, byte: u32) -> u32 {
    match byte & mask {
        0 => a(folded, byte),
        1 => b(folded, byte),
        2 => c(folded, byte),
        3 => d(folded, byte),
        4 => e(folded, byte),
        5 => f(folded, byte),
        6 => g(folded, byte),
        _ => h(folded, byte),
    }
}

fn written_out(mask: u32, folded: u32, byte: u32) -> u32 {
    match byte & mask {
        0 => folded.wrapping_mul(5).wrapping_add(byte),
        1 => (folded ^ byte).wrapping_add(folded << 3),
        2 => (folded ^ (folded >> 15)).wrapping_add(byte),
        3 => folded.wrapping_mul(3) ^ byte,
        4 => folded.wrapping_add(byte) ^ (folded << 5),
        5 => folded.wrapping_sub(byte) ^ (folded >> 9),
        6 => folded.wrapping_mul(9).wrapping_sub(byte),
        _ => (!folded).wrapping_add(byte << 7),
    }
}

/// Asks one type after the other whether it is that.
fn by_type(target: &dyn Any, folded: u32, byte: u32) -> u32 {
    macro_rules! first_of {
        ($($name:ident)*) => {
            $(if let Some(target) = target.downcast_ref::<$name>() {
                return target.apply(folded, byte);
            })*
        };
    }
    first_of!(A B C D E F G H);
    unreachable!("there are eight types");
}

/// Raises the chosen event for each byte. The handlers beyond the first must all have been called.
fn raise(events: &[Vec<dispatch_targets::Handler>], mask: u32, input: &[u8]) -> u32 {
    let mut state = State { folded: 1, seen: 0 };
    for &byte in input {
        for handler in &events[(u32::from(byte) & mask) as usize] {
            handler(&mut state, u32::from(byte));
        }
    }
    assert_eq!(state.seen, (events[0].len() as u64 - 1) * input.len() as u64, "a handler was left out");
    state.folded
}

fn main() {
    let mut driver = Driver::new();
    for benchmark in BENCHMARKS {
        driver.bench(benchmark, "written-out", |cell| {
            let mask = mask(cell);
            move |input: &[u8]| fold(input, |folded, byte| written_out(mask, folded, byte))
        });
        driver.bench(benchmark, "plain", |cell| {
            assert_eq!(mask(cell), 0, "a plain call has one target");
            |input: &[u8]| fold(input, a)
        });
        driver.bench(benchmark, "direct", |cell| {
            let mask = mask(cell);
            move |input: &[u8]| fold(input, |folded, byte| direct(mask, folded, byte))
        });
        driver.bench(benchmark, "condition", |cell| {
            let (mask, bindings) = (mask(cell), dispatch_targets::bindings());
            move |input: &[u8]| {
                fold(input, |folded, byte| {
                    if bindings[(byte & mask) as usize].is_direct {
                        direct(mask, folded, byte)
                    } else {
                        dispatch_targets::superclass(folded, byte)
                    }
                })
            }
        });
        driver.bench(benchmark, "single", |cell| {
            let single = dispatch_targets::single(mask(cell));
            move |input: &[u8]| fold(input, |folded, byte| single.apply(folded, byte))
        });
        driver.bench(benchmark, "interface", |cell| {
            let (mask, objects) = (mask(cell), dispatch_targets::objects());
            move |input: &[u8]| fold(input, |folded, byte| objects[(byte & mask) as usize].apply(folded, byte))
        });
        driver.bench(benchmark, "pointer", |cell| {
            let (mask, pointers) = (mask(cell), dispatch_targets::pointers());
            move |input: &[u8]| fold(input, |folded, byte| pointers[(byte & mask) as usize](folded, byte))
        });
        driver.bench(benchmark, "closure", |cell| {
            let (mask, closures) = (mask(cell), dispatch_targets::closures());
            move |input: &[u8]| fold(input, |folded, byte| closures[(byte & mask) as usize](folded, byte))
        });
        driver.bench(benchmark, "by-type", |cell| {
            let (mask, unknown) = (mask(cell), dispatch_targets::unknown());
            move |input: &[u8]| fold(input, |folded, byte| by_type(&*unknown[(byte & mask) as usize], folded, byte))
        });
        for (name, handlers) in [("event-1", 1), ("event-4", 4)] {
            driver.bench(benchmark, name, move |cell| {
                let (mask, events) = (mask(cell), dispatch_targets::events(handlers));
                move |input: &[u8]| raise(&events, mask, input)
            });
        }
    }
    driver.serve();
}
