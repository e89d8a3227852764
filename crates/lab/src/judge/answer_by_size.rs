//! What each size says in, one sentence over neighbouring sizes that say the same out; or none, where the lead changes
//! too often for a sentence.
//!
//! It claims only what was measured: nothing between two sizes, nothing beyond them.

use super::answer::{BETWEEN, Says};
use super::leaders::{Stretch, stretches};
use super::phrase::{Words, longer, some};
use crate::model::ComparisonFinding;
use crate::model::names::capitalised;

/// More clauses than these nobody reads: the table has each size.
const MOST: usize = 3;

/// Neighbouring sizes of which one thing is said.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    who: Who,
    /// Indices of the first and the last size.
    from: usize,
    to: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum Who {
    /// The same says at every size.
    Says(Says),
    /// Those who are among the fastest at every size, with others at some.
    Among(Vec<String>),
}

/// `c.x is fastest from 1 KiB on, where the next takes 10 % longer; up to 512 B nobody is told apart.`
pub(super) fn answer_by_size(comparisons: &[ComparisonFinding], says: &[Says], words: Words<'_>) -> Option<String> {
    let exact = joined(says.iter().enumerate().map(|(at, says)| Part::at(Who::Says(says.clone()), at)));
    let parts = if exact.len() <= MOST { exact } else { coarse(comparisons, says, words) };
    (parts.len() <= MOST).then(|| sentence(comparisons, &parts, words))
}

/// Neighbours that say the same become one.
fn joined(parts: impl Iterator<Item = Part>) -> Vec<Part> {
    let mut all: Vec<Part> = Vec::new();
    for part in parts {
        match all.last_mut() {
            Some(last) if last.who == part.who => last.to = part.to,
            _ => all.push(part),
        }
    }
    all
}

/// The fewest parts of which something true can be said: where nobody is told apart, whoever leads on both sides is
/// still among the fastest.
fn coarse(comparisons: &[ComparisonFinding], says: &[Says], words: Words<'_>) -> Vec<Part> {
    let among = |at: usize| -> Vec<String> {
        let comparison = &comparisons[at];
        let rows = comparison.fastest.iter().filter_map(|index| comparison.rows.get(*index));
        rows.map(|row| words.name(&row.implementation)).collect()
    };
    let sets: Vec<Vec<String>> = says
        .iter()
        .enumerate()
        .map(|(at, says)| match says {
            Says::Fastest(names) => names.clone(),
            Says::AllSame | Says::Undecided => among(at),
            Says::Alone(_) | Says::Nothing => Vec::new(),
        })
        .collect();
    joined(stretches(&sets).iter().flat_map(|stretch| parts(stretch, says)))
}

/// A stretch, without the sizes at its ends at which nobody leads: they are parts of their own.
fn parts(stretch: &Stretch<String>, says: &[Says]) -> Vec<Part> {
    let leads = |at: &usize| matches!(says[*at], Says::Fastest(_));
    let (Some(first), Some(last)) =
        ((stretch.from..=stretch.to).find(leads), (stretch.from..=stretch.to).rev().find(leads))
    else {
        return (stretch.from..=stretch.to).map(|at| Part::at(Who::Says(says[at].clone()), at)).collect();
    };
    let is_whole = says[first..=last].iter().all(|of| *of == says[first]);
    let who = if is_whole { Who::Says(says[first].clone()) } else { Who::Among(stretch.leaders.clone()) };
    let bare = |at: usize| Part::at(Who::Says(says[at].clone()), at);
    let before = (stretch.from..first).map(bare);
    before.chain([Part { who, from: first, to: last }]).chain((last + 1..=stretch.to).map(bare)).collect()
}

impl Part {
    fn at(who: Who, at: usize) -> Part {
        Part { who, from: at, to: at }
    }

    /// Whether it names somebody as fast as any.
    fn leads(&self) -> bool {
        matches!(self.who, Who::Among(_) | Who::Says(Says::Fastest(_)))
    }
}

fn sentence(comparisons: &[ComparisonFinding], parts: &[Part], words: Words<'_>) -> String {
    let leading: Vec<&Part> = parts.iter().filter(|part| part.leads()).collect();
    let mut clauses: Vec<String> = leading.iter().map(|part| clause(part, comparisons, words)).collect();
    if let ([only], Some(text)) = (leading.as_slice(), clauses.first_mut()) {
        let is_certain = matches!(only.who, Who::Says(_));
        let gaps = comparisons[only.from..=only.to].iter().filter_map(|comparison| comparison.gap);
        let behind = longer(&gaps.collect::<Vec<_>>()).filter(|_| is_one(&only.who) && is_certain);
        *text += &behind.map_or(String::new(), |longer| format!(", where the next takes {longer}"));
    }
    let crossing = parts.windows(2).any(|two| two.iter().all(Part::leads));
    if let Some(last) = clauses.last_mut().filter(|_| crossing) {
        *last += BETWEEN;
    }
    clauses.extend(parts.iter().filter(|part| !part.leads()).map(|part| clause(part, comparisons, words)));
    let mut text = clauses.join("; ") + ".";
    // An implementation's name stays as it is; a sentence of ours begins with a capital.
    if leading.first().is_none_or(|part| !is_one(&part.who)) {
        text = capitalised(&text);
    }
    text
}

/// Whether its clause begins with the name of the one who leads.
fn is_one(who: &Who) -> bool {
    match who {
        Who::Says(Says::Fastest(names)) | Who::Among(names) => names.len() == 1,
        Who::Says(_) => false,
    }
}

