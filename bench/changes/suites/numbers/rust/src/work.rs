/// Numbers by their highest four bits, in the order in which they came: memory that is written at sixteen places.
pub fn buckets(data: &[u8]) -> u64 {
    let mut sums = [0u64; 16];
    for number in data.chunks_exact(4) {
        let number = u32::from_le_bytes([number[0], number[1], number[2], number[3]]);
        let sum = &mut sums[(number >> 28) as usize];
        *sum = sum.rotate_left(5) ^ u64::from(number);
    }
    let mut total = 0u64;
    for sum in sums {
        total = total.wrapping_mul(31).wrapping_add(sum);
    }
    total
}

/// The largest sum of neighbours, bytes above 127 counted as negative (Kadane).
pub fn largest(data: &[u8]) -> u64 {
    let (mut total, mut here) = (0i64, 0i64);
    for &byte in data {
        here = (here + i64::from(byte as i8)).max(0);
        total = total.max(here);
    }
    total as u64
}
