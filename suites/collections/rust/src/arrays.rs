//! The arrays that the pipeline goes through.
//!
//! In: how many elements a call gets, and in which order they come; out: the arrays. The generator is
//! xoshiro256** (David Blackman and Sebastiano Vigna, 2018), begun and used as the post of 2024 did.

/// Elements of an array of the benchmark `prediction`: 32 KiB.
const BLOCK: usize = 4096;

pub struct Xoshiro([u64; 4]);

impl Xoshiro {
    pub fn new(seed: u64) -> Xoshiro {
        let mut generator = Xoshiro([seed, 18_446_744, 73_709, 551_615]);
        for _ in 0..10 {
            generator.next();
        }
        generator
    }

    #[expect(clippy::should_implement_trait, reason = "it never ends, so it has no `Option` to give")]
    pub fn next(&mut self) -> u64 {
        let state = &mut self.0;
        let output = state[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = state[1] << 17;
        state[2] ^= state[0];
        state[3] ^= state[1];
        state[1] ^= state[2];
        state[0] ^= state[3];
        state[2] ^= shifted;
        state[3] = state[3].rotate_left(45);
        output
    }
}

fn array(seed: u64, elements: usize) -> Vec<i64> {
    let mut generator = Xoshiro::new(seed);
    (0..elements).map(|_| generator.next() as i64).collect()
}

/// An array for each seed, which a call takes one after the other; the post has two, of seeds 0 and 1.
pub fn alternated(elements: usize, seeds: &str) -> Vec<Vec<i64>> {
    let seeds: Vec<u64> = seeds.split(',').map(|seed| seed.parse().expect("a number")).collect();
    assert!(elements % seeds.len() == 0, "arrays of the same length need more elements");
    seeds.iter().map(|&seed| array(seed, elements / seeds.len())).collect()
}

/// Arrays of 4096 elements, in each the values of seed 0 or, in every other one, of seed 1.
pub fn ordered(elements: usize, data: &str) -> Vec<Vec<i64>> {
    assert!(elements % (2 * BLOCK) == 0, "the elements have to fill pairs of arrays of {BLOCK}");
    let (originals, mut dice) = (alternated(2 * BLOCK, "0,1"), Xoshiro::new(2));
    let arrays: Vec<Vec<i64>> = (0..elements / BLOCK)
        .map(|number| {
            let mut array = originals[number % 2].clone();
            match data {
                "alternated" => {}
                // Stable, and `false` comes first.
                "predictable" => array.sort_by_key(|value| is_counted(*value)),
                "fresh" => shuffle(&mut array, &mut dice),
                other => panic!("no order of the data is called `{other}`"),
            }
            array
        })
        .collect();
    check(&arrays, data);
    arrays
}

/// The order is in no answer, so that it is looked at here: where the counted elements of the second array are.
fn check(arrays: &[Vec<i64>], data: &str) {
    let Some(array) = arrays.get(1) else { return };
    let places: usize = array.iter().enumerate().filter(|(_, value)| is_counted(**value)).map(|(place, _)| place).sum();
    let right = match data {
        "predictable" => 6_249_282,
        "alternated" => 4_087_321,
        _ => 4_176_195,
    };
    assert_eq!(places, right, "the elements are in another order than `{data}`");
}

/// Whether an element gets through every filter.
fn is_counted(value: i64) -> bool {
    let swapped = value.swap_bytes();
    value != 0 && (swapped & 0xff00) >> 8 < swapped & 0xff && swapped.leading_zeros() <= 56
}

/// Fisher and Yates', with the upper halves of the generator's outputs.
fn shuffle(array: &mut [i64], dice: &mut Xoshiro) {
    for at in (1..array.len()).rev() {
        let other = ((dice.next() >> 32) * (at as u64 + 1)) >> 32;
        array.swap(at, other as usize);
    }
}
