//! The jobs that `protocol/transcripts` speak of, in Rust.
//!
//! In: what the transcripts say; out: what they expect. Every SDK has such a driver, with the same
//! jobs in the same order, and none has any other use.

use paragone_sdk::{Driver, keep};

// Numbers found nowhere else: whether they are in the built program tells which work was kept in it.
const KEPT: u64 = 0xC6A3_5D1E_94F7_2B8D;
const ANSWERED: u64 = 0xB1E9_47D2_6C83_5FA5;
const DROPPED: u64 = 0xD5F2_8B3C_71A6_4E97;

fn main() {
    let mut driver = Driver::new();
    driver.bench("echo", "bytes", |_| |input: &[u8]| input.to_vec());
    driver.bench("sum", "bytes", |_| |input: &[u8]| input.iter().map(|&byte| u64::from(byte)).sum::<u64>());
    driver.bench("count", "calls", |_| {
        let mut calls = 0_u64;
        move |_: &[u8]| {
            calls += 1;
            calls
        }
    });
    let copy = |state: &mut Vec<u8>, input: &[u8]| input.clone_into(state);
    driver.bench_with_reset(
        "reset",
        "inplace",
        |_| Vec::new(),
        copy,
        |state, _| {
            state.iter_mut().for_each(|byte| *byte = byte.wrapping_add(1));
            state.clone()
        },
    );
    driver.bench("param", "value", |cell| {
        let value = cell.param("value").to_owned();
        move |_: &[u8]| value.clone()
    });
    driver.bench("inputs", "count", |cell| {
        let total = cell.inputs().map(|input| 1000 + input.len() as u64).sum::<u64>();
        move |_: &[u8]| total
    });
    driver.bench("inputs", "aligned", |_| |input: &[u8]| input.as_ptr() as usize % 64);
    driver.bench("fail", "call", |_| |_: &[u8]| -> u64 { panic!("this call always fails") });
    driver.bench("fail", "setup", |_| -> fn(&[u8]) { panic!("this setup always fails") });
    driver.bench("fail", "verbose", |_| |_: &[u8]| -> u64 { panic!("{}", "a line\nand another\r\n".repeat(1000)) });
    driver.bench("print", "noise", |_| |_: &[u8]| println!("noise on standard output"));
    driver.bench("read", "stdin", |_| |_: &[u8]| std::io::stdin().lines().count());
    driver.bench("work", "kept", |_| {
        |input: &[u8]| {
            keep(mixed(input, KEPT));
        }
    });
    driver.bench("work", "answered", |_| |input: &[u8]| mixed(input, ANSWERED));
    driver.bench("work", "dropped", |_| {
        |input: &[u8]| {
            mixed(input, DROPPED);
        }
    });
    driver.serve();
}

#[inline(always)]
fn mixed(input: &[u8], factor: u64) -> u64 {
    input.iter().fold(1, |mix, &byte| (mix ^ u64::from(byte)).wrapping_mul(factor))
}
