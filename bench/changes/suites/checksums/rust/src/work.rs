/// FNV-1a: each byte waits for the one before.
pub fn fnv(data: &[u8]) -> u64 {
    let mut total = 0xcbf2_9ce4_8422_2325u64;
    for &byte in data {
        total = (total ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    total
}

/// Fletcher's checksum: a sum, and the sum of the sums.
pub fn fletcher(data: &[u8]) -> u64 {
    let (mut total, mut sums) = (0u32, 0u32);
    for &byte in data {
        total = (total + u32::from(byte)) % 65535;
        sums = (sums + total) % 65535;
    }
    u64::from(sums) << 16 | u64::from(total)
}
