//! Digests by ring: BoringSSL's assembly behind a Rust face, but for SHA-1, which is portable Rust of its own.
//!
//! In: a message in memory; out: its digest, by the crate's one-call function.

use paragone_sdk::{Answer, Driver};
use ring::digest::{self, Algorithm, Digest};

/// A digest as ring gives it, whose bytes are its answer.
struct Hashed(Digest);

impl Answer for Hashed {
    fn answer(&self) -> Vec<u8> {
        self.0.as_ref().to_vec()
    }
}

fn main() {
    let mut driver = Driver::new();
    let mut bench = |benchmark: &str, algorithm: &'static Algorithm| {
        driver.bench(benchmark, "ring", move |_| move |input: &[u8]| Hashed(digest::digest(algorithm, input)));
    };
    bench("sha1", &digest::SHA1_FOR_LEGACY_USE_ONLY);
    bench("sha256", &digest::SHA256);
    bench("sha384", &digest::SHA384);
    bench("sha512", &digest::SHA512);
    driver.serve()
}
