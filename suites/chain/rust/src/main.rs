//! The chain in Rust: one function for all, so that no two ways differ in anything but steps.

use paragone_sdk::{Driver, keep};

#[inline(never)]
fn chain(mut x: u64, steps: u64) -> u64 {
    for _ in 0..steps {
        x = x.wrapping_mul(0xd134_2543_de82_ef95) ^ (x >> 32);
    }
    x
}

fn steps(input: &[u8]) -> u64 {
    u64::from_le_bytes(input.try_into().expect("an input of 8 bytes"))
}

const START: u64 = 0x9e37_79b9_7f4a_7c15;

fn main() {
    let mut driver = Driver::new();
    for name in ["mul", "mul-twin"] {
        driver.bench("mul", name, |_| |input: &[u8]| chain(START, steps(input)));
    }
    for (name, permille) in [
        ("plus-2-permille", 2),
        ("plus-1-percent", 10),
        ("plus-2-percent", 20),
        ("plus-5-percent", 50),
        ("plus-50-percent", 500),
    ] {
        driver.bench("mul", name, move |_| {
            move |input: &[u8]| {
                let steps = steps(input);
                let end = chain(START, steps);
                keep(chain(end, steps * permille / 1000));
                end
            }
        });
    }
    driver.serve();
}
