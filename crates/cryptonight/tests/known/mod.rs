//! What is known beforehand: the published hashes.

mod published;

pub(crate) use published::{Known, hashes, of_component};
