//! How a hash is to be computed: wishes that change the time and never the answer.
//! In come wishes and the processor's features; out goes which paths exist here.

use std::fmt;

/// A way of doing AES rounds. Each can be asked for, where the processor has what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Aes {
    /// AES by the instructions AES-NI of x86-64, with SSE4.1; several scratchpads at a time are filled and read by VAES
    /// where the processor has it.
    Ni,
    /// AES by the crypto extension of AArch64, `AESE` and `AESMC`. Arm adds the key before the substitution and x86
    /// after the mixing, so a round is done with a key of zeros and the real key is added afterwards.
    Arm,
    /// AES without an instruction for it, on x86-64 with AVX2: the scratchpad is filled and read by vector
    /// permutations, and the loop looks up tables.
    Permute,
    /// AES by four tables of 1 KiB, on any processor.
    Tables,
}

impl Aes {
    /// Every way that this crate knows, whether this processor can do it or not; fast ones first.
    pub const ALL: [Aes; 4] = [Aes::Ni, Aes::Arm, Aes::Permute, Aes::Tables];

    /// The short name of this way: `ni`, `arm`, `permute` or `tables`.
    pub fn name(self) -> &'static str {
        match self {
            Aes::Ni => "ni",
            Aes::Arm => "arm",
            Aes::Permute => "permute",
            Aes::Tables => "tables",
        }
    }

    /// Whether this processor can do AES in this way.
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

    /// The fastest way that this processor can do.
    pub fn detect() -> Aes {
        Aes::ALL.into_iter().find(|aes| aes.is_available()).unwrap_or(Aes::Tables)
    }
}

impl fmt::Display for Aes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which pages of memory to ask the system for; [`CryptoNight::pages`](crate::CryptoNight::pages) tells which were got.
///
/// This is for Linux. Elsewhere memory comes from the allocator, whatever is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ask {
    /// Ask for pages of 2 MiB from the system's reserve; if there are none, for transparently huge ones; if there are
    /// none of these either, small ones do.
    Huge,
    /// Ask for no page of the reserve, but advise the kernel to use huge pages transparently.
    Transparent,
    /// Ask for small pages only: the kernel is advised not to use huge ones.
    Small,
}

/// How to compute. None of these changes a hash, only the time that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The way of doing AES rounds.
    pub aes: Aes,
    /// Whether a line of the scratchpad is prefetched as soon as its address is known.
    pub prefetch: bool,
    /// The pages that the scratchpads should have.
    pub pages: Ask,
    /// The most hashes that can be computed at a time, 1 to 3: so many scratchpads are held.
    pub interleave: usize,
}

impl Default for Options {
    /// The fastest AES that this processor has, with prefetches, in huge pages if there are any, one hash at a time.
    fn default() -> Self {
        Options { aes: Aes::detect(), prefetch: true, pages: Ask::Huge, interleave: 1 }
    }
}
