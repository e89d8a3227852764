//! Sentences over findings that are made up: each is read back and held against its tables.

mod read;
mod held;

pub(crate) use held::{refuted, shown_tables};

use super::{answer, same_code_answer};
use crate::model::specimen::finding;
use crate::model::{ComparisonFinding, Standing, Throughput, Verdict};
use crate::words::answer::phrase::Words;
use held::ShownTable;

pub(crate) fn tables_of(comparisons: &[ComparisonFinding], words: Words<'_>) -> Vec<ShownTable> {
    held::tables_of(comparisons, words.unit, words.are_commands)
}

/// Rows with their ratio to the first, and indices of the fastest: one, or several of which it is not known.
type Found = (&'static [(&'static str, f64)], &'static [usize]);

const X: Found = (&[("c.x", 1.0), ("rust.y", 1.05), ("c.z", 2.0)], &[0]);
const Y: Found = (&[("rust.y", 1.0), ("c.x", 1.12), ("c.z", 2.0)], &[0]);
const Z: Found = (&[("c.z", 1.0), ("rust.y", 1.12), ("c.x", 2.0)], &[0]);
const XY: Found = (&[("c.x", 1.0), ("rust.y", 1.05), ("c.z", 2.0)], &[0, 1]);
const NOBODY: Found = (&[("c.x", 1.0), ("rust.y", 1.05), ("c.z", 1.1)], &[0, 1, 2]);

fn told(comparisons: &[ComparisonFinding], words: Words<'_>) -> String {
    let text = answer(comparisons, words);
    let faults = refuted(&text, &tables_of(comparisons, words), 0.01);
    assert!(faults.is_empty(), "{text}\n{faults:#?}");
    text
}

/// Over 64 B, 128 B and so on.
fn found(found: &[Found]) -> Vec<ComparisonFinding> {
    let of = |(step, (rows, fastest)): (usize, &Found)| finding(64 << step, rows, fastest);
    found.iter().enumerate().map(of).collect()
}

fn over(these: &[Found]) -> String {
    told(&found(these), Words::with(&Throughput::of("byte")))
}

/// Makes a row as fast as the first within the margin, or in doubt beside it.
fn set(one: &mut ComparisonFinding, row: usize, standing: Standing, (ratio, low, high): (f64, f64, f64)) {
    one.rows[row].standing = Some(standing);
    one.rows[row].to_best = Some((ratio, low, high));
    one.fastest.retain(|index| *index != row);
    one.may_be_as_fast.retain(|index| *index != row);
    match standing {
        Standing::Fastest => one.fastest.push(row),
        Standing::MayBeAsFast => one.may_be_as_fast.push(row),
        Standing::Behind => {}
    }
}

#[test]
fn one_is_fastest_everywhere() {
    let further: Found = (&[("c.x", 1.0), ("rust.y", 1.12)], &[0]);
    assert_eq!(over(&[X, further]), "c.x is fastest at every size measured; the next takes 1.050x to 1.12x as long.");
    assert_eq!(over(&[X]), "c.x is fastest at 64 B; the next takes 1.050x as long.");
}

#[test]
fn who_is_not_known_yet_is_said_beside_who_is() {
    let mut one = found(&[X]);
    set(&mut one[0], 1, Standing::MayBeAsFast, (1.02, 1.0, 1.034));
    let words = Throughput::of("byte");
    assert_eq!(
        told(&one, Words::with(&words)),
        "c.x is fastest at 64 B (not known yet for rust.y: at most 1.034x as long); the next takes 2.00x as long."
    );
    set(&mut one[0], 1, Standing::Fastest, (1.002, 1.0, 1.004));
    assert_eq!(
        told(&one, Words::with(&words)),
        "c.x and rust.y are fastest at 64 B, the same within the margin; the next takes 2.00x as long."
    );
    set(&mut one[0], 2, Standing::Fastest, (1.002, 1.0, 1.004));
    assert_eq!(told(&one, Words::with(&words)), "All are the same within the margin at 64 B.");
}

