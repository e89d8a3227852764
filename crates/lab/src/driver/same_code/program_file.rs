//! A program's file, read; and what its processor's relocations are called.

use std::path::{Path, PathBuf};

use object::elf::RelocationType;
use object::{Architecture, BinaryFormat, Object};

/// A program's file.
pub(super) struct ProgramFile {
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
}

impl ProgramFile {
    /// `None` where it is no such file.
    pub(super) fn read(path: &Path) -> Option<ProgramFile> {
        let bytes = std::fs::read(path).ok()?;
        let program = ProgramFile { path: path.to_owned(), bytes };
        program.file().is_some().then_some(program)
    }

    pub(super) fn file(&self) -> Option<object::File<'_>> {
        let file = object::File::parse(&*self.bytes).ok()?;
        (file.format() == BinaryFormat::Elf && file.is_little_endian()).then_some(file)
    }
}

/// Relocations of this kind write an address, and name no symbol.
pub(super) fn relative(file: &object::File<'_>) -> Option<RelocationType> {
    match file.architecture() {
        Architecture::X86_64 => Some(object::elf::R_X86_64_RELATIVE),
        Architecture::Aarch64 => Some(object::elf::R_AARCH64_RELATIVE),
        _ => None,
    }
}
