//! The linker of this machine that can shuffle where code lies, and what it is told for a seed.
//!
//! It knows linkers, and no program that is linked.

use std::path::{Path, PathBuf};

use crate::driver::language::find_program::find_program;
use crate::driver::talking::ask::{first_line, printed};

/// A linker with the words it begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::driver) struct Shuffler {
    pub(super) command: Vec<String>,
    /// What it says of its version: another one may link other bytes.
    pub(super) version: String,
    kind: LinkerKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LinkerKind {
    Lld,
    Mold,
}

/// Code and data are shuffled, and nothing whose order means something, such as what runs before `main`.
const SECTIONS: [&str; 4] = [".text*", ".rodata*", ".data*", ".bss*"];

/// Where code may begin: behind the headers of a program that is not loaded wherever there is room, which lld puts at
/// 0x200000.
const CODE: u64 = 0x21_0000;

/// Bytes of a line of a cache, at which functions begin that are aligned.
const LINE: u64 = 64;

/// Seeds times this differ in their highest bits (Knuth's multiplicative hash).
const ODD: u32 = 2_654_435_769;

/// The first lld that shuffles by patterns.
const LEAST_LLD: u32 = 13;

impl Shuffler {
    /// That of rustc, which is the newest as a rule; else lld, else mold. An error is what to do about it.
    pub(in crate::driver) fn find() -> Result<Shuffler, String> {
        let found = Shuffler::of_rustc().or_else(Shuffler::lld).or_else(Shuffler::mold);
        found.ok_or_else(|| "no linker here shuffles sections; install the Debian package lld".to_owned())
    }

    fn of_rustc() -> Option<Shuffler> {
        let sysroot = printed(&["rustc", "--print", "sysroot"].map(str::to_owned)).ok()?;
        let hosts = Path::new(sysroot.trim()).join("lib/rustlib").read_dir().ok()?;
        let mut paths: Vec<PathBuf> = hosts.flatten().map(|host| host.path().join("bin/rust-lld")).collect();
        paths.sort();
        let path = paths.into_iter().find(|path| path.is_file())?.to_str()?.to_owned();
        Shuffler::told(vec![path, "-flavor".to_owned(), "gnu".to_owned()], LinkerKind::Lld)
    }

    fn lld() -> Option<Shuffler> {
        let path = find_program("ld.lld")?.to_str()?.to_owned();
        let lld = Shuffler::told(vec![path], LinkerKind::Lld)?;
        (lld.major()? >= LEAST_LLD).then_some(lld)
    }

    fn mold() -> Option<Shuffler> {
        Shuffler::told(vec![find_program("mold")?.to_str()?.to_owned()], LinkerKind::Mold)
    }

    fn told(command: Vec<String>, kind: LinkerKind) -> Option<Shuffler> {
        let asked: Vec<String> = command.iter().cloned().chain(["--version".to_owned()]).collect();
        Some(Shuffler { version: first_line(&asked).ok()?, command, kind })
    }

    fn major(&self) -> Option<u32> {
        let number =
            self.version.split_whitespace().find(|word| word.starts_with(|digit: char| digit.is_ascii_digit()))?;
        number.split('.').next()?.parse().ok()
    }

    /// The words that lay functions and data in the order of a file of their names; nothing where it cannot be told so.
    /// Code begins at one of 64 places of a page, by the seed, and each segment with a page of its own: else where code
    /// and data begin would be a matter of the sizes of what stands before them.
    pub(super) fn ordered(&self, names: &Path, seed: u32) -> Option<Vec<String>> {
        let order = format!("--symbol-ordering-file={}", names.display());
        let code = format!("--section-start=.text={:#x}", CODE + LINE * u64::from(seed.wrapping_mul(ODD) >> 26));
        let words = ["--no-warn-symbol-ordering", "-z", "separate-loadable-segments"].map(str::to_owned);
        (self.kind == LinkerKind::Lld).then(|| [order, code].into_iter().chain(words).collect())
    }

    /// The words that make this layout.
    pub(super) fn words(&self, seed: u32) -> Vec<String> {
        match self.kind {
            LinkerKind::Lld => SECTIONS.iter().map(|glob| format!("--shuffle-sections={glob}={seed}")).collect(),
            LinkerKind::Mold => vec![format!("--shuffle-sections={seed}")],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_linker_is_told_in_its_own_words() {
        let of = |version: &str, kind| Shuffler { command: vec!["ld".to_owned()], version: version.to_owned(), kind };
        let lld = of("Debian LLD 14.0.6 (compatible with GNU linkers)", LinkerKind::Lld);
        assert_eq!(lld.major(), Some(14));
        assert_eq!(lld.words(7).len(), SECTIONS.len());
        assert_eq!(lld.words(7)[0], "--shuffle-sections=.text*=7");
        let ordered = lld.ordered(Path::new("/o"), 1).unwrap();
        assert_eq!(ordered[..2], ["--symbol-ordering-file=/o", "--section-start=.text=0x2109c0"]);
        let begins: BTreeSet<String> =
            (1..=16).map(|seed| lld.ordered(Path::new(""), seed).unwrap().remove(1)).collect();
        assert_eq!(begins.len(), 16);
        let mold = of("mold 1.10.1", LinkerKind::Mold);
        assert_eq!((mold.words(7), mold.ordered(Path::new("/o"), 7)), (vec!["--shuffle-sections=7".to_owned()], None));
    }
}
