//! Processors that drivers can be made for and run on although this machine has another one.
//!
//! Answers mean something there, times nothing: who reads times must be told, which is not done here.

/// A processor by its name, with what is built in of it.
#[derive(Debug, PartialEq, Eq)]
pub struct Emulated {
    pub architecture: &'static str,
    /// What it can do, as the kernel of such a machine would name it.
    pub(crate) features: &'static str,
    /// A table of toolchains.
    pub(crate) table: &'static str,
}

const ALL: [Emulated; 1] = [Emulated {
    architecture: "aarch64",
    // What qemu's own model of a processor has, as far as anybody here asks for it.
    features: "Features : fp asimd aes pmull sha1 sha2 crc32 atomics sha3 sha512",
    table: include_str!("../../../../../suites/emulated/aarch64.toml"),
}];

impl Emulated {
    /// Those that there are.
    pub fn all() -> &'static [Emulated] {
        &ALL
    }

    pub fn named(architecture: &str) -> Option<&'static Emulated> {
        ALL.iter().find(|one| one.architecture == architecture)
    }
}
