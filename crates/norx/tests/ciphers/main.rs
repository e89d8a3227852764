//! What the ciphers give. One executable: each cipher on each path is compiled once for both.

mod properties;
mod published;