#[test]
fn where_nobody_is_known_it_says_which_may_be() {
    assert_eq!(
        over(&[XY, XY]),
        "It is not known yet at every size measured which of c.x and rust.y is fastest (at most 1.061x as long); the \
         next takes 2.00x as long."
    );
    assert_eq!(
        over(&[NOBODY, NOBODY, NOBODY, X, X]),
        "c.x is fastest from 512 B on, where the next takes 1.050x as long; it is not known yet up to 256 B which of \
         c.x, c.z and rust.y is fastest (at most 1.12x as long)."
    );
}

#[test]
fn the_fastest_changes_once() {
    assert_eq!(
        over(&[X, X, Y, Y]),
        "c.x is fastest up to 128 B; rust.y is fastest from 256 B on (between these sizes nothing was measured)."
    );
    assert_eq!(
        over(&[X, X, NOBODY, NOBODY, Y, Y]),
        "c.x is fastest up to 128 B; rust.y is fastest from 1 KiB on; it is not known yet from 256 B to 512 B which of \
         c.x, c.z and rust.y is fastest (at most 1.12x as long)."
    );
}

#[test]
fn who_leads_or_may_over_neighbouring_sizes_is_told_with_a_bound() {
    assert_eq!(
        over(&[X, XY, X, XY, Y]),
        "c.x is fastest or may be up to 512 B (at most 1.010x as long); rust.y is fastest at 1 KiB (between these sizes \
         nothing was measured)."
    );
    assert_eq!(
        over(&[X, NOBODY, X, XY, Y, NOBODY, Y]),
        "c.x is fastest or may be up to 512 B (at most 1.010x as long); rust.y is fastest or may be from 1 KiB on (at most \
         1.061x as long) (between these sizes nothing was measured)."
    );
}

#[test]
fn many_changes_are_named_and_very_many_counted() {
    assert_eq!(
        over(&[X, Y, X, Y, X]),
        "The fastest changes over the 5 comparisons: c.x at 64 B, 256 B and 1 KiB; rust.y at 128 B and 512 B."
    );
    assert_eq!(
        over(&[X, Y, X, Z, NOBODY, Y, X, X, XY]),
        "The fastest changes over the 9 comparisons: c.x at 4 of them; rust.y at 2 of them; not known yet at 2 of them; \
         the table tells each."
    );
}

#[test]
fn comparisons_that_differ_in_a_parameter_are_named_by_it() {
    let with = |every: &str, (rows, fastest): Found| {
        let mut found = finding(1000, rows, fastest);
        found.params.insert("every".into(), every.into());
        found
    };
    let steps = Throughput::of("step");
    let words = Words::with(&steps);
    let mut found = vec![with("1", X), with("64", Y), with("none", Y)];
    assert_eq!(
        told(&found, words),
        "The fastest changes over the 3 comparisons: rust.y at every=64 and every=none; c.x at every=1."
    );
    found[0] = with("1", NOBODY);
    assert_eq!(
        told(&found, words),
        "Fastest, over the 3 comparisons: rust.y at every=64 and every=none; not known yet at every=1."
    );
    found[0] = with("1", Y);
    found[1].rows[2].verdict = Verdict::Wrong { text: String::new() };
    let text = told(&found, words);
    assert!(text.starts_with("rust.y is fastest in every comparison; "), "{text}");
    assert!(text.ends_with("c.z (wrong answers at 1 of 3 comparisons)."), "{text}");
}

#[test]
fn commands_are_called_by_their_names_alone() {
    let unit = Throughput::of("n=");
    let words = Words { unit: &unit, are_commands: true };
    assert_eq!(
        told(&found(&[X, X, Y]), words),
        "x is fastest up to n=128; y is fastest at n=256 (between these sizes nothing was measured)."
    );
    assert_eq!(
        told(&found(&[X]), words),
        "x runs 1.05x as fast as y (1.03 to 1.07), 2.00x as fast as z (1.98 to 2.02)."
    );
    let mut raced = found(&[X]);
    raced[0].rows[2].raced = true;
    assert_eq!(told(&raced, words), "x runs 1.05x as fast as y (1.03 to 1.07), at least 1.98x as fast as z.");
}

