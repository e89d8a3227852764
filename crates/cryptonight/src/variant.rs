//! Which CryptoNight: a name, the scratchpad's size, the number of iterations.
//! In comes what a user calls it; out go the numbers that define it. Knows no processor and no memory.

use std::fmt;

/// A member of the CryptoNight family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// cn/0: CryptoNight as CryptoNote Standard 008 defines it.
    V0,
    /// cn/1, Monero's first change (April 2018): a byte of each line is tweaked, and bytes 35 to 42 of the input,
    /// counted from 0, enter the loop. Inputs shorter than 43 bytes have no cn/1.
    V1,
    /// cn/2, Monero's second change (October 2018): lines are shuffled, a division and a square root enter the loop.
    V2,
    /// cn/r, or CryptonightR (March 2019): in place of division and root, a random program that is drawn anew for each
    /// height.
    R {
        /// The height of the block in its chain, from which the program is drawn.
        height: u64,
    },
    /// cn-lite/0: cn/0 over half of the scratchpad, with half of the iterations.
    Lite0,
}

impl Variant {
    /// The usual short name of this variant, such as `cn/0`; without the height.
    pub fn name(self) -> &'static str {
        match self {
            Variant::V0 => "cn/0",
            Variant::V1 => "cn/1",
            Variant::V2 => "cn/2",
            Variant::R { .. } => "cn/r",
            Variant::Lite0 => "cn-lite/0",
        }
    }

    /// The size of the scratchpad of one hash, in bytes: 2 MiB, or 1 MiB for cn-lite/0.
    pub fn scratchpad_bytes(self) -> usize {
        match self {
            Variant::Lite0 => 1 << 20,
            _ => 1 << 21,
        }
    }

    /// How often the memory-hard loop turns for one hash; each turn has one AES round and one multiplication, and
    /// reads and writes in two lines of 64 bytes.
    pub fn iterations(self) -> u32 {
        match self {
            Variant::Lite0 => 1 << 18,
            _ => 1 << 19,
        }
    }

    /// The least length of an input, in bytes: 43 for cn/1, else 0.
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
