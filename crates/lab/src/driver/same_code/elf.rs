//! Two programs of machine code in, whether they and the libraries with them are the same out, and else which functions
//! changed.

use crate::driver::same_code::loaded::loaded_alike;
use crate::driver::same_code::program_file::ProgramFile;
use crate::driver::same_code::{functions, libraries};
use crate::model::CodeChange;

/// What became of a program, and of the libraries that lie with it.
pub(super) fn change(before: &ProgramFile, today: &ProgramFile) -> CodeChange {
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
            let other = ProgramFile { path: first.path.clone(), bytes };
            let _ = change(&first, &other);
            let cut = ProgramFile { path: first.path.clone(), bytes: first.bytes[..at].to_vec() };
            assert_ne!(change(&first, &cut), CodeChange::Same);
        }
        assert!(ProgramFile::read(Path::new("/nowhere/at-all")).is_none());
    }
}
