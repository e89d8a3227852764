//! DES, triple DES, RC2 and RC4 by the RustCrypto crates.
//!
//! In: a text; out: the text encrypted. No processor has instructions of its own for these, so this
//! is a program apart, built in one way. RC4's key is set for each text, which is all the vector it has.

#[expect(dead_code, reason = "nothing is decrypted here")]
mod task;

use cipher::{KeyInit, StreamCipher};
use des::{Des, TdesEde3};
use paragone_sdk::Driver;
use rc2::Rc2;
use rc4::Rc4;

fn main() {
    let mut driver = Driver::new();
    task::bench_ecb::<Des>(&mut driver, "des-ecb");
    task::bench_cbc::<Des>(&mut driver, "des-cbc");
    task::bench_ecb::<TdesEde3>(&mut driver, "3des-ecb");
    task::bench_cbc::<TdesEde3>(&mut driver, "3des-cbc");
    // A key's effective bits are all of its bits.
    task::bench_ecb::<Rc2>(&mut driver, "rc2-ecb");
    task::bench_cbc::<Rc2>(&mut driver, "rc2-cbc");
    task::bench(&mut driver, "rc4", |cell| {
        let key = task::bytes_of(cell, "key");
        move |from: &[u8], to: &mut [u8]| {
            let mut cipher = Rc4::new_from_slice(&key).expect("RC4 takes keys of 1 to 256 bytes");
            cipher.apply_keystream_b2b(from, to);
        }
    });
    driver.serve()
}
