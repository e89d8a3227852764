//! The findings of a benchmark over its sizes in, the answer in one or two sentences out.
//!
//! A sentence claims only what was measured: nothing between two sizes, nothing beyond them.

use std::collections::BTreeSet;

use super::answer_by_size::answer_by_size;
use super::phrase::{Words, listed, longer, places, some, spot};
use super::versus::versus;
use crate::model::unit;
use crate::model::{Choice, ComparisonFinding, Row, Verdict};

/// Groups of comparisons that a sentence still counts.
const MOST_GROUPS: usize = 3;
/// Comparisons that a sentence still names one by one where sizes make no line of them.
const MOST_SPOTS: usize = 6;

/// Said where the fastest changes: the change itself lies somewhere in a gap.
pub(super) const BETWEEN: &str = " (between these sizes nothing was measured)";

/// What one comparison says on who is fastest, by the names that a sentence gives them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Says {
    /// One, or several that cannot be told apart and are ahead of somebody.
    Fastest(Vec<String>),
    /// Nobody is ahead of anybody, and each is the same as the best within the margin.
    AllSame,
    /// Nobody is ahead of anybody, and there is not enough data or too much noise to say more.
    Undecided,
    /// One alone has a time.
    Alone(String),
    /// Nobody has a time.
    Nothing,
}

/// The answer over the comparisons of a benchmark, which are sorted by size.
pub(crate) fn answer(comparisons: &[ComparisonFinding], words: Words<'_>) -> String {
    let says: Vec<Says> = comparisons.iter().map(|one| says(one, words)).collect();
    let first = match comparisons {
        [one] if words.are_commands => versus(one),
        _ => None,
    };
    let first = first.unwrap_or_else(|| first_sentence(comparisons, &says, words));
    match failures(comparisons, words) {
        Some(second) => format!("{first} {second}"),
        None => first,
    }
}

/// The same where the change of lead was followed between the sizes.
pub(crate) fn chosen_answer(choice: &Choice, comparisons: &[ComparisonFinding], words: Words<'_>) -> String {
    failures(comparisons, words).map_or(choice.text.clone(), |second| format!("{} {second}", choice.text))
}

/// The same where no time means anything.
pub(crate) fn emulated_answer(comparisons: &[ComparisonFinding], words: Words<'_>) -> String {
    let first = "Emulated: times mean nothing, so nobody is called the fastest.";
    failures(comparisons, words).map_or(first.to_owned(), |second| format!("{first} {second}"))
}

fn first_sentence(comparisons: &[ComparisonFinding], says: &[Says], words: Words<'_>) -> String {
    let Some(one) = says.first() else { return "Nothing can be said: nothing was measured.".into() };
    if says.iter().all(|other| other == one) {
        return sentence_for_all(one, comparisons, &everywhere(comparisons, words));
    }
    let sentence = if by_size(comparisons) { answer_by_size(comparisons, says, words) } else { None };
    sentence.unwrap_or_else(|| counted(comparisons, says, words))
}

pub(super) fn says(comparison: &ComparisonFinding, words: Words<'_>) -> Says {
    let timed: Vec<&Row> = comparison.rows.iter().filter(|row| row.times.is_some()).collect();
    let fastest = comparison.fastest.iter().filter_map(|index| comparison.rows.get(*index));
    let names: Vec<String> = fastest.map(|row| words.name(&row.implementation)).collect();
    match timed.as_slice() {
        [] => Says::Nothing,
        [alone] => Says::Alone(words.name(&alone.implementation)),
        _ if names.is_empty() => Says::Nothing,
        _ if names.len() < timed.len() => {
            let mut names = names;
            names.sort();
            Says::Fastest(names)
        }
        all if all.iter().all(|row| matches!(row.verdict, Verdict::Baseline | Verdict::Same { .. })) => Says::AllSame,
        _ => Says::Undecided,
    }
}

/// Whether comparisons differ in their size alone.
fn by_size(comparisons: &[ComparisonFinding]) -> bool {
    comparisons.iter().map(|comparison| &comparison.params).collect::<BTreeSet<_>>().len() <= 1
}

/// `at every size measured`, or the one size.
fn everywhere(comparisons: &[ComparisonFinding], words: Words<'_>) -> String {
    match comparisons {
        [one] => format!("at {}", words.size(one.size)),
        _ if by_size(comparisons) => "at every size measured".into(),
        _ => "in every comparison".into(),
    }
}

/// Behind a `nothing`.
fn anywhere(place: &str) -> String {
    place.replace("every", "any")
}

fn sentence_for_all(says: &Says, comparisons: &[ComparisonFinding], place: &str) -> String {
    match says {
        Says::Fastest(names) => match names.as_slice() {
            [one] => {
                let gaps: Vec<f64> = comparisons.iter().filter_map(|comparison| comparison.gap).collect();
                let behind = longer(&gaps).map_or(String::new(), |longer| format!("; the next takes {longer}"));
                format!("{one} is fastest {place}{behind}.")
            }
            several => {
                let ahead = match least_lead(comparisons) {
                    Some(least) => format!("the others take at least {}", unit::longer(least)),
                    None => "the others are behind".into(),
                };
                format!("{} cannot be told apart {place}; {ahead}.", some(several))
            }
        },
        Says::AllSame => format!("All are the same within the margin {place}."),
        Says::Undecided => format!("Nothing can be said {}: {}.", anywhere(place), why_undecided(comparisons)),
        Says::Alone(alone) => format!("{alone} alone has times {place}: there is nothing to compare it with."),
        Says::Nothing => format!("Nothing can be said {}: nobody has a time.", anywhere(place)),
    }
}