#[test]
fn nothing_is_said_where_nothing_is_known() {
    assert_eq!(over(&[]), "Nothing can be said: nothing was measured.");
    assert_eq!(over(&[(&[("c.x", 1.0)], &[0])]), "c.x alone has times at 64 B: there is nothing to compare it with.");
}

#[test]
fn wrong_answers_and_failures_are_in_the_second_sentence() {
    let mut both = found(&[X, X]);
    both[0].rows[2].times = None;
    both[0].rows[2].verdict = Verdict::Wrong { text: String::new() };
    let text = told(&both, Words::with(&Throughput::of("byte")));
    assert!(text.ends_with(" as long. No time for c.z (wrong answers at 1 of 2 sizes)."), "{text}");
}

#[test]
fn a_sentence_that_its_table_refutes_is_found_out() {
    let tables = tables_of(&found(&[X, Y]), Words::with(&Throughput::of("byte")));
    let lies = [
        "c.x is fastest at every size measured; the next takes 1.05x as long.",
        "c.x and rust.y are fastest at 64 B, the same within the margin.",
        "c.x is fastest up to 64 B; it is not known yet at 128 B which of c.x and rust.y is fastest (at most 1.2x as long).",
        "c.x is fastest at 64 B; rust.y is fastest at 128 B; the next takes 1.9x as long.",
        "The fastest changes over the 2 comparisons: c.x at 64 B and 128 B.",
        "All are the same within the margin at 64 B.",
        "c.z is fastest or may be at every size measured (at most 1.5x as long).",
        "c.x and c.z are fastest and cannot be told apart.",
        "Use c.x at every size measured, from 64 B to 128 B.",
        "At 64 B: rust.y has the best depth, 40 frames in each of 5 trials; the next, c.x, has 0.80x as much.",
        "At 128 B: It is not known yet which of rust.y and c.x has the best depth: too few trials to tell.",
        "At 64 B: All have the same depth within the margin, 30 frames in each of 5 trials.",
    ];
    for lie in lies {
        assert!(!refuted(lie, &tables, 0.01).is_empty(), "{lie}");
    }
    let undecided = tables_of(&found(&[NOBODY]), Words::with(&Throughput::of("byte")));
    for lie in [
        "It is not known yet at 64 B which of c.x and rust.y is fastest (at most 1.2x as long).",
        "c.x is fastest at 64 B (not known yet for rust.y: at most 1.2x as long).",
    ] {
        assert!(!refuted(lie, &undecided, 0.01).is_empty(), "{lie}");
    }
    // Whoever is slower than somebody beside the baseline is behind the fastest.
    let mut proven = undecided.clone();
    (proven[0].rows[0].to_baseline, proven[0].rows[2].to_baseline) = (Some((0.9, 1.0)), Some((1.1, 1.2)));
    let text = "It is not known yet at 64 B which of c.x, rust.y and c.z is fastest (at most 1.2x as long).";
    assert_eq!(refuted(text, &undecided, 0.01), [""; 0]);
    assert!(!refuted(text, &proven, 0.01).is_empty());
    let mut wrong = tables.clone();
    wrong[0].rows[2].fastest = true;
    assert!(!refuted("rust.y is fastest at 128 B.", &wrong, 0.01).is_empty());
}

/// Of versions that nobody measured there is no table to be held against.
#[test]
fn the_same_code_is_read_and_names_nobody() {
    let text = same_code_answer(&["rust.a".to_owned(), "rust.b".to_owned()], "1234567");
    assert_eq!(text, "rust.a, rust.b is the same code as at 1234567: nothing to measure.");
    assert_eq!(refuted(&text, &[], 0.01), [""; 0]);
}
