//! CryptoNight by every way that this processor has of doing AES, on one core.
//!
//! In: a number of hashes, or one input; out: the hashes of so many blobs xored, or that of the input.

use cryptonight::{Aes, Ask, Options};
use paragone_sdk::Driver;
use paragone_suite_cryptonight::{hash_all, hasher, variant, wanted};

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
                driver.bench(benchmark, &format!("{aes}{way}"), move |cell| {
                    let mut hasher = hasher(variant(cell), options);
                    move |input: &[u8]| match wanted(input) {
                        Some(hashes) => hash_all(&mut hasher, 0..hashes),
                        None => hasher.hash(input).expect("known answers have inputs that are long enough"),
                    }
                });
            }
        }
    }
    driver.serve()
}
