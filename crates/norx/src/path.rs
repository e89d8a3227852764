//! The ways in which a state may be computed, by the instructions that they need.
//!
//! In: what the processor says of itself; out: paths that can be taken here. It knows no cipher.

/// A way to compute, by the instructions that it needs. What each cipher has is told by
/// [`Norx::paths`](crate::Norx::paths).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Path {
    /// Plain words; everywhere.
    Portable,
    /// 128-bit vectors of x86-64.
    Sse2,
    /// The same, with rotations by whole bytes as one shuffle.
    Ssse3,
    /// 256-bit vectors of x86-64.
    Avx2,
    /// AVX-512F and AVX-512VL: vectors as before, with rotations and three-operand logic in one instruction.
    Avx512,
    /// 128-bit vectors of AArch64.
    Neon,
}

impl Path {
    /// All of them, slower ones first, whether they can be taken here or not.
    pub const ALL: [Path; 6] = [Path::Portable, Path::Sse2, Path::Ssse3, Path::Avx2, Path::Avx512, Path::Neon];

    /// The name in small letters, such as `avx2`.
    pub const fn name(self) -> &'static str {
        match self {
            Path::Portable => "portable",
            Path::Sse2 => "sse2",
            Path::Ssse3 => "ssse3",
            Path::Avx2 => "avx2",
            Path::Avx512 => "avx512",
            Path::Neon => "neon",
        }
    }

    /// Whether this processor, under this system, has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            Path::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Path::Sse2 => true,
            #[cfg(target_arch = "x86_64")]
            Path::Ssse3 | Path::Avx2 | Path::Avx512 => crate::x86::detect::has(self),
            // Every AArch64 target of Rust that has floats has NEON; those without say so when compiled.
            Path::Neon => cfg!(all(target_arch = "aarch64", target_feature = "neon")),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The paths that can be taken on this processor, slower ones first.
    pub fn available() -> impl Iterator<Item = Path> {
        Path::ALL.into_iter().filter(|path| path.is_available())
    }
}

impl core::fmt::Display for Path {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}