/// By how much those behind the fastest set take longer at least, over all sizes: the lower ends
/// of their intervals; `None` where these do not exclude being level.
fn least_lead(comparisons: &[ComparisonFinding]) -> Option<f64> {
    let behind = comparisons.iter().flat_map(|comparison| {
        let rows = comparison.rows.iter().enumerate();
        rows.filter(|(index, _)| !comparison.fastest.contains(index)).filter_map(|(_, row)| row.to_best)
    });
    behind.map(|(_, low, _)| low - 1.0).min_by(f64::total_cmp).filter(|least| *least > 0.0)
}

fn why_undecided(comparisons: &[ComparisonFinding]) -> &'static str {
    let mut rows = comparisons.iter().flat_map(|comparison| &comparison.rows);
    if rows.any(|row| matches!(row.verdict, Verdict::Unreliable { .. })) {
        "two processes of the same program differ by more than the margin here"
    } else {
        "there is not enough data to tell them apart"
    }
}

/// `The fastest changes over the 3 comparisons: c.x at level=1 and level=9; rust.y at level=6.` Where
/// there are too many to be named, how many it is fastest at; and of many groups the largest.
fn counted(comparisons: &[ComparisonFinding], says: &[Says], words: Words<'_>) -> String {
    let mut groups: Vec<(&Says, Vec<usize>)> = Vec::new();
    for (index, one) in says.iter().enumerate() {
        match groups.iter_mut().find(|(of, _)| *of == one) {
            Some((_, at)) => at.push(index),
            None => groups.push((one, vec![index])),
        }
    }
    groups.sort_by_key(|(_, at)| std::cmp::Reverse(at.len()));
    let name = |says: &Says| match says {
        Says::Fastest(names) => some(names),
        Says::AllSame => "all the same".into(),
        Says::Undecided => "nobody told apart".into(),
        Says::Alone(alone) => format!("{alone} alone"),
        Says::Nothing => "nobody".into(),
    };
    let spots = |at: &[usize]| match says.len() {
        ..=MOST_SPOTS => {
            let spots: Vec<String> =
                at.iter().map(|index| spot(&comparisons[*index], comparisons, words.unit)).collect();
            listed(&spots)
        }
        _ => format!("{} of them", at.len()),
    };
    let more = says.len() > MOST_SPOTS || groups.len() > MOST_GROUPS;
    let parts = groups.iter().take(MOST_GROUPS).map(|(says, at)| format!("{} at {}", name(says), spots(at)));
    let parts: Vec<String> = parts.chain(more.then(|| "the table tells each".to_owned())).collect();
    format!("The fastest changes over the {} comparisons: {}.", says.len(), parts.join("; "))
}

