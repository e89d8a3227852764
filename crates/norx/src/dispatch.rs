//! From a path to the function that takes it, for each word size.
//!
//! In: a path and a message; out: what the path's function gives. It detects nothing: a path that comes here
//! was found available when the cipher was made.

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
use crate::neon::Neon32;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
use crate::neon::Neon64;
use crate::path::Path;
use crate::portable::Portable;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
use crate::rows::Rows;
use crate::sponge::{Message, run};
use crate::version::Version;
use crate::word::Word;
#[cfg(target_arch = "x86_64")]
use crate::x86;

/// The paths of a word size.
pub trait Dispatch: Sized {
    #[doc(hidden)]
    const PATHS: &'static [Path];

    #[doc(hidden)]
    fn best() -> Path {
        Self::PATHS.iter().rev().copied().find(|path| path.is_available()).unwrap_or(Path::Portable)
    }

    #[doc(hidden)]
    fn run<V: Version, const ROUNDS: usize, const LANES: usize, const OPEN: bool>(
        path: Path,
        message: Message<'_, Self, V>,
    ) -> [Self; 4]
    where
        Self: Word;
}

impl Dispatch for u64 {
    const PATHS: &'static [Path] = &[
        Path::Portable,
        #[cfg(target_arch = "x86_64")]
        Path::Ssse3,
        #[cfg(target_arch = "x86_64")]
        Path::Avx2,
        #[cfg(target_arch = "x86_64")]
        Path::Avx512,
        #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
        Path::Neon,
    ];

    #[inline(always)]
    fn run<V: Version, const ROUNDS: usize, const LANES: usize, const OPEN: bool>(
        path: Path,
        message: Message<'_, u64, V>,
    ) -> [u64; 4] {
        match path {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a cipher is made with this path only where the processor has its instructions.
            Path::Ssse3 => unsafe { x86::ssse3_64::<V, ROUNDS, LANES, OPEN>(message) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a cipher is made with this path only where the processor has its instructions.
            Path::Avx2 => unsafe { x86::avx2_64::<V, ROUNDS, LANES, OPEN>(message) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a cipher is made with this path only where the processor has its instructions.
            Path::Avx512 => unsafe { x86::avx512_64::<V, ROUNDS, LANES, OPEN>(message) },
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Path::Neon => run::<Rows<Neon64>, V, ROUNDS, LANES, OPEN>(message),
            _ => portable::<u64, V, ROUNDS, LANES, OPEN>(message),
        }
    }
}

impl Dispatch for u32 {
    const PATHS: &'static [Path] = &[
        Path::Portable,
        #[cfg(target_arch = "x86_64")]
        Path::Sse2,
        #[cfg(target_arch = "x86_64")]
        Path::Ssse3,
        #[cfg(target_arch = "x86_64")]
        Path::Avx2,
        #[cfg(target_arch = "x86_64")]
        Path::Avx512,
        #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
        Path::Neon,
    ];

    #[inline(always)]
    fn run<V: Version, const ROUNDS: usize, const LANES: usize, const OPEN: bool>(
        path: Path,
        message: Message<'_, u32, V>,
    ) -> [u32; 4] {
        match path {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a cipher is made with this path only where the processor has its instructions.
            Path::Sse2 => unsafe { x86::sse2_32::<V, ROUNDS, LANES, OPEN>(message) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a cipher is made with this path only where the processor has its instructions.
            Path::Ssse3 => unsafe { x86::ssse3_32::<V, ROUNDS, LANES, OPEN>(message) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a cipher is made with this path only where the processor has its instructions.
            Path::Avx2 => unsafe { x86::avx2_32::<V, ROUNDS, LANES, OPEN>(message) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a cipher is made with this path only where the processor has its instructions.
            Path::Avx512 => unsafe { x86::avx512_32::<V, ROUNDS, LANES, OPEN>(message) },
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Path::Neon => run::<Rows<Neon32>, V, ROUNDS, LANES, OPEN>(message),
            _ => portable::<u32, V, ROUNDS, LANES, OPEN>(message),
        }
    }
}

fn portable<W: Word, V: Version, const ROUNDS: usize, const LANES: usize, const OPEN: bool>(
    message: Message<'_, W, V>,
) -> [W; 4] {
    run::<Portable<W>, V, ROUNDS, LANES, OPEN>(message)
}
