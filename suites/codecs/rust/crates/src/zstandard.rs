//! The Zstandard format by the crate zstd, which builds libzstd from the C source that it brings. Its contexts are made
//! once for all texts.

use paragone_suite_codecs::Codec;
use zstd::bulk::{Compressor, Decompressor};

pub struct Zstd {
    compressor: Compressor<'static>,
    decompressor: Decompressor<'static>,
}

impl Zstd {
    pub fn new(level: i32) -> Zstd {
        let compressor = Compressor::new(level).expect("libzstd has that level");
        Zstd { compressor, decompressor: Decompressor::new().expect("there is memory for a context") }
    }
}

impl Codec for Zstd {
    fn most_packed(&self, length: usize) -> usize {
        zstd::zstd_safe::compress_bound(length)
    }

    fn pack(&mut self, text: &[u8], out: &mut [u8]) -> usize {
        self.compressor.compress_to_buffer(text, out).expect("there is room for the whole text")
    }

    fn unpack(&mut self, packed: &[u8], out: &mut [u8]) -> usize {
        self.decompressor.decompress_to_buffer(packed, out).expect("what is packed is whole")
    }
}
