//! AES rounds, in each way that there is: the key schedule, then tables, x86-64 instructions on 128
//! and 256 bits, AVX2 permutations, Arm's.

pub(crate) mod schedule;
pub(crate) mod tables;
#[cfg(target_arch = "x86_64")]
pub(crate) mod ni;
#[cfg(target_arch = "x86_64")]
mod wide;
#[cfg(target_arch = "x86_64")]
pub(crate) mod permute;
#[cfg(target_arch = "aarch64")]
pub(crate) mod arm;
