//! From a command to the driver that serves it, and what stands for its program in a digest.

use std::io;
use std::path::{Path, PathBuf};

use crate::driver::command::child::find;
use crate::driver::command::serve::WORD;
use crate::driver::digest::{Digest, of_file};
use crate::driver::process::Program;
use crate::model::CommandSpec;

/// The driver of one command.
pub fn program(spec: &CommandSpec) -> io::Result<Program> {
    let lab = std::env::current_exe()?.into_os_string().into_string();
    let lab = lab.map_err(|_| io::Error::other("the path of paragone is no Unicode text"))?;
    let told = serde_json::to_string(spec)?;
    let mut digest = Digest::default();
    digest.value(told.as_bytes());
    for path in files(spec, &spec.folder) {
        digest.value(of_file(&path)?.as_bytes());
    }
    let argv = vec![lab, WORD.to_owned(), told];
    Ok(Program { argv, folder: spec.folder.clone(), artefact: digest.hex(), cores: spec.cores, env: Vec::new() })
}

/// The first of a command's programs that is not here; nobody can know one whose name is yet to be filled.
pub fn missing(spec: &CommandSpec) -> Option<&str> {
    let named = [&spec.words, &spec.prepare, &spec.cleanup].into_iter().filter_map(|words| words.first());
    let mut fixed = named.filter(|word| !word.contains('{'));
    fixed.find(|word| found(word, &spec.folder).is_none()).map(String::as_str)
}

/// The program, and whatever file its arguments name: a script that changes is another command.
fn files(spec: &CommandSpec, folder: &Path) -> Vec<PathBuf> {
    /// Larger ones are data, and reading them would take longer than measuring.
    const LARGEST: u64 = 64 << 20;
    let program = spec.words.first().and_then(|word| found(word, folder));
    let named = spec.words.iter().skip(1).map(|word| folder.join(word));
    let is_small = |path: &PathBuf| path.metadata().is_ok_and(|file| file.is_file() && file.len() <= LARGEST);
    program.into_iter().chain(named).filter(is_small).collect()
}

/// A name with a slash starts at the folder that the command runs in.
fn found(word: &str, folder: &Path) -> Option<PathBuf> {
    match word.contains('/') {
        true => find(folder.join(word).to_str()?),
        false => find(word),
    }
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
    fn what_is_missing_is_named() {
        let spec =
            |words: &[&str]| CommandSpec::plain(words.iter().map(|&word| word.to_owned()).collect(), String::new());
        assert_eq!(missing(&spec(&["true"])), None);
        assert_eq!(missing(&spec(&["./absent"])), Some("./absent"));
        assert_eq!(missing(&spec(&["{which}"])), None);
    }
}
