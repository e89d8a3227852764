//! Doubts to marks beside numbers and to sentences below the table.
//!
//! A doubt that touches every row is said of the table, one that touches every table of a
//! benchmark is said once, and many that differ in their numbers alone are one with a span: what is
//! repeated is no longer read.

use std::mem::{Discriminant, discriminant};

use crate::model::names::each_once;
use crate::model::{Caveat, ComparisonFinding, ContestFinding, Row};

use crate::report::text::spans::spanned;
use crate::report::text::{Ink, Tone};
use crate::words::{caveat_text, clean, wrap};

/// So many sentences of a kind are told one by one; more of them become one.
const MOST_APART: usize = 3;

/// A caveat as it is worded. Two of one kind that are told in the same words are one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WordedCaveat {
    kind: Discriminant<Caveat>,
    pub(crate) text: String,
}

impl WordedCaveat {
    fn of(caveat: &Caveat) -> WordedCaveat {
        WordedCaveat { kind: discriminant(caveat), text: caveat_text(caveat) }
    }

    fn touches(&self, row: &Row) -> bool {
        row.caveats.iter().any(|caveat| self.kind == discriminant(caveat) && self.text == caveat_text(caveat))
    }
}

/// A sentence, and the caveats that it tells: one, or many of a kind.
struct Doubt {
    told: Vec<WordedCaveat>,
    text: String,
}

/// The doubts of one table, sorted by how far they reach.
pub(crate) struct Doubts {
    general: Vec<Doubt>,
    numbered: Vec<Doubt>,
}

/// Doubts that every table of the benchmark has; said once, below the last.
pub(crate) fn throughout(contest: &ContestFinding) -> Vec<WordedCaveat> {
    match contest.comparisons.as_slice() {
        [first, rest @ ..] if !rest.is_empty() => {
            let mut shared = general(first);
            let others: Vec<Vec<WordedCaveat>> = rest.iter().map(general).collect();
            shared.retain(|told| others.iter().all(|other| other.contains(told)));
            shared
        }
        _ => Vec::new(),
    }
}

/// These under one head, with a blank line before it; nothing where there are none.
pub(crate) fn below(head: &str, contest: &ContestFinding, ink: &Ink) -> String {
    let shared = throughout(contest);
    if shared.is_empty() {
        return String::new();
    }
    let told = shared.iter().map(|told| format!("{}\n", sentence("-", &told.text, ink)));
    format!("\n{}\n{}", ink.paint(Tone::Quiet, head), told.collect::<String>())
}

/// Doubts about the comparison, and those that all of its rows share.
fn general(comparison: &ComparisonFinding) -> Vec<WordedCaveat> {
    let mut found = worded(&comparison.caveats);
    if let [first, rest @ ..] = timed(comparison).as_slice()
        && !rest.is_empty()
    {
        let mut shared = worded(&first.caveats);
        shared.retain(|told| rest.iter().all(|row| told.touches(row)) && !found.contains(told));
        found.extend(shared);
    }
    found
}

fn timed(comparison: &ComparisonFinding) -> Vec<&Row> {
    comparison.rows.iter().filter(|row| row.central_ns().is_some()).collect()
}

/// Each once.
fn worded<'a>(caveats: impl IntoIterator<Item = &'a Caveat>) -> Vec<WordedCaveat> {
    each_once(caveats.into_iter().map(WordedCaveat::of))
}

impl Doubt {
    fn of(told: WordedCaveat) -> Doubt {
        Doubt { text: told.text.clone(), told: vec![told] }
    }

    fn touches(&self, row: &Row) -> bool {
        self.told.iter().any(|told| told.touches(row))
    }
}

/// Doubts of rows, where many of a kind are one: a list that is longer than its table is not read.
fn gathered(rows: &[&Row], found: Vec<WordedCaveat>) -> Vec<Doubt> {
    let mut kinds: Vec<Doubt> = Vec::new();
    for told in found {
        let joined = kinds.iter_mut().find_map(|kind| {
            let texts: Vec<&str> = kind.told.iter().chain([&told]).map(|told| told.text.as_str()).collect();
            let text = spanned(&texts).filter(|_| kind.told[0].kind == told.kind)?;
            Some((kind, text))
        });
        match joined {
            Some((kind, text)) => {
                kind.told.push(told);
                kind.text = text;
            }
            None => kinds.push(Doubt::of(told)),
        }
    }
    kinds
        .into_iter()
        .flat_map(|kind| match kind.told.len() > MOST_APART {
            true => vec![counted(kind, rows)],
            false => kind.told.into_iter().map(Doubt::of).collect(),
        })
        .collect()
}

