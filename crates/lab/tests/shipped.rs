//! The suites of this repository: each is whole, and the allocator that one of them brings keeps its promises. Whether
//! their answers are right is asked where minutes may be taken, in `long/shipped.rs`.
//!
//! In: the folder `suites`; out: a failed test with what `paragone check` said. It knows no suite but by its folder.

use std::path::{Path, PathBuf};
use std::process::Command;

fn suites() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites")
}

#[test]
fn every_suite_is_whole() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_paragone"));
    command.env_remove("PARAGONE_SDK").env_remove("PARAGONE_CONFIG");
    let output = command.args(["--suites", suites().to_str().unwrap(), "check"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_allocator_in_cpp_keeps_its_promises() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("stack_first");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shipped/stack_first.cpp");
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&program).arg(source);
    let Ok(made) = compiler.arg("-I").arg(suites().join("strings/cpp")).output() else {
        let is_demanded = std::env::var("PARAGONE_ALL_LANGUAGES").is_ok_and(|value| !value.is_empty());
        assert!(!is_demanded, "there is no compiler `c++`");
        return eprintln!("skipped: no compiler `c++`");
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let said = Command::new(&program).output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stdout));
}
