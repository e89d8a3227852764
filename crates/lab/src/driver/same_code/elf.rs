//! Two programs of machine code in, whether everything that is loaded of them is the same out.
//!
//! All that is loaded counts, not the machine code alone: a changed table of constants leaves that equal. Left aside is
//! what no program runs by: the digest of the build, Go's table of lines, and the lines in messages of Rust's panics.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use object::elf::{RelocationType, SHF_ALLOC};
use object::{Architecture, BinaryFormat, Object, ObjectSection, SectionFlags, SectionKind};

use crate::driver::same_code::{functions, libraries, panic_places};
use crate::model::CodeChange;

/// They name the build by what went in, comments too.
const NAMES_THE_BUILD: [&str; 2] = [".note.gnu.build-id", ".note.go.buildid"];

/// Made from the code and its lines: where the code is the same, only lines differ.
const LINES_OF_GO: &str = ".gopclntab";

/// A program's file.
pub(super) struct Program {
    pub(super) path: PathBuf,
    bytes: Vec<u8>,
}

impl Program {
    /// `None` where it is no such file.
    pub(super) fn read(path: &Path) -> Option<Program> {
        let bytes = std::fs::read(path).ok()?;
        let program = Program { path: path.to_owned(), bytes };
        program.file().is_some().then_some(program)
    }

    pub(super) fn file(&self) -> Option<object::File<'_>> {
        let file = object::File::parse(&*self.bytes).ok()?;
        (file.format() == BinaryFormat::Elf && file.is_little_endian()).then_some(file)
    }
}

/// What became of a program, and of the libraries that lie with it.
pub(super) fn change(before: &Program, today: &Program) -> CodeChange {
    let (Some(old), Some(new)) = (before.file(), today.file()) else {
        return CodeChange::because("its program cannot be read");
    };
    match loaded_alike(&old, &new).and_then(|()| libraries::alike(before, today)) {
        Ok(()) => CodeChange::Same,
        Err(why) => {
            let (functions, more) = functions::changed(&old, &new);
            CodeChange::Other { why, functions, more }
        }
    }
}

/// A section that is loaded.
struct Loaded<'a> {
    place: (u64, u64, u64),
    kind: SectionKind,
    flags: u64,
    data: &'a [u8],
}

/// Whether all that is loaded is the same; an error says what is not.
pub(super) fn loaded_alike(old: &object::File<'_>, new: &object::File<'_>) -> Result<(), String> {
    if (old.architecture(), old.kind(), old.entry()) != (new.architecture(), new.kind(), new.entry()) {
        return Err("its machine code changed".to_owned());
    }
    let unread = |err| format!("its program cannot be read: {err}");
    let (before, today) = (loaded(old).map_err(unread)?, loaded(new).map_err(unread)?);
    if before.is_empty() || !before.keys().eq(today.keys()) {
        return Err("its program has other sections".to_owned());
    }
    let mut others = Vec::new();
    for (name, was) in &before {
        let is = &today[name];
        let is_lines = name == LINES_OF_GO;
        let length = |one: &Loaded<'_>| if is_lines { 0 } else { one.place.1 };
        let same_place = (was.place.0, length(was), was.place.2, was.kind, was.flags)
            == (is.place.0, length(is), is.place.2, is.kind, is.flags);
        let left_aside = is_lines || NAMES_THE_BUILD.contains(&name.as_str());
        let lines_alone = || panic_places::alone_differ((old, was.data), (new, is.data), was.place.0);
        let same = || was.data == is.data || was.kind != SectionKind::Text && lines_alone();
        if !same_place || !left_aside && !same() {
            others.push(name.as_str());
        }
    }
    let told = |name: &str| match name {
        ".text" => "its machine code changed".to_owned(),
        name => format!("its constants or data changed (`{name}`)"),
    };
    others.iter().find(|name| **name == ".text").or(others.first()).map_or(Ok(()), |name| Err(told(name)))
}

fn loaded<'a>(file: &object::File<'a>) -> object::Result<BTreeMap<String, Loaded<'a>>> {
    let mut found = BTreeMap::new();
    for section in file.sections() {
        let SectionFlags::Elf { sh_flags, .. } = section.flags() else { continue };
        if !sh_flags.contains(SHF_ALLOC) {
            continue;
        }
        let place = (section.address(), section.size(), section.align());
        let one = Loaded { place, kind: section.kind(), flags: sh_flags.0, data: section.data()? };
        // Names need not differ, and then their order tells them apart.
        let mut name = section.name()?.to_owned();
        while found.contains_key(&name) {
            name.push('+');
        }
        found.insert(name, one);
    }
    Ok(found)
}

/// Relocations of this kind write an address, and name no symbol.
pub(super) fn relative(file: &object::File<'_>) -> Option<RelocationType> {
    match file.architecture() {
        Architecture::X86_64 => Some(object::elf::R_X86_64_RELATIVE),
        Architecture::Aarch64 => Some(object::elf::R_AARCH64_RELATIVE),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    const SOURCE: &str = "#include <stdlib.h>\n\
        static const int weights[] = {3, 5, 7, 11, 13, 17, 19, 23};\n\
        static int add(int a) { return a + weights[a & 7]; }\n\
        static int mul(int a) { return a * weights[a & 7]; }\n\
        int (*const ways[])(int) = {add, mul};\n\
        int main(int n, char **v) { return ways[n & 1](atoi(v[0])); }\n";

    fn compiled(folder: &Path, text: &str) -> Program {
        let (source, program) = (folder.join("a.c"), folder.join("a"));
        std::fs::write(&source, text).unwrap();
        let done = Command::new("cc").args(["-O2", "-g", "-o"]).arg(&program).arg(&source).status().unwrap();
        assert!(done.success());
        Program::read(&program).unwrap()
    }

    #[test]
    fn all_that_is_loaded_counts() {
        let folder = tempfile::tempdir().unwrap();
        let of = |text: &str| compiled(folder.path(), text);
        let first = of(SOURCE);
        assert_eq!(change(&first, &of(&format!("/* a comment */\n\n{SOURCE}"))), CodeChange::Same);
        let why = |from: &str, to: &str| match change(&first, &of(&SOURCE.replace(from, to))) {
            CodeChange::Same => panic!("{to} is the same as {from}"),
            CodeChange::Other { why, functions, more } => (why, functions, more),
        };
        let (said, functions, more) = why("return a * weights", "return a - weights");
        assert_eq!(
            (said.as_str(), functions.as_slice(), more),
            ("its machine code changed", &["mul".to_owned()][..], 0)
        );
        // No instruction is another.
        assert!(why("7, 11", "8, 11").0.starts_with("its constants or data changed"));
        let (said, functions, _) = why("{add, mul}", "{mul, add}");
        assert!(said.starts_with("its constants or data changed") && functions.is_empty(), "{said} {functions:?}");
    }

    #[test]
    fn what_is_no_program_is_none_and_nothing_makes_it_panic() {
        let folder = tempfile::tempdir().unwrap();
        let first = compiled(folder.path(), SOURCE);
        for at in (0..first.bytes.len()).step_by(61) {
            let mut bytes = first.bytes.clone();
            bytes[at] ^= 0xff;
            let other = Program { path: first.path.clone(), bytes };
            let _ = change(&first, &other);
            let cut = Program { path: first.path.clone(), bytes: first.bytes[..at].to_vec() };
            assert_ne!(change(&first, &cut), CodeChange::Same);
        }
        assert!(Program::read(Path::new("/nowhere/at-all")).is_none());
    }
}