fn clause(part: &Part, comparisons: &[ComparisonFinding], words: Words<'_>) -> String {
    let place = place(comparisons, words, part.from, part.to);
    match &part.who {
        Who::Among(names) if names.len() == 1 => format!("{} is among the fastest {place}", names[0]),
        Who::Among(names) => format!("{place} {} are among the fastest", some(names)),
        Who::Says(Says::Fastest(names)) if names.len() == 1 => format!("{} is fastest {place}", names[0]),
        Who::Says(Says::Fastest(names)) => format!("{place} {} are fastest and cannot be told apart", some(names)),
        Who::Says(Says::AllSame) => format!("{place} all are the same within the margin"),
        Who::Says(Says::Undecided) => format!("{place} nobody can be told apart"),
        Who::Says(Says::Alone(alone)) => format!("{place} {alone} alone has times"),
        Who::Says(Says::Nothing) => format!("{place} nobody has a time"),
    }
}

/// `up to 256 B`, `from 4 KiB on`, `at every size measured`.
fn place(comparisons: &[ComparisonFinding], words: Words<'_>, from: usize, to: usize) -> String {
    let last = comparisons.len() - 1;
    let name = |index: usize| words.size(comparisons[index].size);
    match (from, to) {
        (0, 0) => format!("at {}", name(0)),
        (0, to) if to == last => "at every size measured".to_owned(),
        (0, to) => format!("up to {}", name(to)),
        (from, to) if from == last => format!("at {}", name(to)),
        (from, to) if to == last => format!("from {} on", name(from)),
        (from, to) if from == to => format!("at {}", name(from)),
        (from, to) => format!("from {} to {}", name(from), name(to)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::answer::answer;
    use crate::judge::stage::finding;
    use crate::model::Throughput;

    /// Rows with their ratio to the best, and indices of the fastest.
    type Found = (&'static [(&'static str, f64)], &'static [usize]);

    const X: Found = (&[("c.x", 1.0), ("rust.y", 1.05), ("c.z", 2.0)], &[0]);
    const Y: Found = (&[("rust.y", 1.0), ("c.x", 1.12), ("c.z", 2.0)], &[0]);
    const Z: Found = (&[("c.z", 1.0), ("rust.y", 1.12), ("c.x", 2.0)], &[0]);
    const XY: Found = (&[("c.x", 1.0), ("rust.y", 1.05), ("c.z", 2.0)], &[0, 1]);
    const NOBODY: Found = (&[("c.x", 1.0), ("rust.y", 1.05), ("c.z", 1.1)], &[0, 1, 2]);

    /// Over 64 B, 128 B and so on.
    fn over(found: &[Found]) -> String {
        let of = |(step, (rows, fastest)): (usize, &Found)| finding(64 << step, rows, fastest);
        answer(&found.iter().enumerate().map(of).collect::<Vec<_>>(), Words::with(&Throughput::of("byte")))
    }

    #[test]
    fn below_a_size_nobody_is_told_apart() {
        assert_eq!(
            over(&[NOBODY, NOBODY, NOBODY, X, X]),
            "c.x is fastest from 512 B on, where the next takes 5.0 % longer; up to 256 B nobody can be told apart."
        );
        assert_eq!(
            over(&[NOBODY, X, NOBODY, X, X, NOBODY, NOBODY]),
            "c.x is among the fastest from 128 B to 1 KiB; at 64 B nobody can be told apart; from 2 KiB on nobody can be told apart."
        );
    }

    #[test]
    fn nobody_is_told_apart_anywhere() {
        let text = "Nothing can be said at any size measured: there is not enough data to tell them apart.";
        assert_eq!(over(&[NOBODY, NOBODY, NOBODY]), text);
    }

    #[test]
    fn two_leaders_with_doubt_between() {
        assert_eq!(
            over(&[X, X, NOBODY, NOBODY, Y, Y]),
            "c.x is fastest up to 128 B; rust.y is fastest from 1 KiB on; from 256 B to 512 B nobody can be told apart."
        );
        assert_eq!(
            over(&[X, NOBODY, X, XY, Y, NOBODY, Y]),
            "c.x is among the fastest up to 512 B; rust.y is among the fastest from 1 KiB on (between these sizes nothing was measured)."
        );
    }

    #[test]
    fn the_lead_changes_all_the_time() {
        assert_eq!(
            over(&[X, Y, X, Z, NOBODY, Y, X, X, XY]),
            "The fastest changes over the 9 comparisons: c.x at 4 of them; rust.y at 2 of them; c.z at 1 of them; the table tells each."
        );
    }

    #[test]
    fn commands_are_called_by_their_names_alone() {
        let found = [X, X, Y].iter().enumerate().map(|(step, (rows, fastest))| finding(64 << step, rows, fastest));
        let unit = Throughput::of("n=");
        let words = Words { unit: &unit, are_commands: true };
        assert_eq!(
            answer(&found.collect::<Vec<_>>(), words),
            "x is fastest up to n=128; y is fastest at n=256 (between these sizes nothing was measured)."
        );
    }

    #[test]
    fn one_size_is_one_sentence() {
        assert_eq!(over(&[X]), "c.x is fastest at 64 B; the next takes 5.0 % longer.");
        assert_eq!(over(&[NOBODY]), "Nothing can be said at 64 B: there is not enough data to tell them apart.");
    }
}
