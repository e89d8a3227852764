//! Every program of every toolchain is taken from PATH in turn: the run goes on with the others, and one
//! line names what is missing and how to get it.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use paragone::driver::{Toolchain, Toolchains};

use crate::fixtures::newcomer;
use crate::lab::{Lab, finished};

/// A driver that needs nothing but what is built already, so that no compiler's absence costs it.
const READY: &str = r#"
[ready]
check = ["sh", "-c", "echo ready 1"]
build = ["cp", "{sources}", "{program}"]
run = ["{program}"]
"#;

const DRIVER: &str = r#"
[[driver]]
language   = "ready"
name       = "lines"
sources    = ["ready/lines"]
implements = { lines = ["loop", "memchr"] }
"#;

/// A suite in one language, and beside it the driver that is always there.
fn suite(lab: &Lab, language: &str) {
    lab.out(&["new", language, "--languages", language]);
    lab.write("toolchains.toml", READY);
    let ready = lab.path(language).join("ready");
    fs::create_dir_all(&ready).unwrap();
    fs::copy(lab.path("lines"), ready.join("lines")).unwrap();
    let definition = lab.path(language).join("suite.toml");
    let text = fs::read_to_string(&definition).unwrap() + DRIVER;
    // What is missing could not be anybody's reference.
    fs::write(&definition, text.replace(&format!("\"{language}.loop\""), "\"ready.loop\"")).unwrap();
}

/// The C template's program, built while there still is a compiler.
fn ready(lab: &Lab) {
    lab.out(&["new", "template", "--languages", "c"]);
    let mut cc = Command::new("cc");
    cc.arg("-O2").arg("-I").arg(lab.path("template/sdk/c")).arg(lab.path("template/c/lines.c"));
    cc.arg(lab.path("template/sdk/c/paragone.c")).arg("-o").arg(lab.path("lines"));
    assert!(cc.status().unwrap().success());
}

/// A folder with links to all programs but one.
fn path_without(program: &str, folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    let mut seen = BTreeSet::from([std::ffi::OsString::from(program)]);
    let path = std::env::var_os("PATH").unwrap();
    for entry in std::env::split_paths(&path).filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten() {
        if seen.insert(entry.file_name()) {
            symlink(entry.path(), folder.join(entry.file_name())).unwrap();
        }
    }
}

/// What the driver of the language's template needs.
fn way<'a>(toolchains: &'a Toolchains, lab: &Lab, language: &str) -> &'a Toolchain {
    let manifest = fs::read_to_string(lab.path(language).join("suite.toml")).unwrap().contains("\nmanifest ");
    toolchains.way(language, manifest).unwrap()
}

#[test]
fn the_run_goes_on_and_the_notice_names_what_is_missing() {
    let lab = newcomer();
    ready(&lab);
    let toolchains = Toolchains::read(None).unwrap();
    for language in toolchains.written_languages() {
        suite(&lab, &language);
        let way = way(&toolchains, &lab, &language);
        for program in way.programs(None) {
            // What the driver that is always there needs as well.
            if ["sh", "cp"].contains(&program.as_str()) {
                continue;
            }
            path_without(&program, &lab.path("bin"));
            let mut command = lab.command(&["run", "--quick", "--rounds", "8", "--sizes", "64", "--json"]);
            command.current_dir(lab.path(&language)).env("PATH", lab.path("bin"));
            let said = finished(command);
            assert_eq!(said.code, Some(0), "{language} without {program}: {said:#?}");
            let end = format!("; skipped: {language}.lines");
            let notices: Vec<&str> = said.err.lines().filter_map(|line| line.strip_suffix(&end)).collect();
            let [notice] = notices[..] else { panic!("{language} without {program}: {said:#?}") };
            assert!(notice.contains(&format!("`{program}`")) && notice.contains(" not on PATH"), "{notice}");
            let package = way.package(&program).unwrap_or_else(|| panic!("{language}: no package brings {program}"));
            let advice = notice.split_once("apt-get install ").map(|(_, rest)| rest.trim_end_matches(')'));
            assert!(advice.is_some_and(|packages| packages.split(' ').any(|one| one == package)), "{notice}");
            let report = serde_json::from_str(&said.out).unwrap();
            let rows = crate::lab::rows(&report);
            assert!(rows.iter().all(|(_, row)| row["implementation"].as_str().unwrap().starts_with("ready.")));
            assert_eq!(rows.len(), 2, "{language} without {program}: {said:#?}");
            assert!(report["notices"].to_string().contains(&format!("`{program}`")), "{language}: {report:#}");
        }
    }
}
