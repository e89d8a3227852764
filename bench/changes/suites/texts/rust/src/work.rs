/// How many runs of letters there are, without a branch that depends on the text.
pub fn words(data: &[u8]) -> u64 {
    let (mut total, mut inside) = (0, false);
    for &byte in data {
        let letter = byte.is_ascii_alphabetic();
        total += u64::from(letter & !inside);
        inside = letter;
    }
    total
}

/// How often each byte occurs, as one number: a small table that is written.
pub fn letters(data: &[u8]) -> u64 {
    let mut counts = [0u32; 256];
    for &byte in data {
        counts[usize::from(byte)] += 1;
    }
    let mut total = 0u64;
    for count in counts {
        total = total.wrapping_mul(31).wrapping_add(u64::from(count));
    }
    total
}
