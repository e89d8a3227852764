//! `paragone build`: drivers ahead of a run, and what cannot be built.

use std::fs;

use crate::lab::Lab;

#[test]
fn nothing_is_built_twice() {
    let lab = Lab::new();
    let out = lab.out(&["build", "tiny"]);
    assert!(out.contains("tiny/c.tiny: built in "), "{out}");
    assert!(out.contains("c.elsewhere@nowhere: skipped, `paragone-test-no-such-compiler` is not on PATH"), "{out}");
    let out = lab.out(&["build", "tiny", "--implementations", "c.once"]);
    assert!(out.starts_with("tiny/c.tiny: unchanged, "), "{out}");
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
