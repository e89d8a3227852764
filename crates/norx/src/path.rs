//! The ways in which a state may be computed, by the instructions that they need.
//!
//! In: what the processor says of itself; out: paths that can be taken here. It knows no cipher.

/// A way to compute a cipher, by the instructions that it needs. All ways give the same texts and tags, and differ in
/// speed. Those that a cipher has are told by [`Norx::paths`](crate::Norx::paths).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Path {
    /// Plain words, on every processor.
    Portable,
    /// 128-bit vectors of x86-64, by SSE2, which every such processor has. Of NORX32 only.
    Sse2,
    /// 128-bit vectors of x86-64, by SSSE3, which does rotations by whole bytes as one shuffle.
    Ssse3,
    /// Vectors of x86-64 by AVX2: of 256 bits, or of 128 where a row of four words is no longer.
    Avx2,
    /// Vectors of x86-64 by AVX-512F and AVX-512VL, as long as with AVX2, which do rotations and three-operand logic in
    /// one instruction.
    Avx512,
    /// 128-bit vectors of AArch64, by NEON.
    Neon,
}

impl Path {
    /// All paths, slower ones first, whether they can be taken on this processor or not.
    pub const ALL: [Path; 6] = [Path::Portable, Path::Sse2, Path::Ssse3, Path::Avx2, Path::Avx512, Path::Neon];

    /// The name of the path in small letters, such as `avx2`.
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

    /// Whether this processor has the instructions of the path, and the system keeps the registers that they use.
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
