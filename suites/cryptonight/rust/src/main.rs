//! CryptoNight by every way that this processor has of doing AES, on one core.
//!
//! In: a number of hashes, or one input; out: the hashes of so many blobs xored, or that of the input; and, beside the
//! time, which pages the memory is in.

use cryptonight::{Aes, Ask, CryptoNight, Options};
use paragone_sdk::{Cell, Driver};
use paragone_suite_cryptonight::{hash_all, hasher, in_huge_pages, tell, variant, wanted};

const BENCHMARKS: [&str; 5] = ["cn0", "cn1", "cn2", "cnr", "cn0-memory"];

fn main() {
    let mut driver = Driver::new();
    for aes in Aes::ALL.into_iter().filter(|aes| aes.is_available()) {
        let plain = Options { aes, ..Options::default() };
        let ways = [
            ("", plain),
            ("-two", Options { interleave: 2, ..plain }),
            ("-three", Options { interleave: 3, ..plain }),
            ("-no-prefetch", Options { prefetch: false, ..plain }),
            ("-small-pages", Options { pages: Ask::Small, ..plain }),
        ];
        for benchmark in BENCHMARKS {
            for (way, options) in ways {
                let setup = move |cell: &Cell| {
                    let hasher = [hasher(variant(cell), options)];
                    (in_huge_pages(&hasher), hasher)
                };
                driver.bench_with_reset(benchmark, &format!("{aes}{way}"), setup, |state, _| tell(state.0), call);
            }
        }
    }
    driver.serve()
}

fn call((_, [hasher]): &mut (Option<f64>, [CryptoNight; 1]), input: &[u8]) -> [u8; 32] {
    match wanted(input) {
        Some(hashes) => hash_all(hasher, 0..hashes),
        None => hasher.hash(input).expect("known answers have inputs that are long enough"),
    }
}
