use bstr::ByteSlice;
use paragone_sdk::Driver;

fn main() {
    let mut driver = Driver::new();
    driver.bench("characters", "plain", |_| characters);
    driver.bench("bytes", "plain", |_| bytes);
    driver.serve();
}

/// How many characters are letters.
fn characters(text: &[u8]) -> usize {
    text.chars().filter(|character| character.is_alphabetic()).count()
}

/// Where the last byte of a set stands: the text has none of them, so that all of it is read.
fn bytes(text: &[u8]) -> usize {
    text.rfind_byteset(b"\x01\x02\x03").unwrap_or(text.len())
}
