//! How a hash is to be computed: wishes that change the time and never the answer.
//! In come wishes and the processor's features; out goes which paths exist here.

use std::fmt;

/// How AES rounds are done. Each can be asked for by name, where the processor has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aes {
    /// The AES instructions of x86-64.
    Ni,
    /// The crypto extension of AArch64, `AESE` and `AESMC`. Arm adds the key before the substitution and x86 after the
    /// mixing, so a round is done with a key of zeros and the real key is added afterwards.
    Arm,
    /// No AES instruction. The scratchpad is filled and read by vector permutations of AVX2, the loop uses tables.
    Permute,
    /// No AES instruction and no vectors: four tables of 1 KiB, on any processor.
    Tables,
}

impl Aes {
    /// All that there are, here or elsewhere; fast ones first.
    pub const ALL: [Aes; 4] = [Aes::Ni, Aes::Arm, Aes::Permute, Aes::Tables];

    /// A short name: `ni`, `arm`, `permute`, `tables`.
    pub fn name(self) -> &'static str {
        match self {
            Aes::Ni => "ni",
            Aes::Arm => "arm",
            Aes::Permute => "permute",
            Aes::Tables => "tables",
        }
    }

    /// Whether this processor can do it.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Aes::Ni => std::arch::is_x86_feature_detected!("aes") && std::arch::is_x86_feature_detected!("sse4.1"),
            #[cfg(target_arch = "x86_64")]
            Aes::Permute => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "aarch64")]
            Aes::Arm => std::arch::is_aarch64_feature_detected!("aes"),
            Aes::Tables => true,
            _ => false,
        }
    }

    /// The fastest that this processor can do.
    pub fn detect() -> Aes {
        Aes::ALL.into_iter().find(|aes| aes.is_available()).unwrap_or(Aes::Tables)
    }
}

impl fmt::Display for Aes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which pages to ask the system for. What was got says [`crate::CryptoNight::pages`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// Pages of 2 MiB from the system's reserve; if there is none, transparent ones; if there are none, small ones.
    Huge,
    /// No page of the reserve, but the kernel may use huge pages transparently.
    Transparent,
    /// Small pages only: the kernel is told not to use huge ones.
    Small,
}

/// How to compute. The answer is the same with all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How AES rounds are done.
    pub aes: Aes,
    /// Whether a line of the scratchpad is asked for as soon as its address is known.
    pub prefetch: bool,
    /// Which pages the scratchpads should have.
    pub pages: Ask,
    /// How many hashes can be computed at a time, 1 to 3: so many scratchpads are held.
    pub interleave: usize,
}

impl Default for Options {
    /// The fastest AES that this processor has, prefetch, huge pages if there are any, one hash at a time.
    fn default() -> Self {
        Options { aes: Aes::detect(), prefetch: true, pages: Ask::Huge, interleave: 1 }
    }
}