/// `… for 62 to 89 % of the time only (41 of 54 implementations).`
fn counted(mut kind: Doubt, rows: &[&Row]) -> Doubt {
    let touched = rows.iter().filter(|row| kind.touches(row)).count();
    let of = if touched == rows.len() { format!("all {touched}") } else { format!("{touched} of {}", rows.len()) };
    kind.text = format!("{} ({of} implementations).", kind.text.trim_end_matches('.'));
    kind
}

impl Doubts {
    pub(crate) fn of(comparison: &ComparisonFinding, throughout: &[WordedCaveat]) -> Doubts {
        let shared = general(comparison);
        let mut found = worded(comparison.rows.iter().flat_map(|row| &row.caveats));
        found.retain(|told| !shared.contains(told));
        let timed = timed(comparison);
        let (mut general, numbered): (Vec<Doubt>, Vec<Doubt>) = gathered(&timed, found)
            .into_iter()
            .partition(|doubt| doubt.told.len() > 1 && timed.iter().all(|row| doubt.touches(row)));
        let shared = shared.into_iter().filter(|told| !throughout.contains(told));
        general.splice(0..0, shared.map(Doubt::of));
        Doubts { general, numbered }
    }

    /// The marks of a row: `¹ ³`.
    pub(crate) fn marks(&self, row: &Row, ink: &Ink) -> String {
        let marks: Vec<String> = self.touching(row).into_iter().map(|index| ink.mark(index + 1)).collect();
        marks.join(if ink.unicode { " " } else { "" })
    }

    /// The sentences for pens that have no ink, the numbered ones first, and how many these are.
    pub(crate) fn texts(&self) -> (Vec<&str>, usize) {
        let all = self.numbered.iter().chain(&self.general);
        (all.map(|doubt| doubt.text.as_str()).collect(), self.numbered.len())
    }

    /// Places of the numbered ones that touch a row.
    pub(crate) fn touching(&self, row: &Row) -> Vec<usize> {
        (0..self.numbered.len()).filter(|index| self.numbered[*index].touches(row)).collect()
    }

    /// The sentences, the numbered ones first.
    pub(crate) fn sentences(&self, ink: &Ink) -> Vec<String> {
        let numbered = self.numbered.iter().enumerate().map(|(index, doubt)| (ink.mark(index + 1), doubt));
        let general = self.general.iter().map(|doubt| ("-".to_owned(), doubt));
        numbered.chain(general).map(|(mark, doubt)| sentence(&mark, &doubt.text, ink)).collect()
    }
}

/// One doubt on lines of its own.
pub(crate) fn sentence(mark: &str, text: &str, ink: &Ink) -> String {
    let wrapped = wrap(&format!("  {mark} "), &clean(text), ink.width);
    wrapped.lines().map(|line| ink.paint(Tone::Quiet, line)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Verdict;
    use crate::report::specimen::made_up;

    fn table(shares: &[u32], all: usize) -> ComparisonFinding {
        let mut rows: Vec<Row> =
            (0..all).map(|at| made_up::row(&format!("c.way{at}"), Verdict::Baseline, 100.0, 1.0)).collect();
        for (row, share) in rows.iter_mut().zip(shares) {
            row.caveats = vec![Caveat::OtherAnswer { text: format!("It had {share} % of the time.") }];
        }
        made_up::at(64, rows)
    }

    fn told(comparison: &ComparisonFinding) -> (Vec<String>, Vec<String>) {
        let doubts = Doubts::of(comparison, &[]);
        let marks = comparison.rows.iter().map(|row| doubts.marks(row, &Ink::PLAIN)).collect();
        (doubts.sentences(&Ink::PLAIN), marks)
    }

    #[test]
    fn a_few_are_told_one_by_one() {
        let (sentences, marks) = told(&table(&[62, 89, 62], 4));
        assert_eq!(sentences, ["  [1] It had 62 % of the time.", "  [2] It had 89 % of the time."]);
        assert_eq!(marks, ["[1]", "[2]", "[1]", ""]);
    }

    #[test]
    fn many_of_a_kind_are_told_once_and_marked_alike() {
        let mut comparison = table(&[62, 89, 70, 71, 62], 7);
        comparison.rows[6].caveats = vec![Caveat::OtherAnswer { text: "Its times have 2 typical values.".into() }];
        let (sentences, marks) = told(&comparison);
        assert_eq!(
            sentences,
            ["  [1] It had 62 to 89 % of the time (5 of 7 implementations).", "  [2] Its times have 2 typical values."]
        );
        assert_eq!(marks, ["[1]", "[1]", "[1]", "[1]", "[1]", "", "[2]"]);
    }

    #[test]
    fn what_touches_everybody_is_said_of_the_table() {
        let (sentences, marks) = told(&table(&[62, 89, 70, 71], 4));
        assert_eq!(sentences, ["  - It had 62 to 89 % of the time (all 4 implementations)."]);
        assert!(marks.iter().all(String::is_empty), "{marks:?}");
    }
}
