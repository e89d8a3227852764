//! Labs that several files of tests begin with: a newcomer's, and one whose driver claims its times.

use std::fs;
use std::path::Path;

use crate::lab::{Lab, Said, finished};

/// Of a driver that claims times, and takes none.
const TOOLCHAINS: &str = r#"
[pretended]
check = ["cc", "--version"]
build = ["cc", "-O1", "-o", "{program}", "{sources}"]
run = ["{program}"]
"#;

/// A lab that has no suites but those that are made: its folder is the newcomer's.
pub(crate) fn newcomer() -> Lab {
    let mut lab = Lab::new();
    lab.set("PARAGONE_SUITES", "");
    lab
}

/// Runs a command in a folder of Paragone's.
pub(crate) fn inside(lab: &Lab, folder: &str, words: &[&str]) -> Said {
    let mut command = lab.command(words);
    command.current_dir(lab.path(folder));
    finished(command)
}

/// A lab with one suite, whose driver claims times; and what else toolchains.toml says of it.
pub(crate) fn played(name: &str, text: &str, more: &str) -> Lab {
    let mut lab = Lab::new();
    lab.write("own/toolchains.toml", &format!("{TOOLCHAINS}{more}"));
    let suite = lab.write(&format!("own/{name}/suite.toml"), text);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drivers/warming.c");
    fs::copy(source, suite.with_file_name("warming.c")).unwrap();
    lab.set("PARAGONE_SUITES", lab.path("own"));
    lab
}

/// Every file below a folder, by its path in it.
pub(crate) fn files(folder: &Path) -> Vec<String> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path.strip_prefix(folder).unwrap().display().to_string()),
            }
        }
    }
    found.sort();
    found
}
