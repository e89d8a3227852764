//! Compression by the crates that Rust users choose: flate2 as it comes, zstd, lz4_flex.

mod lz4;
mod zstandard;

use paragone_sdk::Driver;
use paragone_suite_codecs::{Deflate, competes, packs, unpacks, weighs};

use crate::lz4::Lz4;
use crate::zstandard::Zstd;

fn main() {
    let mut driver = Driver::new();
    packs(&mut driver, "deflate", "flate2", Deflate::new);
    weighs(&mut driver, "deflate-size", "flate2", Deflate::new);
    packs(&mut driver, "zstd", "zstd", Zstd::new);
    competes(&mut driver, "flate2-1", || Deflate::new(1));
    competes(&mut driver, "flate2-6", || Deflate::new(6));
    competes(&mut driver, "zstd-1", || Zstd::new(1));
    competes(&mut driver, "zstd-3", || Zstd::new(3));
    competes(&mut driver, "lz4_flex", Lz4::default);
    unpacks(&mut driver, "flate2", || Deflate::new(6));
    unpacks(&mut driver, "zstd", || Zstd::new(3));
    unpacks(&mut driver, "lz4_flex", Lz4::default);
    driver.serve()
}
