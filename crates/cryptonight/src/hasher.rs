//! The hasher: variant, options and inputs come in, hashes go out. It holds the scratchpads from hash to hash.

use std::fmt;

use crate::aes::schedule::expand;
use crate::aes::tables::Tables;
use crate::components::{finish, keccak1600};
use crate::error::Error;
use crate::lane::Lane;
use crate::memory::{ALIGNMENT, Memory, Pages};
use crate::options::{Aes, Options};
use crate::path::{Path, Text, Work};
use crate::program::Program;
use crate::turn::{R, V0, V1, V2};
use crate::variant::Variant;

/// CryptoNight in one variant, by one path, with memory for its scratchpads.
///
/// Making one asks the system for 2 MiB for each hash at a time, so keep it from hash to hash. It may be sent to
/// another thread; each thread that hashes needs one of its own.
pub struct CryptoNight {
    variant: Variant,
    options: Options,
    memory: Memory,
    program: Option<Program>,
}

impl CryptoNight {
    /// A hasher for `variant`, with memory of 2 MiB for each of `options.interleave` scratchpads.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchAes`] if the processor cannot do what `options.aes` says, [`Error::Interleave`] if
    /// `options.interleave` is not 1, 2 or 3, [`Error::Memory`] if the system gives no memory. Huge pages that are not
    /// to be had are no error: see [`CryptoNight::pages`].
    pub fn new(variant: Variant, options: Options) -> Result<Self, Error> {
        if !options.aes.is_available() {
            return Err(Error::NoSuchAes(options.aes));
        }
        if !(1..=3).contains(&options.interleave) {
            return Err(Error::Interleave { wanted: options.interleave, room: 3 });
        }
        // Each scratchpad begins a huge page, also where it is shorter than one.
        let memory = Memory::new(options.interleave * ALIGNMENT, options.pages)?;
        let program = match variant {
            Variant::R { height } => Some(Program::of_height(height)),
            _ => None,
        };
        Ok(CryptoNight { variant, options, memory, program })
    }

    /// The variant that this hasher computes, as it was given to [`CryptoNight::new`].
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How this hasher computes, as it was given to [`CryptoNight::new`].
    pub fn options(&self) -> Options {
        self.options
    }

    /// Which pages the scratchpads have at this moment, read back from the system.
    ///
    /// On Linux it reads the file `/proc/self/smaps`, which takes a while: do not call it while something is timed.
    pub fn pages(&self) -> Pages {
        self.memory.pages()
    }

    /// The hash of one input.
    ///
    /// # Errors
    ///
    /// [`Error::ShortInput`] if the input is shorter than [`Variant::least_input`].
    pub fn hash(&mut self, input: &[u8]) -> Result<[u8; 32], Error> {
        self.hash_many([input]).map(|[hash]| hash)
    }

    /// The hashes of one, two or three inputs, in their order, computed turn by turn side by side.
    ///
    /// Another number of inputs does not compile:
    ///
    /// ```compile_fail,E0080
    /// use cryptonight::{CryptoNight, Options, Variant};
    ///
    /// let mut hasher = CryptoNight::new(Variant::V0, Options::default()).unwrap();
    /// hasher.hash_many([b"input"; 4]).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::ShortInput`] if an input is shorter than [`Variant::least_input`]; [`Error::Interleave`] if there are
    /// more inputs than [`Options::interleave`] has given room for.
    pub fn hash_many<const N: usize>(&mut self, inputs: [&[u8]; N]) -> Result<[[u8; 32]; N], Error> {
        const { assert!(matches!(N, 1..=3), "one, two or three hashes are computed at a time") };
        let least = self.variant.least_input();
        if let Some(short) = inputs.iter().find(|input| input.len() < least) {
            return Err(Error::ShortInput { variant: self.variant, least, got: short.len() });
        }
        if N > self.options.interleave {
            return Err(Error::Interleave { wanted: N, room: self.options.interleave });
        }
        let start = self.memory.start();
        let mut lanes: [Lane; N] = std::array::from_fn(|i| {
            let state = keccak1600(inputs[i]);
            // SAFETY: there are as many scratchpads as lanes, each of one alignment, as was checked.
            Lane { state, pad: unsafe { start.add(i * ALIGNMENT) }, tweak: tweak(self.variant, inputs[i], &state) }
        });
        // SAFETY: `new` has checked that the processor has what the path needs; every lane has a scratchpad of its own,
        // aligned and as long as the variant's, and `&mut self` keeps everybody else away.
        unsafe {
            match self.options.aes {
                #[cfg(target_arch = "x86_64")]
                Aes::Ni => self.work::<crate::aes::ni::Ni, N>(&mut lanes),
                #[cfg(target_arch = "x86_64")]
                Aes::Permute => self.work::<crate::aes::permute::Permute, N>(&mut lanes),
                #[cfg(target_arch = "aarch64")]
                Aes::Arm => self.work::<crate::aes::arm::Arm, N>(&mut lanes),
                _ => self.work::<Tables, N>(&mut lanes),
            }
        }
        Ok(lanes.map(|lane| finish(lane.state)))
    }

