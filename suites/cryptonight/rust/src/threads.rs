//! CryptoNight on as many threads as the parameter `threads` of the cell says, each with its own scratchpad.
//!
//! In: a number of hashes, which the threads share, or one input; out: the hashes of so many blobs xored, or that of the input.

use cryptonight::{CryptoNight, Options};
use paragone_sdk::Driver;
use paragone_suite_cryptonight::{hash_all, hasher, variant, wanted};

fn main() {
    let mut driver = Driver::new();
    for (name, most) in [("one-thread", 1), ("two-threads", 2), ("all-cores", usize::MAX)] {
        driver.bench("cn0-threads", name, move |cell| {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let variant = variant(cell);
            let mut hashers: Vec<CryptoNight> =
                (0..most.min(cores)).map(|_| hasher(variant, Options::default())).collect();
            move |input: &[u8]| match wanted(input) {
                Some(hashes) => shared(&mut hashers, hashes),
                None => hashers[0].hash(input).expect("known answers have inputs that are long enough"),
            }
        });
    }
    driver.serve()
}

/// Each thread takes every so manieth number.
fn shared(hashers: &mut [CryptoNight], hashes: u32) -> [u8; 32] {
    let threads = hashers.len();
    let mut sum = [0; 32];
    std::thread::scope(|scope| {
        let start = |(first, hasher): (usize, _)| {
            scope.spawn(move || hash_all(hasher, (first as u32..hashes).step_by(threads)))
        };
        let running: Vec<_> = hashers.iter_mut().enumerate().map(start).collect();
        for thread in running {
            let hash = thread.join().expect("no thread fails");
            sum.iter_mut().zip(hash).for_each(|(sum, byte)| *sum ^= byte);
        }
    });
    sum
}
