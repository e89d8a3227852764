//! What the Rust programs of this suite share: the arrays, and how a way becomes jobs of the SDK.
//!
//! In: ways, each a function from an array to a sum; out: registered jobs. It knows no way.

pub mod arrays;

use paragone_sdk::Driver;

/// The whole job for one array.
pub type Way = fn(&[i64]) -> i64;

/// Registers a way: a call applies it to each of the arrays that its input stands for, and answers the sum
/// of all.
pub fn bench(driver: &mut Driver, benchmark: &str, name: &str, way: Way) {
    let prediction = benchmark.starts_with("prediction");
    driver.bench(benchmark, name, move |cell| {
        let made = cell.inputs().map(|input| {
            let elements = number(input);
            let arrays = if prediction {
                arrays::ordered(elements as usize, cell.param("data"))
            } else {
                arrays::alternated(elements as usize, cell.param("seeds"))
            };
            (elements, arrays)
        });
        let made: Vec<(u64, Vec<Vec<i64>>)> = made.collect();
        move |input: &[u8]| {
            let (_, arrays) = made.iter().find(|(elements, _)| *elements == number(input)).expect("one of the inputs");
            arrays.iter().fold(0_i64, |sum, array| sum.wrapping_add(way(array)))
        }
    });
}

fn number(input: &[u8]) -> u64 {
    u64::from_le_bytes(input.try_into().expect("a number of 8 bytes"))
}
