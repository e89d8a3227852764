//! zlib's checksums from Rust, by declarations of our own.
//!
//! In: bytes in memory; out: their checksum. The library is linked dynamically.

use std::ffi::{c_uchar, c_uint, c_ulong};

use paragone_sdk::Driver;

#[link(name = "z")]
unsafe extern "C" {
    fn adler32(adler: c_ulong, bytes: *const c_uchar, length: c_uint) -> c_ulong;
    fn crc32(crc: c_ulong, bytes: *const c_uchar, length: c_uint) -> c_ulong;
}

fn main() {
    let mut driver = Driver::new();
    driver.bench("adler32", "extern", |_cell| {
        // SAFETY: the slice has so many bytes, and zlib reads no more of them.
        |input: &[u8]| unsafe { adler32(1, input.as_ptr(), input.len() as c_uint) }
    });
    driver.bench("crc32", "extern", |_cell| {
        // SAFETY: as above.
        |input: &[u8]| unsafe { crc32(0, input.as_ptr(), input.len() as c_uint) }
    });
    driver.bench("first-byte", "extern", |_cell| {
        |input: &[u8]| {
            let first = &input[..1];
            // SAFETY: as above, of a slice with one byte.
            unsafe { adler32(1, first.as_ptr(), 1) }
        }
    });
    driver.bench("once-more", "extern", |_cell| {
        |input: &[u8]| {
            let first = &input[..1];
            // SAFETY: as above, twice.
            unsafe { adler32(adler32(1, input.as_ptr(), input.len() as c_uint), first.as_ptr(), 1) }
        }
    });
    driver.serve();
}
