//! Whether two programs load the same shared libraries: the programs in, an error that names one that is another out.
//!
//! Both name the same ones, or they differ already. On one machine a name means one file, unless the program says where
//! to look and something of its own build lies there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH};

use crate::driver::layout::told_to_the_loader;
use crate::driver::same_code::loaded::loaded_alike;
use crate::driver::same_code::program_file::ProgramFile;

/// With the program, those count that lie beside it: it may open them by itself.
pub(super) fn alike(before: &ProgramFile, today: &ProgramFile) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    both(before, today, &mut seen)?;
    let [old, new] = [before, today].map(|program| beside(&program.path));
    if old.iter().filter_map(|path| path.file_name()).ne(new.iter().filter_map(|path| path.file_name())) {
        return Err("other shared libraries lie beside its program".to_owned());
    }
    old.iter().zip(&new).try_for_each(|(old, new)| one(old, new, &mut seen))
}

fn both(before: &ProgramFile, today: &ProgramFile, seen: &mut BTreeSet<PathBuf>) -> Result<(), String> {
    let (old, new) = (needed(before), needed(today));
    if old.iter().map(|(name, _)| name).ne(new.iter().map(|(name, _)| name)) {
        return Err("it loads other shared libraries".to_owned());
    }
    for ((name, old), (_, new)) in old.iter().zip(&new) {
        match (old, new) {
            (None, None) => {}
            (Some(old), Some(new)) if old == new => {}
            (Some(old), Some(new)) => one(old, new, seen)?,
            _ => return Err(format!("it loads `{name}` from elsewhere")),
        }
    }
    Ok(())
}

fn one(old: &Path, new: &Path, seen: &mut BTreeSet<PathBuf>) -> Result<(), String> {
    // Libraries may need each other.
    if !seen.insert(new.to_owned()) {
        return Ok(());
    }
    let name = new.file_name().unwrap_or_default().to_string_lossy();
    let (Some(old), Some(new)) = (ProgramFile::read(old), ProgramFile::read(new)) else {
        let read = |path: &Path| std::fs::read(path).ok();
        let same = read(old).is_some_and(|bytes| Some(bytes) == read(new));
        return if same { Ok(()) } else { Err(format!("its shared library `{name}` changed")) };
    };
    let same = old.file().zip(new.file()).is_some_and(|(old, new)| loaded_alike(&old, &new).is_ok());
    if same { both(&old, &new, seen) } else { Err(format!("its shared library `{name}` changed")) }
}

/// Shared libraries in the folder of a program, by name.
fn beside(program: &Path) -> BTreeSet<PathBuf> {
    let folder = program.parent().and_then(|folder| folder.read_dir().ok());
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.is_file() && (name.ends_with(".so") || name.contains(".so."))
    };
    folder.into_iter().flatten().flatten().map(|entry| entry.path()).filter(is_library).collect()
}

/// Names of libraries in their order, and where the program itself says that they lie.
fn needed(program: &ProgramFile) -> Vec<(String, Option<PathBuf>)> {
    let origin = program.path.parent().unwrap_or(Path::new("")).display().to_string();
    let folders: Vec<PathBuf> = told_to_the_loader(&program.bytes, &[DT_RUNPATH, DT_RPATH])
        .iter()
        .flat_map(|paths| paths.split(':'))
        .map(|path| PathBuf::from(path.replace("${ORIGIN}", &origin).replace("$ORIGIN", &origin)))
        .collect();
    let lies = |name: &str| match name.contains('/') {
        true => Some(PathBuf::from(name)),
        false => folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file()),
    };
    let names = told_to_the_loader(&program.bytes, &[DT_NEEDED]);
    names.into_iter().map(|name| (name.clone(), lies(&name))).collect()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// A program with a library of its own beside it.
    fn built(folder: &Path, factor: u32, comment: &str) -> ProgramFile {
        std::fs::create_dir_all(folder).unwrap();
        let write = |name: &str, text: String| std::fs::write(folder.join(name), text).unwrap();
        write("part.c", format!("{comment}\nint part(int a) {{ return a * {factor}; }}\n"));
        write("a.c", "int part(int);\nint main(int n, char **v) { (void)v; return part(n); }\n".to_owned());
        let run =
            |words: &[&str]| assert!(Command::new("cc").current_dir(folder).args(words).status().unwrap().success());
        run(&["-shared", "-fPIC", "-O2", "-o", "libpart.so", "part.c"]);
        run(&["-O2", "-o", "a", "a.c", "-L.", "-lpart", "-Wl,-rpath,$ORIGIN"]);
        ProgramFile::read(&folder.join("a")).unwrap()
    }

    #[test]
    fn a_library_that_is_built_with_a_program_is_a_part_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let of = |name: &str, factor, comment| built(&folder.path().join(name), factor, comment);
        let first = of("first", 3, "");
        assert_eq!(needed(&first)[0].1.as_deref(), Some(&*folder.path().join("first/libpart.so")));
        assert_eq!(alike(&first, &of("comment", 3, "/* a comment */")), Ok(()));
        assert_eq!(alike(&first, &of("other", 5, "")), Err("its shared library `libpart.so` changed".to_owned()));
    }
}