    /// Fill, turn, read.
    unsafe fn work<P: Path, const N: usize>(&self, lanes: &mut [Lane; N]) {
        let bytes = self.variant.scratchpad_bytes();
        let pads = lanes.each_ref().map(|lane| lane.pad);
        let mut texts = lanes.each_ref().map(|lane| text(&lane.state));
        let keys = |first| lanes.each_ref().map(|lane| expand(key(&lane.state, first)));
        let (before, after) = (keys(0), keys(4));
        // SAFETY: passed on as it came.
        unsafe { P::explode_all(&texts, &before, pads, bytes) }
        // SAFETY: passed on as it came.
        unsafe {
            match self.variant {
                Variant::V0 | Variant::Lite0 => self.turn::<P, V0, N>(lanes),
                Variant::V1 => self.turn::<P, V1, N>(lanes),
                Variant::V2 => self.turn::<P, V2, N>(lanes),
                Variant::R { .. } => self.turn::<P, R, N>(lanes),
            }
        }
        // SAFETY: passed on as it came.
        unsafe { P::implode_all(&mut texts, &after, pads, bytes) }
        for (lane, text) in lanes.iter_mut().zip(texts) {
            for (words, block) in lane.state[8..24].chunks_exact_mut(2).zip(text) {
                words.copy_from_slice(&block);
            }
        }
    }

    unsafe fn turn<P: Path, const KIND: u8, const N: usize>(&self, lanes: &mut [Lane; N]) {
        let work = Work {
            mask: self.variant.scratchpad_bytes() as u64 - 16,
            iterations: self.variant.iterations(),
            program: self.program.as_ref(),
        };
        // SAFETY: passed on as it came.
        unsafe {
            if self.options.prefetch {
                P::turn::<KIND, N, true>(lanes, &work);
            } else {
                P::turn::<KIND, N, false>(lanes, &work);
            }
        }
    }
}

impl fmt::Debug for CryptoNight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CryptoNight")
            .field("variant", &self.variant)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

fn tweak(variant: Variant, input: &[u8], state: &[u64; 25]) -> u64 {
    match variant {
        Variant::V1 => state[24] ^ u64::from_le_bytes(std::array::from_fn(|i| input[35 + i])),
        _ => 0,
    }
}

/// The part of the state that goes through AES.
fn text(state: &[u64; 25]) -> Text {
    std::array::from_fn(|i| [state[8 + 2 * i], state[9 + 2 * i]])
}

fn key(state: &[u64; 25], first: usize) -> [u64; 4] {
    std::array::from_fn(|i| state[first + i])
}

#[cfg(test)]
mod tests {
    use super::CryptoNight;
    use crate::Aes;
    use crate::Error;
    use crate::Options;
    use crate::Variant;

    #[test]
    fn what_cannot_be_is_refused() {
        let options = Options::default();
        let mut hasher = CryptoNight::new(Variant::V1, options).unwrap();
        assert!(matches!(hasher.hash(&[0; 42]), Err(Error::ShortInput { least: 43, got: 42, .. })));
        assert!(matches!(hasher.hash_many([&[0; 43]; 2]), Err(Error::Interleave { wanted: 2, room: 1 })));
        for interleave in [0, 4] {
            let refused = CryptoNight::new(Variant::V0, Options { interleave, ..options });
            assert!(matches!(refused, Err(Error::Interleave { room: 3, .. })));
        }
        for aes in Aes::ALL.into_iter().filter(|aes| !aes.is_available()) {
            let refused = CryptoNight::new(Variant::V0, Options { aes, ..options });
            assert!(matches!(refused, Err(Error::NoSuchAes(named)) if named == aes));
        }
    }
}
