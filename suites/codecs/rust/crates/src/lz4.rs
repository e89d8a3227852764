//! The LZ4 block format by lz4_flex as it comes, without unsafe code. Its table is made once for all texts.

use lz4_flex::block::{CompressTable, compress_into_with_table, decompress_into, get_maximum_output_size};
use paragone_suite_codecs::Codec;

#[derive(Default)]
pub struct Lz4 {
    table: CompressTable,
}

impl Codec for Lz4 {
    fn most_packed(&self, length: usize) -> usize {
        get_maximum_output_size(length)
    }

    fn pack(&mut self, text: &[u8], out: &mut [u8]) -> usize {
        compress_into_with_table(text, out, &mut self.table).expect("there is room for the whole text")
    }

    fn unpack(&mut self, packed: &[u8], out: &mut [u8]) -> usize {
        decompress_into(packed, out).expect("what is packed is whole")
    }
}
