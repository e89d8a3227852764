//! All paths make the same hash of any input, at any length and height, or refuse it for the same reason.

#![no_main]

use cryptonight::{Aes, CryptoNight, Options, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u64, Vec<u8>)| {
    let (which, height, bytes) = input;
    let variant = match which % 5 {
        0 => Variant::V0,
        1 => Variant::V1,
        2 => Variant::V2,
        3 => Variant::R { height },
        _ => Variant::Lite0,
    };
    let mut first = None;
    for aes in Aes::ALL.into_iter().filter(|aes| aes.is_available()) {
        let mut hasher = CryptoNight::new(variant, Options { aes, ..Options::default() }).unwrap();
        let made = hasher.hash(&bytes).ok();
        assert_eq!(made.is_some(), bytes.len() >= variant.least_input());
        assert_eq!(*first.get_or_insert(made), made);
    }
});
