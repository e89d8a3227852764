//! Two versions of a driver in, whether both are the same code out, and else which functions changed.
//!
//! Where that cannot be known for certain they are not: then they are measured, which costs time and claims nothing. It
//! knows files of programs, and nothing of what is measured.

use crate::driver::building::built::Built;
use crate::driver::same_code::loaded::loaded_alike;
use crate::driver::same_code::made;
use crate::driver::same_code::parsed::Parser;
use crate::driver::same_code::program_file::ProgramFile;
use crate::driver::same_code::sources::{self, BothVersions, Changed};
use crate::driver::same_code::{functions, libraries};
use crate::model::{CallKind, CodeChange};

/// What became of a driver's code.
pub fn code_change(before: &Built, today: &Built, of: BothVersions<'_>) -> CodeChange {
    if before.toolchain != today.toolchain || before.libraries != today.libraries {
        return CodeChange::because("its toolchain or a library has another version");
    }
    let machine_code = |built: &Built| ProgramFile::read(built.artefact.as_deref()?);
    if let (Some(old), Some(new)) = (machine_code(before), machine_code(today)) {
        let [was, is] = [before, today].map(|one| started(one, &[]));
        let change = if was == is { machine_code_change(&old, &new) } else { CodeChange::because(OTHERWISE) };
        // What a driver is given is no file of its own choice; a benchmark of a harness may read any.
        let reads_files = CallKind::of_language(&of.spec.language).is_harness();
        return match change {
            CodeChange::Same if reads_files => {
                reads_the_same(of).map_or_else(CodeChange::because, |()| CodeChange::Same)
            }
            change => change,
        };
    }
    interpreted([before, today], of).map_or_else(CodeChange::because, |()| CodeChange::Same)
}

const OTHERWISE: &str = "it is started in another way";

/// An error names a file that changed and that such a program may read.
fn reads_the_same(of: BothVersions<'_>) -> Result<(), String> {
    let changed = Changed::of(of)?.may_be_read();
    changed.map_or(Ok(()), |path| Err(format!("`{}` changed, which it may read", path.display())))
}

/// What became of a program of machine code, and of the libraries that lie with it.
pub(super) fn machine_code_change(before: &ProgramFile, today: &ProgramFile) -> CodeChange {
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

/// Words and variables that start it, without what tells where it lies.
fn started(built: &Built, roots: &[String]) -> Vec<String> {
    let out = built.out.display().to_string();
    let places = std::iter::once((&out, "{out}")).chain(roots.iter().map(|root| (root, SOURCES)));
    let placed = |word: String| places.clone().fold(word, |word, (place, name)| word.replace(place, name));
    let words = built.program.iter().cloned().chain(built.env.iter().map(|(name, value)| format!("{name}={value}")));
    words.map(placed).collect()
}

/// Stands for the folder of a version's sources.
const SOURCES: &str = "{sources}";

/// An error is why they are not the same.
fn interpreted(built: [&Built; 2], of: BothVersions<'_>) -> Result<(), String> {
    let roots = sources::roots(of)?.map(|folder| folder.display().to_string());
    let [was, is] = built.map(|one| started(one, &roots));
    if was != is {
        return Err(OTHERWISE.to_owned());
    }
    // A harness' driver is Paragone, and ends with the runtime.
    let words = &built[1].program;
    let is_harness = CallKind::of_language(&of.spec.language).is_harness();
    let runtime = if is_harness { words.last() } else { words.first() };
    let parser = runtime.and_then(|runtime| Parser::of(&of.spec.language, runtime));
    let changed = || Changed::of(of);
    let reads_sources = is.iter().any(|word| word.contains(SOURCES));
    if reads_sources {
        changed()?.are_read_alike(parser.as_ref(), is_harness)?;
    }
    made::alike(built.map(|one| one.out.as_path()), parser.as_ref()).or_else(|why| {
        // What a compiler leaves may have its moment in it, or a number drawn for it.
        changed()?.are_none_of(of.spec).then_some(()).ok_or(why)
    })?;
    // What was compiled does not hold what it reads while it runs.
    if is_harness && !reads_sources { reads_the_same(of) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use std::path::Path;

    const SOURCE: &str = "#include <stdlib.h>\n\
        static const int weights[] = {3, 5, 7, 11, 13, 17, 19, 23};\n\
        static int add(int a) { return a + weights[a & 7]; }\n\
        static int mul(int a) { return a * weights[a & 7]; }\n\
        int (*const ways[])(int) = {add, mul};\n\
        int main(int n, char **v) { return ways[n & 1](atoi(v[0])); }\n";

    fn compiled(folder: &Path, text: &str) -> ProgramFile {
        let (source, program) = (folder.join("a.c"), folder.join("a"));
        std::fs::write(&source, text).unwrap();
        let done = Command::new("cc").args(["-O2", "-g", "-o"]).arg(&program).arg(&source).status().unwrap();
        assert!(done.success());
        ProgramFile::read(&program).unwrap()
    }

    #[test]
    fn all_that_is_loaded_counts() {
        let folder = tempfile::tempdir().unwrap();
        let of = |text: &str| compiled(folder.path(), text);
        let first = of(SOURCE);
        assert_eq!(machine_code_change(&first, &of(&format!("/* a comment */\n\n{SOURCE}"))), CodeChange::Same);
        let why = |from: &str, to: &str| match machine_code_change(&first, &of(&SOURCE.replace(from, to))) {
            CodeChange::Other { why, functions, more } => (why, functions, more),
            change => panic!("{to} is {change:?} beside {from}"),
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
            let other = ProgramFile { path: first.path.clone(), bytes };
            let _ = machine_code_change(&first, &other);
            let cut = ProgramFile { path: first.path.clone(), bytes: first.bytes[..at].to_vec() };
            assert_ne!(machine_code_change(&first, &cut), CodeChange::Same);
        }
        assert!(ProgramFile::read(Path::new("/nowhere/at-all")).is_none());
    }
}
