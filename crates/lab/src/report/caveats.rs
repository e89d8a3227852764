//! Doubts to marks beside numbers and to sentences below the table.
//!
//! A doubt that touches every row is said of the table, one that touches every table of a
//! benchmark is said once: what is repeated is no longer read.

use crate::model::{Caveat, ComparisonFinding, ContestFinding, Row};

use super::ink::{Ink, Tone};
use super::paragraph::{clean, wrap};

/// The doubts of one table, sorted by how far they reach.
pub(super) struct Doubts<'a> {
    general: Vec<&'a Caveat>,
    numbered: Vec<&'a Caveat>,
}

/// Doubts that every table of the benchmark has; said once, below the last.
pub(super) fn throughout(contest: &ContestFinding) -> Vec<&Caveat> {
    match contest.comparisons.as_slice() {
        [first, rest @ ..] if !rest.is_empty() => {
            let mut shared = general(first);
            shared.retain(|caveat| rest.iter().all(|other| general(other).contains(caveat)));
            shared
        }
        _ => Vec::new(),
    }
}

/// Doubts about the comparison, and those that all of its rows share.
fn general(comparison: &ComparisonFinding) -> Vec<&Caveat> {
    let mut found: Vec<&Caveat> = Vec::new();
    for caveat in &comparison.caveats {
        keep(&mut found, caveat);
    }
    let timed: Vec<&Row> = comparison.rows.iter().filter(|row| row.times.is_some()).collect();
    if let [first, rest @ ..] = timed.as_slice() {
        for caveat in &first.caveats {
            if !rest.is_empty() && rest.iter().all(|row| row.caveats.contains(caveat)) {
                keep(&mut found, caveat);
            }
        }
    }
    found
}

fn keep<'a>(found: &mut Vec<&'a Caveat>, caveat: &'a Caveat) {
    if !found.contains(&caveat) {
        found.push(caveat);
    }
}

impl<'a> Doubts<'a> {
    pub(super) fn of(comparison: &'a ComparisonFinding, throughout: &[&Caveat]) -> Doubts<'a> {
        let general = general(comparison);
        let mut numbered = Vec::new();
        for caveat in comparison.rows.iter().flat_map(|row| &row.caveats) {
            if !general.contains(&caveat) {
                keep(&mut numbered, caveat);
            }
        }
        Doubts { general: general.into_iter().filter(|caveat| !throughout.contains(caveat)).collect(), numbered }
    }

    /// The marks of a row: `¹ ³`.
    pub(super) fn marks(&self, row: &Row, ink: &Ink) -> String {
        let touching = self.numbered.iter().enumerate().filter(|(_, caveat)| row.caveats.contains(caveat));
        touching.map(|(index, _)| ink.mark(index + 1)).collect::<Vec<_>>().join(if ink.unicode { " " } else { "" })
    }

    /// The sentences, the numbered ones first.
    pub(super) fn sentences(&self, ink: &Ink) -> Vec<String> {
        let numbered = self.numbered.iter().enumerate().map(|(index, caveat)| (ink.mark(index + 1), *caveat));
        let general = self.general.iter().map(|caveat| ("-".to_owned(), *caveat));
        numbered.chain(general).map(|(mark, caveat)| sentence(&mark, caveat, ink)).collect()
    }
}

/// One doubt on lines of its own.
pub(super) fn sentence(mark: &str, caveat: &Caveat, ink: &Ink) -> String {
    let wrapped = wrap(&format!("  {mark} "), &clean(&caveat.text), ink.width);
    wrapped.lines().map(|line| ink.paint(Tone::Quiet, line)).collect::<Vec<_>>().join("\n")
}
