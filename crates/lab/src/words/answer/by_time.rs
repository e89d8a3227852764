//! The findings of a benchmark that time decides in, the answer in one or two sentences out.
//!
//! A sentence claims only what was measured: nothing between two sizes, nothing beyond them.

use std::collections::BTreeSet;

use super::claim::Claim;
use super::clause::{ClauseSubject, clause, next};
use super::over_sizes::over_sizes;
use super::versus::versus;
use crate::model::names::{capitalised, listed};
use crate::model::{Caveat, Choice, ComparisonFinding, Row, Verdict};
use crate::words::alike;
use crate::words::answer::phrase::{Words, places, some, spot};

/// Groups of comparisons that a sentence still counts.
const MOST_GROUPS: usize = 3;
/// Comparisons that a sentence still names one by one where sizes make no line of them.
const MOST_SPOTS: usize = 6;

/// The answer over the comparisons of a benchmark, which are sorted by size.
pub(crate) fn answer(comparisons: &[ComparisonFinding], words: Words<'_>) -> String {
    let claims: Vec<Claim> = comparisons.iter().map(|one| Claim::of(one, words)).collect();
    let first = match comparisons {
        [one] if words.are_commands => versus(one),
        _ => None,
    };
    let first = first.unwrap_or_else(|| first_sentence(comparisons, &claims, words));
    with_doubts(first, comparisons, words)
}

/// What a reader must know before he believes the first sentence.
fn with_doubts(first: String, comparisons: &[ComparisonFinding], words: Words<'_>) -> String {
    let more = [doubts(comparisons, words), failures(comparisons, words)];
    [Some(first)].into_iter().chain(more).flatten().collect::<Vec<_>>().join(" ")
}

/// The answer where the change of lead was followed between the sizes.
pub(crate) fn chosen_answer(choice: &Choice, comparisons: &[ComparisonFinding], words: Words<'_>) -> String {
    with_doubts(choice.text.clone(), comparisons, words)
}

/// The answer where no time means anything.
pub(crate) fn emulated_answer(comparisons: &[ComparisonFinding], words: Words<'_>) -> String {
    let first = "Emulated: times mean nothing, so nobody is called the fastest.";
    failures(comparisons, words).map_or(first.to_owned(), |second| format!("{first} {second}"))
}

/// The answer where both versions are the same code, so that nobody measured them.
pub(crate) fn same_code_answer(today: &[String], revision: &str) -> String {
    format!("{} is the same code as at {revision}: nothing to measure.", today.join(", "))
}

fn first_sentence(comparisons: &[ComparisonFinding], claims: &[Claim], words: Words<'_>) -> String {
    let Some(one) = claims.first() else { return "Nothing can be said: nothing was measured.".into() };
    if claims.iter().all(|other| other == one) {
        return of_all(one, comparisons, &everywhere(comparisons, words), words);
    }
    let sentence = if by_size(comparisons) { over_sizes(comparisons, claims, words) } else { None };
    sentence.unwrap_or_else(|| counted(comparisons, claims, words))
}

/// Whether comparisons differ in their size alone.
fn by_size(comparisons: &[ComparisonFinding]) -> bool {
    comparisons.iter().map(|comparison| &comparison.params).collect::<BTreeSet<_>>().len() <= 1
}

/// `at every size measured`, or the one size.
fn everywhere(comparisons: &[ComparisonFinding], words: Words<'_>) -> String {
    match by_size(comparisons) {
        true => words.place(comparisons, 0, comparisons.len() - 1),
        false => "in every comparison".into(),
    }
}

fn of_all(claim: &Claim, comparisons: &[ComparisonFinding], place: &str, words: Words<'_>) -> String {
    let all: Vec<&ComparisonFinding> = comparisons.iter().collect();
    let subject = ClauseSubject::Claim(claim.clone());
    let said = clause(&subject, place, &all, words);
    let said = if subject.begins_with_a_name() { said } else { capitalised(&said) };
    match claim {
        Claim::Fastest { .. } | Claim::Undecided(_) => {
            next(&all).map_or(format!("{said}."), |next| format!("{said}; the next takes {next}."))
        }
        Claim::Alone(_) => format!("{said}: there is nothing to compare it with."),
        Claim::AllSame(_) | Claim::Nothing => format!("{said}."),
    }
}

