//! Whether everything that is loaded of two programs is the same; an error says what is not.
//!
//! All that is loaded counts, not the machine code alone: a changed table of constants leaves that equal. Left aside is
//! what no program runs by: the digest of the build, Go's table of lines, and the lines in messages of Rust's panics.

use std::collections::BTreeMap;

use object::elf::SHF_ALLOC;
use object::{Object, ObjectSection, SectionFlags, SectionKind};

use crate::driver::same_code::panic_places;

/// They name the build by what went in, comments too.
const NAMES_THE_BUILD: [&str; 2] = [".note.gnu.build-id", ".note.go.buildid"];

/// Made from the code and its lines: where the code is the same, only lines differ.
const LINES_OF_GO: &str = ".gopclntab";

/// A section that is loaded.
struct Loaded<'a> {
    /// Address, size and alignment, and as what it is loaded.
    place: (u64, u64, u64, SectionKind, u64),
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
        let (address, _, _, kind, _) = was.place;
        let left_aside = name == LINES_OF_GO || NAMES_THE_BUILD.contains(&name.as_str());
        let lines_alone = || panic_places::alone_differ((old, was.data), (new, is.data), address);
        let same = || was.data == is.data || kind != SectionKind::Text && lines_alone();
        if was.place != is.place || !left_aside && !same() {
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
        // Names need not differ, and then their order tells them apart.
        let mut name = section.name()?.to_owned();
        while found.contains_key(&name) {
            name.push('+');
        }
        let size = if name == LINES_OF_GO { 0 } else { section.size() };
        let place = (section.address(), size, section.align(), section.kind(), sh_flags.0);
        found.insert(name, Loaded { place, data: section.data()? });
    }
    Ok(found)
}
