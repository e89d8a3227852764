//! One format by one library: from a [`Codec`] to the jobs of every benchmark.
//!
//! In: texts of the suite; out: what each becomes when it has been packed and unpacked. It knows no library but flate2,
//! which two programs build in two ways.

mod deflate;
mod pack;
mod unpack;

use paragone_sdk::{Cell, Driver};

pub use deflate::Deflate;

/// What a program says of its library. What a careful user makes once is made with it, untimed; what each use costs is
/// within `pack` and `unpack`, which panic where the library fails.
pub trait Codec {
    /// So many bytes at most come of a text of that length.
    fn most_packed(&self, length: usize) -> usize;
    /// Gives how many bytes were written.
    fn pack(&mut self, text: &[u8], out: &mut [u8]) -> usize;
    /// The same; `out` is as long as the text.
    fn unpack(&mut self, packed: &[u8], out: &mut [u8]) -> usize;
}

/// What lies in a buffer that Paragone has been told of: nothing of a text.
const WIPED: u8 = 0xA5;

/// Compresses, in a benchmark whose parameter is the level.
pub fn packs<C: Codec + 'static>(driver: &mut Driver, benchmark: &str, name: &str, codec: fn(i32) -> C) {
    driver.bench(benchmark, name, move |cell| pack::call(codec(level(cell)), longest(cell)));
}

/// The same, where the size decides.
pub fn weighs<C: Codec + 'static>(driver: &mut Driver, benchmark: &str, name: &str, codec: fn(i32) -> C) {
    driver.bench(benchmark, name, move |cell| pack::weighed(codec(level(cell)), longest(cell)));
}

/// One of those who compete in time and in size.
pub fn competes<C: Codec + 'static>(driver: &mut Driver, name: &str, codec: fn() -> C) {
    driver.bench("compress", name, move |cell| pack::call(codec(), longest(cell)));
    driver.bench("size", name, move |cell| pack::weighed(codec(), longest(cell)));
}

pub fn unpacks<C: Codec + 'static>(driver: &mut Driver, name: &str, codec: fn() -> C) {
    driver.bench("decompress", name, move |cell| unpack::call(codec(), cell));
}

fn level(cell: &Cell) -> i32 {
    cell.param("level").parse().expect("`level` is a number")
}

fn longest(cell: &Cell) -> usize {
    cell.inputs().map(<[u8]>::len).max().unwrap_or(0)
}