/// `The fastest changes over the 3 comparisons: c.x at level=1 and level=9; rust.y at level=6.` Where
/// there are too many to be named, how many it is fastest at; and of many groups the largest.
fn counted(comparisons: &[ComparisonFinding], claims: &[Claim], words: Words<'_>) -> String {
    let mut groups = alike(claims.iter().zip(comparisons).map(|(claim, one)| (group(claim), one)));
    groups.sort_by_key(|(_, at)| std::cmp::Reverse(at.len()));
    let spots = |at: &[&ComparisonFinding]| match claims.len() {
        ..=MOST_SPOTS => listed(&at.iter().map(|one| spot(one, comparisons, words.unit)).collect::<Vec<_>>()),
        _ => format!("{} of them", at.len()),
    };
    let more = claims.len() > MOST_SPOTS || groups.len() > MOST_GROUPS;
    let parts = groups.iter().take(MOST_GROUPS).map(|(name, at)| format!("{name} at {}", spots(at)));
    let parts: Vec<String> = parts.chain(more.then(|| "the table tells each".to_owned())).collect();
    let over = match changes(claims) {
        true => "The fastest changes over the",
        false => "Fastest, over the",
    };
    format!("{over} {} comparisons: {}.", claims.len(), parts.join("; "))
}

/// Whether somebody is known to be fastest in one comparison and not to be in another.
fn changes(claims: &[Claim]) -> bool {
    let known: Vec<Vec<String>> = claims.iter().filter(|claim| claim.is_known()).map(Claim::leaders).collect();
    known.iter().any(|one| known.iter().any(|other| one.iter().all(|name| !other.contains(name))))
}

/// What comparisons are counted by.
fn group(claim: &Claim) -> String {
    match claim {
        Claim::Fastest { fastest, .. } => some(fastest),
        Claim::AllSame(_) => "all the same".into(),
        Claim::Undecided(_) => "not known yet".into(),
        Claim::Alone(alone) => format!("{alone} alone"),
        Claim::Nothing => "nobody".into(),
    }
}

/// `In doubt: c.old (cannot be audited).`: of those who are fastest, or may be, whoever might not do the job.
fn doubts(comparisons: &[ComparisonFinding], words: Words<'_>) -> Option<String> {
    let of = |row: &Row| {
        let short = |caveat: &Caveat| match caveat {
            Caveat::NoAudit => Some("cannot be audited"),
            Caveat::Remembers { .. } => Some("may remember its answers"),
            Caveat::MostlyUntimed { .. } => Some("tells little of its time"),
            Caveat::NoGrowth { .. } => Some("takes no longer where the input grows"),
            _ => None,
        };
        row.caveats.iter().filter_map(short).map(|short| (words.name(&row.implementation), short)).collect::<Vec<_>>()
    };
    let found: BTreeSet<(String, &str)> =
        comparisons.iter().flat_map(ComparisonFinding::leading_rows).flat_map(of).collect();
    let parts: Vec<String> = found.iter().map(|(name, short)| format!("{name} ({short})")).collect();
    (!parts.is_empty()).then(|| format!("In doubt: {}.", parts.join(", ")))
}

/// `No time for c.bad (wrong answers at 3 of 9 sizes), c.gone (failed at every size).`
pub(crate) fn failures(comparisons: &[ComparisonFinding], words: Words<'_>) -> Option<String> {
    let lost = alike(comparisons.iter().flat_map(|comparison| &comparison.rows).filter_map(|row| {
        let how = match &row.verdict {
            Verdict::Wrong { .. } => "wrong answers",
            Verdict::Implausible { short, .. } => short,
            Verdict::Failed { .. } => "failed",
            _ => return None,
        };
        Some(((words.name(&row.implementation), how), row))
    }));
    let part = |((name, how), rows): &((String, &str), Vec<&Row>)| {
        format!("{name} ({how} at {})", places(rows.len(), comparisons.len(), by_size(comparisons)))
    };
    (!lost.is_empty()).then(|| format!("No time for {}.", lost.iter().map(part).collect::<Vec<_>>().join(", ")))
}
