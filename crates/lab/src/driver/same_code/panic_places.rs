//! Whether sections of two versions differ in the lines of Rust's panics alone: their bytes in, yes or no out.
//!
//! The compiler leaves a record for each place that may panic: where the name of the source lies, how long that is, the
//! line and the column. A program reads it to say where it fell. Anything that is not surely such a record counts.

use std::collections::BTreeMap;

use object::{Object, ObjectSection, ObjectSymbol, RelocationFlags};

use crate::driver::same_code::program_file::relative;

/// Pointer and length of the name, then line and column, of four bytes each.
const LINE: usize = 16;
const WHOLE: usize = 24;

const LONGEST_NAME: u64 = 4096;
const MOST_LINES: u32 = 10_000_000;
const MOST_COLUMNS: u32 = 100_000;

/// `address` is that of both.
pub(super) fn alone_differ(
    (old, before): (&object::File<'_>, &[u8]),
    (new, today): (&object::File<'_>, &[u8]),
    address: u64,
) -> bool {
    if before.len() != today.len() || !address.is_multiple_of(8) || !old.is_64() || !new.is_64() {
        return false;
    }
    let (Some(was), Some(is)) = (pointers(old), pointers(new)) else { return false };
    let words = (0..before.len()).step_by(8);
    // The last word may be a part of one.
    let differing = words.filter(|at| {
        let end = before.len().min(at + 8);
        before[*at..end] != today[*at..end]
    });
    differing.into_iter().all(|at| {
        let Some(start) = at.checked_sub(LINE) else { return false };
        let name = |file: &object::File<'_>, data: &[u8], pointers: &BTreeMap<u64, u64>| {
            let record = data.get(start..start + WHOLE)?;
            let word = |at: usize| Some(u64::from_le_bytes(record.get(at..at + 8)?.try_into().ok()?));
            let own = address + start as u64;
            let pointer = pointers.get(&own).copied().or(word(0)).filter(|pointer| *pointer != 0)?;
            // Length, line and column are no addresses.
            if [8, 16, 20].iter().any(|at| pointers.contains_key(&(own + at))) {
                return None;
            }
            let length = word(8).filter(|length| (4..=LONGEST_NAME).contains(length))?;
            let half = |at: usize| Some(u32::from_le_bytes(record.get(at..at + 4)?.try_into().ok()?));
            let is_place = (1..MOST_LINES).contains(&half(LINE)?) && (1..MOST_COLUMNS).contains(&half(LINE + 4)?);
            let text = text_at(file, pointer, length)?;
            let is_source = text.ends_with(".rs") && text.contains('/') && !text.contains(char::is_control);
            (is_place && is_source && !has_name(file, own)).then_some((pointer, length))
        };
        let (was, is) = (name(old, before, &was), name(new, today, &is));
        was.is_some() && was == is
    })
}

/// Where the loader writes an address: which one.
fn pointers(file: &object::File<'_>) -> Option<BTreeMap<u64, u64>> {
    let wanted = relative(file)?;
    let all = file.dynamic_relocations().into_iter().flatten();
    let address = |(at, found): (u64, object::Relocation)| match found.flags() {
        RelocationFlags::Elf { r_type } if r_type == wanted => Some((at, found.addend() as u64)),
        // Of another symbol: no name of a source, and no number.
        _ => Some((at, 0)),
    };
    Some(all.filter_map(address).collect())
}

/// What a program itself calls by a name is a table of its own.
fn has_name(file: &object::File<'_>, address: u64) -> bool {
    let holds = |symbol: &object::Symbol<'_, '_>| {
        address.checked_sub(symbol.address()).is_some_and(|within| within < symbol.size())
    };
    file.symbols().any(|symbol| symbol.is_definition() && holds(&symbol))
}

fn text_at<'a>(file: &object::File<'a>, address: u64, length: u64) -> Option<&'a str> {
    let bytes = file.sections().find_map(|section| section.data_range(address, length).ok().flatten())?;
    std::str::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use crate::driver::same_code::change::machine_code_change;
    use crate::driver::same_code::program_file::ProgramFile;
    use crate::model::CodeChange;

    const SOURCE: &str = r#"
struct Named { path: &'static str, weight: u32, other: u32 }
static TABLE: [Named; 2] = [Named { path: "src/a.rs", weight: 1, other: 2 }, Named { path: "src/b.rs", weight: 3, other: 4 }];
fn main() {
    let at = std::env::args().count();
    let values = [1, 2, 3];
    let named = &std::hint::black_box(&TABLE)[at % 2];
    println!("{} {} {} {}", values[at], named.path, named.weight, named.other);
    std::process::exit(values[at + 1]);
}
"#;

    #[test]
    fn lines_of_panics_are_no_code_and_numbers_beside_names_are() {
        let folder = tempfile::tempdir().unwrap();
        let (source, program) = (folder.path().join("a.rs"), folder.path().join("a"));
        let compiled = |text: &str| {
            std::fs::write(&source, text).unwrap();
            let done = Command::new("rustc").args(["-O", "-o"]).arg(&program).arg(&source).status().unwrap();
            assert!(done.success());
            ProgramFile::read(&program).unwrap()
        };
        let first = compiled(SOURCE);
        let moved = compiled(&format!("// a comment\n{SOURCE}"));
        assert_eq!(machine_code_change(&first, &moved), CodeChange::Same);
        for (from, to) in [("weight: 1", "weight: 9"), ("[1, 2, 3]", "[1, 2, 4]"), ("src/a.rs", "src/c.rs")] {
            let other = compiled(&SOURCE.replace(from, to));
            assert_ne!(machine_code_change(&first, &other), CodeChange::Same, "{to}");
        }
    }
}
