//! What the Rust programs of this suite share: the arrays, and how a way becomes jobs of the SDK.
//!
//! In: ways, each a function from an array to a sum; out: registered jobs. It knows no way.

pub mod arrays;

use paragone_sdk::Driver;

/// The whole job for one array.
pub type Way = fn(&[i64]) -> i64;

/// Registers a way: a call applies it to each of the cell's arrays, and answers the sum of all.
pub fn bench(driver: &mut Driver, benchmark: &str, name: &str, way: Way) {
    let prediction = benchmark == "prediction";
    driver.bench(benchmark, name, move |cell| {
        let input = cell.inputs().next().expect("an input, the number of elements");
        let elements = u64::from_le_bytes(input.try_into().expect("a number of 8 bytes")) as usize;
        let arrays =
            if prediction { arrays::ordered(elements, cell.param("data")) } else { arrays::alternated(elements) };
        move |_: &[u8]| arrays.iter().fold(0_i64, |sum, array| sum.wrapping_add(way(array)))
    });
}
