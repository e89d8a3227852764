//! Which CryptoNight: a name, the scratchpad's size, the number of iterations.
//! In comes what a user calls it; out go the numbers that define it. Knows no processor and no memory.

use std::fmt;

/// One of the members of the CryptoNight family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// CryptoNight as CNS008 defines it: cn/0.
    V0,
    /// Monero's first change (April 2018): a byte of each line is tweaked, and bytes 35..43 of the input enter the
    /// loop. Inputs shorter than 43 bytes have no cn/1.
    V1,
    /// Monero's second change (October 2018): lines are shuffled, a division and a square root enter the loop.
    V2,
    /// CryptonightR (March 2019): in place of division and root, a random program that is drawn anew for each height.
    R {
        /// The height of the block, from which the program is drawn.
        height: u64,
    },
    /// cn/0 over half of the scratchpad, with half of the iterations.
    Lite0,
}

impl Variant {
    /// The usual short name, such as `cn/0`.
    pub fn name(self) -> &'static str {
        match self {
            Variant::V0 => "cn/0",
            Variant::V1 => "cn/1",
            Variant::V2 => "cn/2",
            Variant::R { .. } => "cn/r",
            Variant::Lite0 => "cn-lite/0",
        }
    }

    /// Bytes of scratchpad for each hash that is computed at a time.
    pub fn scratchpad_bytes(self) -> usize {
        match self {
            Variant::Lite0 => 1 << 20,
            _ => 1 << 21,
        }
    }

    /// How often the memory-hard loop turns; each turn has one AES round, one multiplication, and reads and writes two
    /// lines.
    pub fn iterations(self) -> u32 {
        match self {
            Variant::Lite0 => 1 << 18,
            _ => 1 << 19,
        }
    }

    /// The least length of an input, in bytes.
    pub fn least_input(self) -> usize {
        match self {
            Variant::V1 => 43,
            _ => 0,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
