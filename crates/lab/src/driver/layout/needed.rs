//! What a program tells its loader; and by that, which libraries it loads beside the system's own: their code lies where
//! it lies, however the program is linked.

use std::fs;
use std::path::Path;

use object::Endianness;
use object::elf::{DT_NEEDED, DynamicTag, FileHeader64};
use object::read::elf::{Dyn, FileHeader};

/// The C library and what compilers bring, without `lib` before them: every program has them.
const OF_THE_SYSTEM: [&str; 11] =
    ["c", "m", "gcc_s", "stdc++", "pthread", "dl", "rt", "util", "c++", "c++abi", "unwind"];

/// The names of the others, as the program has them; nothing where it is no program of this kind.
pub(super) fn needed(program: &Path) -> Vec<String> {
    let mut names = told_to_the_loader(&fs::read(program).unwrap_or_default(), &[DT_NEEDED]);
    names.retain(|name| !is_of_the_system(name));
    names
}

/// What a program tells its loader under these tags, in its order; nothing where it is no program of this kind.
pub(in crate::driver) fn told_to_the_loader(bytes: &[u8], tags: &[DynamicTag]) -> Vec<String> {
    texts(bytes, tags).ok().flatten().unwrap_or_default()
}

fn texts(bytes: &[u8], tags: &[DynamicTag]) -> object::Result<Option<Vec<String>>> {
    let file = FileHeader64::<Endianness>::parse(bytes)?;
    let endian = file.endian()?;
    let sections = file.sections(endian, bytes)?;
    let Some((entries, names)) = sections.dynamic(endian, bytes)? else { return Ok(None) };
    let strings = sections.strings(endian, bytes, names)?;
    let places = entries.iter().filter(|entry| tags.contains(&entry.tag(endian))).map(|entry| entry.d_val(endian));
    let found = places.filter_map(|place| strings.get(u32::try_from(place).ok()?).ok());
    Ok(Some(found.map(|text| String::from_utf8_lossy(text).into_owned()).collect()))
}

fn is_of_the_system(name: &str) -> bool {
    let stem = name.split_once(".so").map_or(name, |(stem, _)| stem);
    stem.strip_prefix("lib").is_some_and(|name| OF_THE_SYSTEM.contains(&name))
        || stem.starts_with("ld-linux")
        || stem.starts_with("ld-musl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_program_has_is_not_named() {
        for name in ["libc.so.6", "libstdc++.so.6", "ld-linux-x86-64.so.2", "libgcc_s.so.1"] {
            assert!(is_of_the_system(name), "{name}");
        }
        assert!(!is_of_the_system("libcrypto.so.3") && !is_of_the_system("libcurl.so.4"));
        // This very program loads nothing else.
        assert_eq!(needed(&std::env::current_exe().unwrap()), Vec::<String>::new());
        assert!(needed(Path::new("/dev/null")).is_empty());
        let bytes = fs::read(std::env::current_exe().unwrap()).unwrap();
        for length in (0..4096).step_by(7) {
            let _ = told_to_the_loader(&bytes[..length], &[DT_NEEDED]);
        }
    }
}
