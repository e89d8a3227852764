//! All paths make the same hashes of inputs that nobody chose, one, two and three at a time.
//!
//! The variant is the smallest, cn-lite/0, because a hash takes long; the fuzz target `paths` goes through all of them.

use cryptonight::{Aes, CryptoNight, Options, Variant};
use proptest::collection::vec;
use proptest::prelude::*;

/// A hash takes ten milliseconds and more, and twenty times that where nothing is optimised.
const CASES: u32 = if cfg!(debug_assertions) { 1 } else { 5 };

fn hasher(aes: Aes, interleave: usize, prefetch: bool) -> CryptoNight {
    CryptoNight::new(Variant::Lite0, Options { aes, interleave, prefetch, ..Options::default() }).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, ..ProptestConfig::default() })]

    #[test]
    fn random_inputs_have_one_hash(
        a in vec(any::<u8>(), 0..300),
        b in vec(any::<u8>(), 0..300),
        c in vec(any::<u8>(), 0..300),
        prefetch: bool,
    ) {
        let mut first = hasher(Aes::Tables, 1, prefetch);
        let known = [&a, &b, &c].map(|input| first.hash(input).unwrap());
        for aes in Aes::ALL {
            if !aes.is_available() {
                eprintln!("skipped: this processor has no {aes}");
                continue;
            }
            if aes != Aes::Tables {
                prop_assert_eq!(hasher(aes, 1, prefetch).hash(&a).unwrap(), known[0], "{}", aes);
            }
            let two = hasher(aes, 2, prefetch).hash_many([&b, &a]).unwrap();
            prop_assert_eq!(two, [known[1], known[0]], "{}, two at a time", aes);
            let three = hasher(aes, 3, prefetch).hash_many([&c, &a, &b]).unwrap();
            prop_assert_eq!(three, [known[2], known[0], known[1]], "{}, three at a time", aes);
        }
    }
}
