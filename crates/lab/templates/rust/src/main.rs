//! How many lines has a text? Two ways in Rust.

use paragone_sdk::Driver;

fn main() {
    let mut driver = Driver::new();
    // The closure is the set-up: it runs once, untimed, and gives what is called and timed.
    driver.bench("lines", "loop", |_cell| by_loop);
    driver.bench("lines", "iterator", |_cell| by_iterator);
    driver.serve();
}

/// What a call returns is its answer.
fn by_loop(text: &[u8]) -> u64 {
    let mut lines = 0;
    for &byte in text {
        if byte == b'\n' {
            lines += 1;
        }
    }
    lines
}

fn by_iterator(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte == b'\n').count()
}
