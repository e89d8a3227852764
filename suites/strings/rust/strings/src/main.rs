//! Strings lower-cased and decomposed with the tables of `std` and `unicode-normalization`, in several allocators.
//!
//! In: strings made in the set-up; out: the sum of the results' hashes. `std` is what anybody writes; the others share
//! one code and differ in the allocator alone, which each string gets anew, but for `bumpalo-reset`.

use allocator_api2::alloc::Global;
use bumpalo::Bump;
use paragone_sdk::Driver;
use paragone_suite_strings_texts::{bench, bench_in, blocks, decomposed, hash};
use stackfirst::StackFirst;
use unicode_normalization::UnicodeNormalization;

fn main() {
    let mut driver = Driver::new();
    bench(&mut driver, "std", || with_std);
    bench(&mut driver, "default", || |text: &[u8]| decomposed(text, Global));
    bench(&mut driver, "stackfirst", || with_stackfirst);
    bench(&mut driver, "bumpalo", || |text: &[u8]| decomposed(text, &Bump::new()));
    bench(&mut driver, "bumpalo-reset", bumpalo_reset);
    bench_in(&mut driver, "blocks", "default", || |text: &[u8]| blocks(text, Global));
    bench_in(&mut driver, "blocks", "stackfirst", || {
        |text: &[u8]| {
            let arena = StackFirst::<4080>::new();
            let ends = blocks(text, &arena);
            arena.finish().expect("all that lived in the arena was dropped");
            ends
        }
    });
    bench_in(&mut driver, "blocks", "stackfirst-reset", || {
        let mut arena = StackFirst::<4080>::new();
        move |text: &[u8]| {
            let ends = blocks(text, &arena);
            arena.reset().expect("all that lived in the arena was dropped");
            ends
        }
    });
    bench_in(&mut driver, "blocks", "bumpalo", || |text: &[u8]| blocks(text, &Bump::new()));
    bench_in(&mut driver, "blocks", "bumpalo-reset", || {
        let mut arena = Bump::new();
        move |text: &[u8]| {
            let ends = blocks(text, &arena);
            arena.reset();
            ends
        }
    });
    driver.serve()
}

fn with_std(text: &[u8]) -> u64 {
    let decoded = String::from_utf8(text.to_vec()).expect("the strings are UTF-8");
    let result: String = decoded.to_lowercase().nfd().collect();
    hash(result.as_bytes())
}

fn with_stackfirst(text: &[u8]) -> u64 {
    let arena = StackFirst::<4080>::new();
    let hash = decomposed(text, &arena);
    // Part of the diagnosis that the allocator is there for, as the post's destructor has it.
    arena.finish().expect("all that lived in the arena was dropped");
    hash
}

/// One arena for all strings, emptied after each: what its authors advise.
fn bumpalo_reset() -> impl FnMut(&[u8]) -> u64 {
    let mut arena = Bump::new();
    move |text| {
        let hash = decomposed(text, &arena);
        arena.reset();
        hash
    }
}
