//! What each size says in, one sentence over neighbouring sizes that say the same out; or none, where the lead changes
//! too often for a sentence.
//!
//! It claims only what was measured: nothing between two sizes, nothing beyond them.

use super::claim::Claim;
use super::clause::{BETWEEN, ClauseSubject, clause, next};
use crate::model::ComparisonFinding;
use crate::model::leaders::{LeaderStretch, stretches};
use crate::model::names::capitalised;
use crate::words::answer::phrase::Words;

/// More clauses than these nobody reads: the table has each size.
const MOST: usize = 3;

/// Neighbouring sizes of which one thing is said.
#[derive(Clone, Debug, PartialEq)]
struct SizePart {
    subject: ClauseSubject,
    /// Indices of the first and the last size.
    from: usize,
    to: usize,
}

/// `c.x is fastest from 1 KiB on; it is not known yet up to 512 B which of c.x and c.y is fastest (at most 1.1x as
/// long).`
pub(super) fn over_sizes(comparisons: &[ComparisonFinding], claims: &[Claim], words: Words<'_>) -> Option<String> {
    let single =
        |(at, claim): (usize, &Claim)| SizePart { subject: ClauseSubject::Claim(claim.clone()), from: at, to: at };
    let exact = joined(claims.iter().enumerate().map(single));
    let parts = if exact.len() <= MOST { exact } else { coarse(claims) };
    (parts.len() <= MOST).then(|| sentence(comparisons, &parts, words))
}

/// Neighbours that say the same become one.
fn joined(parts: impl Iterator<Item = SizePart>) -> Vec<SizePart> {
    let mut all: Vec<SizePart> = Vec::new();
    for part in parts {
        match all.last_mut() {
            Some(last) if last.subject == part.subject => last.to = part.to,
            _ => all.push(part),
        }
    }
    all
}

/// The fewest parts of which something true can be said: over sizes at all of which the same lead, or may.
fn coarse(claims: &[Claim]) -> Vec<SizePart> {
    let sets: Vec<Vec<String>> = claims.iter().map(Claim::leaders).collect();
    joined(stretches(&sets).iter().map(|stretch| part(stretch, claims)))
}

fn part(stretch: &LeaderStretch<String>, claims: &[Claim]) -> SizePart {
    let (from, to) = (stretch.from, stretch.to);
    let same = claims[from..=to].iter().all(|claim| *claim == claims[from]);
    let subject =
        if same { ClauseSubject::Claim(claims[from].clone()) } else { ClauseSubject::Leaders(stretch.leaders.clone()) };
    SizePart { subject, from, to }
}

fn sentence(comparisons: &[ComparisonFinding], parts: &[SizePart], words: Words<'_>) -> String {
    let of = |part: &SizePart| comparisons[part.from..=part.to].iter().collect::<Vec<_>>();
    let written =
        |part: &SizePart| clause(&part.subject, &words.place(comparisons, part.from, part.to), &of(part), words);
    let (leading, others): (Vec<&SizePart>, Vec<&SizePart>) = parts.iter().partition(|part| part.subject.leads());
    let mut clauses: Vec<String> = leading.iter().map(|part| written(part)).collect();
    if let ([only], Some(text)) = (leading.as_slice(), clauses.first_mut())
        && matches!(only.subject, ClauseSubject::Claim(_))
        && let Some(next) = next(&of(only))
    {
        *text += &format!(", where the next takes {next}");
    }
    let crossing = parts.windows(2).any(|two| two.iter().all(|part| part.subject.leads()));
    if let Some(last) = clauses.last_mut().filter(|_| crossing) {
        *last += BETWEEN;
    }
    clauses.extend(others.iter().map(|part| written(part)));
    let text = clauses.join("; ") + ".";
    // An implementation's name stays as it is; a sentence of ours begins with a capital.
    let begins = leading.first().or(others.first()).is_some_and(|part| part.subject.begins_with_a_name());
    if begins { text } else { capitalised(&text) }
}
