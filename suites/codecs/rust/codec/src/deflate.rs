//! The zlib format by flate2, whichever code that is built with. Its streams are made once and reset for each text.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use crate::Codec;

/// The format has zlib's header and checksum.
const ZLIB: bool = true;

pub struct Deflate {
    compress: Compress,
    decompress: Decompress,
}

impl Deflate {
    pub fn new(level: i32) -> Deflate {
        let level = Compression::new(level.try_into().expect("levels are not below 0"));
        Deflate { compress: Compress::new(level, ZLIB), decompress: Decompress::new(ZLIB) }
    }
}

impl Codec for Deflate {
    /// Of what cannot be compressed, a copy in blocks; flate2 does not tell how long that can be.
    fn most_packed(&self, length: usize) -> usize {
        length + length / 8 + 256
    }

    fn pack(&mut self, text: &[u8], out: &mut [u8]) -> usize {
        self.compress.reset();
        let done = self.compress.compress(text, out, FlushCompress::Finish).expect("the stream is in order");
        assert_eq!(done, Status::StreamEnd, "there is room for the whole text");
        self.compress.total_out() as usize
    }

    fn unpack(&mut self, packed: &[u8], out: &mut [u8]) -> usize {
        self.decompress.reset(ZLIB);
        let done = self.decompress.decompress(packed, out, FlushDecompress::Finish).expect("what is packed is whole");
        assert_eq!(done, Status::StreamEnd, "the text is no longer than it was");
        self.decompress.total_out() as usize
    }
}
