//! CryptoNight on one thread, on two, or on as many as there are cores, each with its own scratchpad.
//!
//! In: a number of hashes, of which each thread takes the next as soon as it has done one, or one input; out: the hashes
//! of so many blobs xored, or that of the input; and, beside the time, how many threads there were and which pages
//! their memory is in.

use std::iter::from_fn;
use std::sync::atomic::{AtomicU32, Ordering};

use cryptonight::{CryptoNight, Options};
use paragone_sdk::{Cell, Driver, reading};
use paragone_suite_cryptonight::{hash_all, hasher, in_huge_pages, tell, variant, wanted};

/// The hashers, one for each thread, and what part of their memory is in huge pages.
struct Team {
    hashers: Vec<CryptoNight>,
    in_huge_pages: Option<f64>,
}

fn main() {
    let mut driver = Driver::new();
    for (name, most) in [("one-thread", 1), ("two-threads", 2), ("all-cores", usize::MAX)] {
        let setup = move |cell: &Cell| {
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let variant = variant(cell);
            let hashers: Vec<_> = (0..most.min(cores)).map(|_| hasher(variant, Options::default())).collect();
            Team { in_huge_pages: in_huge_pages(&hashers), hashers }
        };
        driver.bench_with_reset("cn0-threads", name, setup, say, call);
    }
    driver.serve()
}

fn say(team: &mut Team, _: &[u8]) {
    reading("threads", team.hashers.len() as f64);
    tell(team.in_huge_pages);
}

fn call(team: &mut Team, input: &[u8]) -> [u8; 32] {
    match wanted(input) {
        Some(hashes) => shared(&mut team.hashers, hashes),
        None => team.hashers[0].hash(input).expect("known answers have inputs that are long enough"),
    }
}

/// No thread has a share of its own, so that none waits for a slower one for longer than a hash takes.
fn shared(hashers: &mut [CryptoNight], hashes: u32) -> [u8; 32] {
    let next = AtomicU32::new(0);
    let mut sum = [0; 32];
    std::thread::scope(|scope| {
        let start = |hasher| {
            let numbers = from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|number| *number < hashes));
            scope.spawn(move || hash_all(hasher, numbers))
        };
        let running: Vec<_> = hashers.iter_mut().map(start).collect();
        for thread in running {
            let hash = thread.join().expect("no thread fails");
            sum.iter_mut().zip(hash).for_each(|(sum, byte)| *sum ^= byte);
        }
    });
    sum
}
