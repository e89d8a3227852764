//! `paragone verify`: answers without times.

use crate::lab::Lab;

#[test]
fn right_answers_are_counted_and_nothing_is_kept() {
    let lab = Lab::with_builds();
    let checked = lab.json(&["verify", "tiny/sum", "--full", "--json"]);
    for one in checked.as_array().unwrap() {
        assert_eq!((&one["benchmark"], one["answers"].as_u64()), (&"tiny/sum".into(), Some(5)), "{checked:#}");
        assert_eq!(one["faults"], serde_json::json!([]));
    }
    assert!(!lab.store().exists());
    let out = lab.out(&["verify", "tiny/sum", "--sizes", "7", "--implementations", "c.thrice"]);
    assert!(out.contains("tiny/sum/c.thrice") && out.contains("1 answers, all right"), "{out}");
}

#[test]
fn a_baseline_that_was_not_chosen_is_not_said_to_be_missing() {
    let said = Lab::with_builds().run(&["verify", "tiny/sum", "--sizes", "7", "--implementations", "c.thrice"]);
    assert_eq!(said.code, Some(0), "{said:#?}");
    assert!(said.err.contains("the baseline `c.once` was not chosen, so `c.thrice` takes its place"), "{}", said.err);
    assert!(!said.err.contains("cannot be built"), "{}", said.err);
}

#[test]
fn wrong_ones_are_shown_with_their_size() {
    let lab = Lab::with_builds();
    let said = lab.run(&["verify", "tiny/faulty"]);
    assert_eq!(said.code, Some(1), "{said:#?}");
    assert!(said.out.contains("at 100 B: wrong answer for"), "{}", said.out);
    assert!(said.out.contains("first difference at byte 0"), "{}", said.out);
    assert!(
        said.out.contains("at 100 B: died: signal 6 (SIGABRT: it gave up by itself) at `answer 0`"),
        "{}",
        said.out
    );
}
