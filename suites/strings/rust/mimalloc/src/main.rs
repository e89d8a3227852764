//! The same code as `default` of the program `strings`, in a program whose global allocator is mimalloc.
//!
//! In: strings made in the set-up; out: the sum of the results' hashes.

use allocator_api2::alloc::Global;
use paragone_sdk::Driver;
use paragone_suite_strings_texts::{bench, bench_in, blocks, decomposed};

#[global_allocator]
static GLOBAL: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let mut driver = Driver::new();
    bench(&mut driver, "mimalloc", || |text: &[u8]| decomposed(text, Global));
    bench_in(&mut driver, "blocks", "mimalloc", || |text: &[u8]| blocks(text, Global));
    driver.serve()
}
