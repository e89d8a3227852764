//! From the source of the library that counts mallocs to the library, made once for each compiler.
//!
//! It knows compilers and files; what the library counts, `heap` reads.

use std::fs;
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};
use tempfile::Builder;

use crate::driver::find_program;
use crate::model::Unknown;

const SOURCE: &str = include_str!("../../preload/heap.c");

const FLAGS: [&str; 3] = ["-O2", "-fPIC", "-shared"];

/// The first that is on PATH.
const COMPILERS: [&str; 3] = ["cc", "gcc", "clang"];

const INSTALL: &str = "install one: `apt-get install build-essential`";

/// The library that is loaded into a process before all others, and counts what it asks of malloc.
#[derive(Clone, Copy, Debug)]
pub struct HeapLibrary;

impl HeapLibrary {
    /// Its file, below `<cache>/preload`; compiled, where this compiler has not done so before.
    pub fn ready(cache: &Path) -> Result<PathBuf, Unknown> {
        if !cfg!(target_os = "linux") {
            return Err(Unknown::because("mallocs are counted beside glibc, and this system has another C library"));
        }
        let compiler = COMPILERS.into_iter().find_map(find_program);
        let compiler = compiler.ok_or_else(|| {
            Unknown::unless("the library that counts mallocs needs a C compiler, and none is on PATH", INSTALL)
        })?;
        made(&compiler, cache)
    }

    /// Where libraries lie below a cache. A process that has loaded one keeps it until its end, whoever removes it.
    pub fn folder(cache: &Path) -> PathBuf {
        cache.join("preload")
    }
}

fn made(compiler: &Path, cache: &Path) -> Result<PathBuf, Unknown> {
    let folder = std::path::absolute(HeapLibrary::folder(cache)).map_err(|err| no_file(cache, &err))?;
    // The dynamic linker takes these for the end of a name, and has no way to write them.
    if folder.to_str().is_none_or(|path| path.contains([' ', ':', '\t', '\n'])) {
        return Err(Unknown::unless(
            format!("a library in `{}` cannot be preloaded, because of the letters of its path", folder.display()),
            "name a folder without spaces and colons in PARAGONE_CACHE",
        ));
    }
    let path = folder.join(format!("heap-{}.so", digest(compiler)));
    match path.is_file() {
        true => Ok(path),
        false => compile(compiler, &folder, &path).map(|()| path),
    }
}

