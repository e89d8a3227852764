//! `paragone build`: drivers ahead of a run, and what cannot be built.

use std::fs;

use paragone::driver::{BuildTask, Toolchains, build};
use paragone::suite::read_suite;

use crate::lab::Lab;

#[test]
fn nothing_is_built_twice() {
    let lab = Lab::new();
    let out = lab.out(&["build", "tiny"]);
    assert!(out.contains("tiny/c.tiny: built in "), "{out}");
    assert!(
        out.contains("`paragone-test-no-such-compiler` is not on PATH; skipped: tiny/c.elsewhere@nowhere"),
        "{out}"
    );
    let out = lab.out(&["build", "tiny", "--implementations", "c.once"]);
    assert!(out.starts_with("tiny/c.tiny: unchanged, ") && !out.contains("skipped"), "{out}");
}

#[test]
fn a_changed_source_is_built_again() {
    let mut lab = Lab::new();
    let source = lab.own_suite("tiny").join("tiny.c");
    lab.out(&["build", "tiny"]);
    let text = fs::read_to_string(&source).unwrap();
    fs::write(&source, text + "/* Later. */\n").unwrap();
    assert!(lab.out(&["build", "tiny"]).contains("tiny/c.tiny: built in "));
}

#[test]
fn a_dry_run_builds_nothing() {
    let lab = Lab::new();
    let out = lab.out(&["build", "tiny/sum/c.once", "--dry-run"]);
    assert!(out.contains("tiny.c") && out.contains("paragone.c"), "{out}");
    assert!(!lab.path("cache").exists());
}

#[test]
fn what_the_compiler_said_is_shown_and_kept() {
    let lab = Lab::new();
    let said = lab.run(&["build", "unbuildable"]);
    assert_eq!(said.code, Some(3), "{said:#?}");
    assert!(said.out.contains("this source is broken on purpose") && said.out.contains("build.log"), "{}", said.out);
    assert!(said.out.contains("unbuildable/c.tiny: built in "), "{}", said.out);
}

#[test]
fn other_switches_of_the_same_program_are_another_thing_to_measure() {
    let mut lab = Lab::new();
    let folder = lab.own_suite("tiny");
    lab.write("own/toolchains.toml", RUNTIME);
    let path = folder.join("suite.toml");
    let builds = r#"builds = [
        { name = "plain" },
        { name = "same" },
        { name = "options", options = "-quick -o" },
        { name = "env", env = { A = "1" } },
        { name = "other-env", env = { A = "2" } },
    ]"#;
    let driver = format!(
        "\n[[driver]]\nlanguage = \"runtime\"\nname = \"r\"\nsources = [\"tiny.c\"]\n{builds}\nimplements = {{ sum = [\"r\"] }}\n"
    );
    fs::write(&path, fs::read_to_string(&path).unwrap() + &driver).unwrap();
    let toolchains = Toolchains::read(folder.parent()).unwrap();
    let suite = read_suite(&folder, &toolchains.languages()).unwrap();
    let spec = suite.drivers.last().unwrap();
    let made = |at: usize| {
        let (suite, build_of, toolchains, cache) = (&suite, &spec.builds[at], &toolchains, &lab.path("cache"));
        build(BuildTask { suite, spec, build: build_of, toolchains, cache }, &mut |_| {})
    };
    let made: Vec<_> = (0..5).map(|at| made(at).unwrap()).collect();
    assert_eq!(made[0].digest, made[1].digest);
    let different: std::collections::BTreeSet<&str> = made.iter().map(|built| built.digest.as_str()).collect();
    assert_eq!(different.len(), 4, "{made:#?}");
    assert_eq!(made[2].program[1..], ["-quick", "-o"]);
    assert_eq!(made[4].env, [("A".to_owned(), "2".to_owned())]);
}

/// Builds are the same file, whatever their names.
const RUNTIME: &str = r#"
[runtime]
check = ["sh", "-c", "echo 1"]
build = ["cp", "{sources}", "{program}"]
run = ["{program}", "{options}"]
"#;

#[test]
fn what_no_toolchain_can_do_is_found_by_check() {
    let mut lab = Lab::new();
    let path = lab.own_suite("tiny").join("suite.toml");
    let text = fs::read_to_string(&path).unwrap();
    let driver = "\n[[driver]]\nlanguage = \"c\"\nname = \"x\"\nsources = [\"tiny.c\"]\n\
                  builds = [{ options = \"-Xint\" }]\nimplements = { sum = [\"x\"] }\n";
    fs::write(&path, text + driver).unwrap();
    let said = lab.run(&["check"]);
    assert_eq!(said.code, Some(1), "{said:#?}");
    let told = "driver `c.x`: the build sets `options`, and the toolchain `c` has no place for it";
    assert!(said.out.contains(told) && said.out.contains("1 mistake in 1 of 1 suite"), "{}", said.out);
}
