//! `paragone new`: an empty folder, as a newcomer has it, and a suite in each language that runs at once.

use crate::fixtures::{files, inside, newcomer};

#[test]
fn what_is_there_is_never_touched() {
    let lab = newcomer();
    lab.write("full/notes", "mine");
    let err = lab.fails(2, &["new", "full"]);
    assert!(err.contains("is not empty: it has `notes`; name a folder that is empty or new"), "{err}");
    assert_eq!(files(&lab.path("full")), ["notes"]);
    let err = lab.fails(2, &["new", "full/notes"]);
    assert!(err.contains("is there and no folder"), "{err}");
    // A repository that has just been begun, and the folder where one stands.
    lab.write("begun/.git/HEAD", "");
    let said = inside(&lab, "begun", &["new", ".", "-l", "c"]);
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert!(said.out.ends_with("next:\n  paragone run --quick\n"), "{}", said.out);
    let err = inside(&lab, "begun", &["new", "."]).err;
    assert!(err.contains("`README.md`, `c`, `lines.txt`"), "{err}");
}

#[test]
fn languages_have_other_names_and_slips_are_understood() {
    let lab = newcomer();
    let out = lab.out(&["new", "some", "--languages", "JS, c++,js"]);
    assert!(out.starts_with("wrote a suite for javascript and cpp into `some`"), "{out}");
    let err = lab.fails(2, &["new", "other", "--languages", "c,pyhton"]);
    assert!(err.contains("no SDK for the language `pyhton`; did you mean `python`? There is one for rust, c"), "{err}");
    let err = lab.fails(2, &["new", "other", "--languages", "cobol"]);
    assert!(err.contains("no SDK for the language `cobol`; there is one for rust, c"), "{err}");
    let err = lab.fails(2, &["new", "My Suite"]);
    assert!(err.contains("`My Suite` is no suite's name; use a-z 0-9 _ + -"), "{err}");
    assert!(!lab.path("other").exists() && !lab.path("My Suite").exists());
}