/// Of all that goes in. A compiler is known by its file: asking it for its version takes longer.
fn digest(compiler: &Path) -> String {
    let compiler = fs::canonicalize(compiler).unwrap_or_else(|_| compiler.to_owned());
    let about = fs::metadata(&compiler).map(|about| (about.len(), about.mtime(), about.mtime_nsec())).ok();
    let mut digest = Sha256::new();
    digest.update(SOURCE);
    digest.update(format!("{FLAGS:?} {compiler:?} {about:?} {}", std::env::consts::ARCH));
    digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Made beside its place and then put there, so that two labs at once find a whole library or none.
fn compile(compiler: &Path, folder: &Path, path: &Path) -> Result<(), Unknown> {
    let fault = |err: std::io::Error| no_file(folder, &err);
    fs::create_dir_all(folder).map_err(fault)?;
    let draft = Builder::new().prefix("heap-").suffix(".draft").tempfile_in(folder).map_err(fault)?;
    let mut source = Builder::new().prefix("heap-").suffix(".c").tempfile_in(folder).map_err(fault)?;
    source.write_all(SOURCE.as_bytes()).map_err(fault)?;
    let mut command = Command::new(compiler);
    command.args(FLAGS).arg("-o").arg(draft.path()).arg(source.path()).arg("-ldl").stdin(Stdio::null());
    let done = command.output().map_err(|err| not_compiled(compiler, &err.to_string()))?;
    if !done.status.success() {
        return Err(not_compiled(compiler, &String::from_utf8_lossy(&done.stderr)));
    }
    draft.persist(path).map(drop).map_err(|err| fault(err.error))
}

fn no_file(folder: &Path, err: &std::io::Error) -> Unknown {
    Unknown::unless(
        format!("the library that counts mallocs cannot be kept in `{}`: {err}", folder.display()),
        "name another folder in PARAGONE_CACHE",
    )
}

/// With the first line that tells of an error.
fn not_compiled(compiler: &Path, said: &str) -> Unknown {
    let line = said.lines().find(|line| line.contains("error")).or(said.lines().next()).unwrap_or("it said nothing");
    let (compiler, line) = (compiler.display(), line.trim());
    Unknown::unless(
        format!("`{compiler}` could not make the library that counts mallocs: {line}"),
        "it takes a C compiler with the headers of glibc: `apt-get install build-essential`",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{command, keeper};

    /// A compiler that does as a script says; `$OUT` is what it should make. Written by another process: a file
    /// that this one has open for writing may be open in a fork of it, and then cannot be started.
    fn pretended(folder: &Path, script: &str) -> PathBuf {
        let path = folder.join("cc");
        let text = format!("#!/bin/sh\nwhile [ $# -gt 0 ]; do [ $1 = -o ] && OUT=$2; shift; done\n{script}\n");
        let write = r#"printf %s "$1" > "$0" && chmod +x "$0""#;
        assert!(Command::new("sh").args(["-c", write]).arg(&path).arg(text).status().unwrap().success());
        path
    }

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    #[test]
    fn a_library_is_made_once_for_each_compiler() {
        let folder = tempfile::tempdir().unwrap();
        let calls = folder.path().join("calls");
        let compiler = pretended(folder.path(), &format!("echo x >> {}; echo made > $OUT", calls.display()));
        let cache = folder.path().join("cache");
        let first = made(&compiler, &cache).unwrap();
        assert_eq!(made(&compiler, &cache), Ok(first.clone()));
        assert_eq!(fs::read_to_string(&first).unwrap(), "made\n");
        assert_eq!(fs::read_to_string(&calls).unwrap(), "x\n");
        pretended(folder.path(), "echo otherwise > $OUT");
        let second = made(&compiler, &cache).unwrap();
        assert_ne!(second, first);
        assert_eq!(fs::read_to_string(&second).unwrap(), "otherwise\n");
        // Neither source nor draft is left.
        assert_eq!(names(&cache.join("preload")).len(), 2);
    }

    #[test]
    fn a_compiler_that_fails_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let compiler =
            pretended(folder.path(), "echo half > $OUT; echo heap.c: in short >&2; echo error: no glibc >&2; exit 1");
        let unknown = made(&compiler, folder.path()).unwrap_err();
        assert!(
            unknown.why.ends_with("could not make the library that counts mallocs: error: no glibc"),
            "{unknown:?}"
        );
        assert!(unknown.remedy.unwrap().contains("build-essential"));
        assert!(names(&folder.path().join("preload")).is_empty());
        let unknown = made(Path::new("/no/such/cc"), folder.path()).unwrap_err();
        assert!(unknown.why.contains("`/no/such/cc`"), "{unknown:?}");
    }

    #[test]
    fn a_path_that_cannot_be_preloaded_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let compiler = pretended(folder.path(), "echo made > $OUT");
        for name in ["two words", "a:b"] {
            let unknown = made(&compiler, &folder.path().join(name)).unwrap_err();
            assert!(unknown.remedy.unwrap().contains("PARAGONE_CACHE"), "{}", unknown.why);
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let compiler = pretended(folder.path(), "echo made > $OUT");
        fs::write(folder.path().join("preload"), "a file").unwrap();
        assert!(made(&compiler, folder.path()).unwrap_err().why.contains("cannot be kept in"));
    }

    #[test]
    fn the_labs_own_processes_are_known_by_their_words() {
        for word in [keeper::WORD, command::WORD] {
            assert!(SOURCE.contains(&format!("strcmp(words[1], \"{word}\")")), "{word}");
        }
    }
}