/// `No time for c.bad (wrong answers at 3 of 9 sizes), c.gone (failed at every size).`
pub(super) fn failures(comparisons: &[ComparisonFinding], words: Words<'_>) -> Option<String> {
    let mut lost: Vec<(String, &str, usize)> = Vec::new();
    for row in comparisons.iter().flat_map(|comparison| &comparison.rows) {
        let how = match row.verdict {
            Verdict::Wrong { .. } => "wrong answers",
            Verdict::Failed { .. } => "failed",
            _ => continue,
        };
        let name = words.name(&row.implementation);
        match lost.iter_mut().find(|(of, with, _)| (of, *with) == (&name, how)) {
            Some((_, _, count)) => *count += 1,
            None => lost.push((name, how, 1)),
        }
    }
    let part = |(name, how, count): &(String, &str, usize)| {
        format!("{name} ({how} at {})", places(*count, comparisons.len(), by_size(comparisons)))
    };
    (!lost.is_empty()).then(|| format!("No time for {}.", lost.iter().map(part).collect::<Vec<_>>().join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::stage::finding;
    use crate::model::Throughput;

    /// Size, rows with their ratio to the best, indices of the fastest.
    type Found = (u64, &'static [(&'static str, f64)], &'static [usize]);

    fn over(found: &[Found]) -> String {
        let comparisons: Vec<_> = found.iter().map(|(size, rows, fastest)| finding(*size, rows, fastest)).collect();
        answer(&comparisons, Words::with(&Throughput::of("byte")))
    }

    const X_AHEAD: &[(&str, f64)] = &[("c.x", 1.0), ("rust.y", 1.05), ("c.z", 2.0)];
    const Y_AHEAD: &[(&str, f64)] = &[("rust.y", 1.0), ("c.x", 1.12), ("c.z", 2.0)];

    #[test]
    fn one_is_fastest_everywhere() {
        let further: &[(&str, f64)] = &[("c.x", 1.0), ("rust.y", 1.12)];
        assert_eq!(
            over(&[(64, X_AHEAD, &[0]), (4096, further, &[0])]),
            "c.x is fastest at every size measured; the next takes 5.0 to 12 % longer."
        );
        assert_eq!(over(&[(4096, X_AHEAD, &[0])]), "c.x is fastest at 4 KiB; the next takes 5.0 % longer.");
    }

    #[test]
    fn the_fastest_changes_once() {
        assert_eq!(
            over(&[(64, X_AHEAD, &[0]), (1024, X_AHEAD, &[0]), (4096, Y_AHEAD, &[0]), (65536, Y_AHEAD, &[0])]),
            "c.x is fastest up to 1 KiB; rust.y is fastest from 4 KiB on (between these sizes nothing was measured)."
        );
    }

    #[test]
    fn two_cannot_be_told_apart_and_are_ahead() {
        assert_eq!(
            over(&[(64, X_AHEAD, &[0, 1]), (4096, Y_AHEAD, &[0, 1])]),
            "c.x and rust.y cannot be told apart at every size measured; the others take at least 98 % longer."
        );
    }

    #[test]
    fn in_between_they_cannot_be_told_apart() {
        assert_eq!(
            over(&[(64, X_AHEAD, &[0]), (1024, X_AHEAD, &[0, 1]), (4096, Y_AHEAD, &[0])]),
            "c.x is fastest at 64 B; at 1 KiB c.x and rust.y are fastest and cannot be told apart; rust.y is fastest at 4 KiB (between these sizes nothing was measured)."
        );
    }

    #[test]
    fn who_stays_among_the_fastest_leads() {
        let sets: [(&[usize], _); 5] =
            [(&[0], X_AHEAD), (&[0, 1], X_AHEAD), (&[0], X_AHEAD), (&[0, 1], X_AHEAD), (&[0], Y_AHEAD)];
        let found: Vec<Found> =
            sets.iter().enumerate().map(|(step, (set, ahead))| (64 << step, *ahead, *set)).collect();
        assert_eq!(
            over(&found),
            "c.x is among the fastest up to 512 B; rust.y is fastest at 1 KiB (between these sizes nothing was measured)."
        );
    }

    fn changing(sizes: u32) -> Vec<Found> {
        (0..sizes).map(|step| (64 << step, if step % 2 == 0 { X_AHEAD } else { Y_AHEAD }, &[0][..])).collect()
    }

    #[test]
    fn many_changes_are_named_and_very_many_counted() {
        assert_eq!(
            over(&changing(5)),
            "The fastest changes over the 5 comparisons: c.x at 64 B, 256 B and 1 KiB; rust.y at 128 B and 512 B."
        );
        assert_eq!(
            over(&changing(9)),
            "The fastest changes over the 9 comparisons: c.x at 5 of them; rust.y at 4 of them; the table tells each."
        );
    }

    #[test]
    fn comparisons_that_differ_in_a_parameter_are_named_by_it() {
        let with = |every: &str, ahead, fastest| {
            let mut found = finding(1000, ahead, fastest);
            found.params.insert("every".into(), every.into());
            found
        };
        let steps = Throughput::of("step");
        let mut found = vec![with("1", X_AHEAD, &[0]), with("64", Y_AHEAD, &[0]), with("none", Y_AHEAD, &[0])];
        assert_eq!(
            answer(&found, Words::with(&steps)),
            "The fastest changes over the 3 comparisons: rust.y at every=64 and every=none; c.x at every=1."
        );
        found[0] = with("1", Y_AHEAD, &[0]);
        found[1].rows[2].verdict = Verdict::Wrong { text: String::new() };
        let text = answer(&found, Words::with(&steps));
        assert!(text.starts_with("rust.y is fastest in every comparison; "), "{text}");
        assert!(text.ends_with("c.z (wrong answers at 1 of 3 comparisons)."), "{text}");
    }

    #[test]
    fn nothing_is_said_where_nothing_is_known() {
        assert_eq!(over(&[]), "Nothing can be said: nothing was measured.");
        let undecided: &[(&str, f64)] = &[("c.x", 1.0), ("rust.y", 1.05)];
        assert_eq!(
            over(&[(64, undecided, &[0, 1])]),
            "Nothing can be said at 64 B: there is not enough data to tell them apart."
        );
        assert_eq!(
            over(&[(64, &[("c.x", 1.0)], &[0])]),
            "c.x alone has times at 64 B: there is nothing to compare it with."
        );
    }

    #[test]
    fn wrong_answers_and_failures_are_in_the_second_sentence() {
        let mut one = finding(64, X_AHEAD, &[0]);
        one.rows[2].times = None;
        one.rows[2].verdict = Verdict::Wrong { text: String::new() };
        let other = finding(4096, X_AHEAD, &[0]);
        let text = answer(&[one, other], Words::with(&Throughput::of("byte")));
        assert!(text.ends_with(" longer. No time for c.z (wrong answers at 1 of 2 sizes)."), "{text}");
    }
}
