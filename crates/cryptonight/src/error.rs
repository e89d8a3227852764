//! What may go wrong: an input, a wish, or the memory.

use thiserror::Error;

use crate::options::Aes;
use crate::variant::Variant;

/// Why no hash, or no hasher, was made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The input is shorter than the variant allows: cn/1 takes eight of its bytes from 35 on.
    #[error("{variant} needs at least {least} bytes of input, and {got} came")]
    ShortInput {
        /// The variant that was asked for.
        variant: Variant,
        /// The least length, in bytes.
        least: usize,
        /// The length that came, in bytes.
        got: usize,
    },
    /// The way of doing AES that was asked for does not exist on this processor.
    #[error("this processor cannot do AES by `{0}`; `Aes::detect` names a way that it can")]
    NoSuchAes(Aes),
    /// More hashes at a time than there are scratchpads, or a number of scratchpads that is not 1, 2 or 3.
    #[error("{wanted} hashes at a time were asked for, and there is room for {room}; set `Options::interleave`")]
    Interleave {
        /// The number of hashes, or of scratchpads, that was asked for.
        wanted: usize,
        /// The greatest number that there is room for.
        room: usize,
    },
    /// The system gave no memory for the scratchpads.
    #[error("the system gave no {bytes} bytes for the scratchpads")]
    Memory {
        /// The size of the memory that was asked for, in bytes.
        bytes: usize,
        /// The system's own error.
        source: std::io::Error,
    },
}
