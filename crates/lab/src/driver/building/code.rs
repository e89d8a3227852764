//! The machine code of a built program: its file in, a digest of the code and the bytes that are loaded out.
//!
//! Symbols and debug information are no part of either: two builds whose code is the same are the same program.
//! It knows formats of files, and neither toolchains nor what is measured.

use std::fmt::Display;
use std::path::Path;

use object::{Object, ObjectSection, ObjectSegment, SectionKind};
use serde::{Deserialize, Serialize};

use crate::driver::building::digest::Digest;
use crate::model::Unknown;

/// What a program's file holds of code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// SHA-256 of all its sections of machine code, in the file's order.
    pub digest: String,
    /// Bytes of the file that are loaded when it starts: code, constants, initial data.
    pub loaded_bytes: u64,
}

/// On macOS the segment of symbols and signatures is loaded as well, and stripping it changes no program.
const NO_CONTENT: &str = "__LINKEDIT";

/// Of what a build left; nothing where a runtime reads what there is.
pub(crate) fn of_artefact(path: Option<&Path>) -> Result<Code, Unknown> {
    let by_runtime = || Unknown::because("a runtime reads the program, and makes its machine code as it runs");
    of_bytes(&bytes_of(path.ok_or_else(by_runtime)?)?).map_err(no_code)
}

/// The bytes of a program's file, or why they cannot be read.
pub(super) fn bytes_of(program: &Path) -> Result<Vec<u8>, Unknown> {
    let unreadable = |err| Unknown::because(format!("its program `{}` cannot be read: {err}", program.display()));
    std::fs::read(program).map_err(unreadable)
}

/// That a file holds no machine code, and why.
pub(super) fn no_code(err: impl Display) -> Unknown {
    Unknown::because(format!("its program is no file of machine code: {err}"))
}

fn of_bytes(bytes: &[u8]) -> object::Result<Code> {
    let file = object::File::parse(bytes)?;
    let mut digest = Digest::default();
    for section in file.sections().filter(|section| section.kind() == SectionKind::Text) {
        digest.value(section.data()?);
    }
    let content = |segment: &object::Segment<'_, '_>| !matches!(segment.name(), Ok(Some(NO_CONTENT)));
    let loaded_bytes = file.segments().filter(content).map(|segment| segment.file_range().1).sum();
    Ok(Code { digest: digest.hex(), loaded_bytes })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    const SOURCE: &str = "#include <stdio.h>\nint main(int n, char **v) { puts(v[n - 1]); return n * FACTOR; }\n";

    fn compiled(flags: &[&str]) -> Code {
        let folder = tempfile::tempdir().unwrap();
        let (source, program) = (folder.path().join("a.c"), folder.path().join("a"));
        std::fs::write(&source, SOURCE).unwrap();
        let done = Command::new("cc").args(flags).arg("-o").arg(&program).arg(&source).status().unwrap();
        assert!(done.success());
        of_artefact(Some(&program)).unwrap()
    }

    #[test]
    fn debug_information_is_no_code_and_a_constant_is() {
        let plain = compiled(&["-O1", "-DFACTOR=3"]);
        assert_eq!(compiled(&["-O1", "-DFACTOR=3", "-g"]), plain);
        assert_eq!(compiled(&["-O1", "-DFACTOR=3", "-s"]), plain);
        let other = compiled(&["-O1", "-DFACTOR=5"]);
        assert_ne!(other.digest, plain.digest);
        assert!((100..100_000).contains(&other.loaded_bytes), "{other:?}");
    }

    #[test]
    fn what_is_no_program_is_unknown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("script");
        assert!(of_artefact(Some(&path)).unwrap_err().why.contains("cannot be read"));
        std::fs::write(&path, "#!/bin/sh\n").unwrap();
        assert!(of_artefact(Some(&path)).unwrap_err().why.contains("no file of machine code"));
    }

    #[test]
    fn no_bytes_make_it_panic() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        for length in 0..4096 {
            let mut bytes = program[..length].to_vec();
            assert!(of_bytes(&bytes).is_err() || length >= 64, "{length} bytes are no program");
            if let Some(last) = bytes.last_mut() {
                *last ^= 0xff;
                let _ = of_bytes(&bytes);
            }
        }
    }
}
