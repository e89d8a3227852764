//! From a command to the driver that serves it, and what stands for its program in a digest.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::driver::building::digest::{Digest, of_file};
use crate::driver::building::unchanged::Unchanged;
use crate::driver::command::child::find;
use crate::driver::command::serve::WORD;
use crate::driver::processes::process::Program;
use crate::model::{CommandSpec, Unknown};

/// The driver of one command.
pub fn program(spec: &CommandSpec) -> io::Result<Program> {
    let lab = std::env::current_exe()?.into_os_string().into_string();
    let lab = lab.map_err(|_| io::Error::other("the path of paragone is no Unicode text"))?;
    let told = serde_json::to_string(spec)?;
    let mut digest = Digest::default();
    digest.value(told.as_bytes());
    for path in files(spec) {
        digest.value(of_content(&path).as_bytes());
    }
    let unknown = Unknown::because("a command may start any number of programs");
    Ok(Program {
        argv: vec![lab, WORD.to_owned(), told],
        folder: spec.folder.clone(),
        artefact: digest.hex(),
        code: Err(unknown.clone()),
        growth: Err(unknown),
        cores: spec.cores,
        env: Vec::new(),
        files: Unchanged::default(),
    })
}

/// The first of a command's programs that is not here; nobody can know one whose name is yet to be filled.
pub fn missing(spec: &CommandSpec) -> Option<&str> {
    let named = [&spec.words, &spec.prepare, &spec.cleanup].into_iter().filter_map(|words| words.first());
    let mut fixed = named.filter(|word| !word.contains('{'));
    fixed.find(|word| found(word, &spec.folder).is_none()).map(String::as_str)
}

/// The programs, whatever files their words name, and standard input: a script or data that change make
/// another command.
fn files(spec: &CommandSpec) -> Vec<PathBuf> {
    let folder = &spec.folder;
    let of_words = |words: &[String]| {
        let program = words.first().and_then(|word| found(word, folder));
        let named = words.iter().skip(1).map(|word| folder.join(word));
        program.into_iter().chain(named).collect::<Vec<PathBuf>>()
    };
    let worded = [&spec.words, &spec.prepare, &spec.cleanup].into_iter().flat_map(|words| of_words(words));
    let input = spec.input.iter().map(|path| folder.join(path));
    worded.chain(input).filter(|path| path.is_file()).collect()
}

/// What tells a file from what it was before: its bytes, or, where they are many or are not ours to read
/// (as of a program that may only be run), what the folder knows of it.
fn of_content(path: &Path) -> String {
    /// Larger ones are data, and reading them would take longer than measuring.
    const LARGEST: u64 = 64 << 20;
    let about = path.metadata().ok();
    let is_small = about.as_ref().is_none_or(|about| about.len() <= LARGEST);
    let read = if is_small { of_file(path).ok() } else { None };
    let known = || about.map(|file| format!("{} {} {} {}", file.len(), file.mtime(), file.mtime_nsec(), file.ino()));
    read.or_else(known).unwrap_or_default()
}

/// A name with a slash starts at the folder that the command runs in.
fn found(word: &str, folder: &Path) -> Option<PathBuf> {
    if word.contains('/') { find(folder.join(word).to_str()?) } else { find(word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_changes_is_another_command() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("script");
        let mut spec = CommandSpec::plain(["sh", "script"].map(str::to_owned).to_vec(), "sh script".to_owned());
        spec.folder = folder.path().to_owned();
        let artefact = |text: &str| {
            std::fs::write(&script, text).unwrap();
            program(&spec).unwrap().artefact
        };
        let first = artefact("exit 0");
        assert_ne!(artefact("exit 1"), first);
        assert_eq!(artefact("exit 0"), first);
    }

    #[test]
    fn what_it_reads_and_what_stands_beside_it_count() {
        let folder = tempfile::tempdir().unwrap();
        let words = |text: &[&str]| text.iter().map(|&word| word.to_owned()).collect::<Vec<String>>();
        let plain =
            CommandSpec { folder: folder.path().to_owned(), ..CommandSpec::plain(words(&["cat"]), "cat".into()) };
        let input = CommandSpec { input: Some(folder.path().join("data")), ..plain.clone() };
        let prepare = CommandSpec { prepare: words(&["sh", "data"]), ..plain.clone() };
        let cleanup = CommandSpec { cleanup: words(&["sh", "data"]), ..plain.clone() };
        let all = [plain, input, prepare, cleanup];
        let artefacts = |text: &str| {
            std::fs::write(folder.path().join("data"), text).unwrap();
            all.iter().map(|spec| program(spec).unwrap().artefact).collect::<Vec<String>>()
        };
        let (one, two) = (artefacts("one"), artefacts("two"));
        let differ: Vec<bool> = one.iter().zip(&two).map(|(one, two)| one != two).collect();
        assert_eq!(differ, [false, true, true, true]);
        assert_eq!(artefacts("one"), one);
    }

    #[test]
    fn what_cannot_be_read_is_known_by_its_place() {
        // Nobody may read it, whoever this runs as, and it is there.
        let folder = tempfile::tempdir().unwrap();
        let told = of_content(folder.path());
        assert_eq!(told.split(' ').count(), 4);
        assert_eq!(of_content(&folder.path().join("absent")), "");
        std::fs::write(folder.path().join("data"), "").unwrap();
        assert_eq!(of_content(&folder.path().join("data")).len(), 64);
    }

    #[test]
    fn what_is_missing_is_named() {
        let spec =
            |words: &[&str]| CommandSpec::plain(words.iter().map(|&word| word.to_owned()).collect(), String::new());
        assert_eq!(missing(&spec(&["true"])), None);
        assert_eq!(missing(&spec(&["./absent"])), Some("./absent"));
        assert_eq!(missing(&spec(&["{which}"])), None);
    }
}
