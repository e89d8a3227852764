//! Two versions of a driver in, whether both are the same code out, and else which functions changed.
//!
//! Where that cannot be known for certain they are not: then they are measured, which costs time and claims nothing. It
//! knows files of programs, and nothing of what is measured.

use crate::driver::building::built::Built;
use crate::driver::same_code::elf;
use crate::driver::same_code::made::{self, SourceReader};
use crate::driver::same_code::parsed::Parser;
use crate::driver::same_code::program_file::ProgramFile;
use crate::driver::same_code::sources::{self, Changed};
use crate::driver::same_code::versions::BothVersions;
use crate::model::CodeChange;

/// What became of a driver's code.
pub fn code_change(before: &Built, today: &Built, of: BothVersions<'_>) -> CodeChange {
    if before.toolchain != today.toolchain || before.libraries != today.libraries {
        return CodeChange::because("its toolchain or a library has another version");
    }
    if let Some([old, new]) = machine_code([before, today]) {
        let [was, is] = [before, today].map(|one| started(one, &[]));
        return if was == is { elf::change(&old, &new) } else { CodeChange::because(OTHERWISE) };
    }
    interpreted([before, today], of).map_or_else(CodeChange::because, |()| CodeChange::Same)
}

const OTHERWISE: &str = "it is started in another way";

/// The bytes of two programs of machine code, with where they lie.
fn machine_code(built: [&Built; 2]) -> Option<[ProgramFile; 2]> {
    let [before, today] = built.map(|one| ProgramFile::read(one.artefact.as_deref()?));
    Some([before?, today?])
}

/// Words and variables that start it, without what tells where it lies.
fn started(built: &Built, roots: &[String]) -> Vec<String> {
    let out = built.out.display().to_string();
    let words = built.program.iter().cloned().chain(built.env.iter().map(|(name, value)| format!("{name}={value}")));
    let placed =
        |word: String| roots.iter().fold(word.replace(&out, "{out}"), |word, root| word.replace(root, SOURCES));
    words.map(placed).collect()
}

/// Stands for the folder of a version's sources.
const SOURCES: &str = "{sources}";

/// An error is why they are not the same.
fn interpreted(built: [&Built; 2], of: BothVersions<'_>) -> Result<(), String> {
    let roots = sources::roots(of)?;
    let [was, is] = built.map(|one| started(one, &roots));
    if was != is {
        return Err(OTHERWISE.to_owned());
    }
    let runtime = built[1].program.first();
    let reader = SourceReader { parser: runtime.and_then(|runtime| Parser::of(&of.spec.language, runtime)) };
    let changed = || Changed::of(of);
    if is.iter().any(|word| word.contains(SOURCES)) {
        changed()?.are_read_alike(&reader)?;
    }
    made::alike(built.map(|one| one.out.as_path()), &reader).or_else(|why| {
        // What a compiler leaves may have its moment in it, or a number drawn for it.
        changed()?.are_none_of(of.spec).then_some(()).ok_or(why)
    })
}
