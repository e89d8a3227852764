//! AES by the RustCrypto crates.
//!
//! In: a text of whole blocks; out: the text encrypted, or decrypted. Whether the processor's own
//! instructions may be used was settled when this was compiled.

mod task;

use aes::{Aes128, Aes256};
use paragone_sdk::Driver;

fn main() {
    let mut driver = Driver::new();
    task::bench_ecb::<Aes128>(&mut driver, "aes-128-ecb");
    task::bench_ecb::<Aes256>(&mut driver, "aes-256-ecb");
    task::bench_cbc::<Aes128>(&mut driver, "aes-128-cbc");
    task::bench_cbc::<Aes256>(&mut driver, "aes-256-cbc");
    task::bench_cbc_decrypt::<Aes128>(&mut driver, "aes-128-cbc-decrypt");
    driver.serve()
}
