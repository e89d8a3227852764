//! One comparison's findings in, what is said on who is fastest out.

use crate::model::{ComparisonFinding, Row};
use crate::words::answer::phrase::Words;

/// What one comparison says, by the names that a sentence gives; names are sorted, so that claims can be compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Claim {
    /// Who is fastest: one, or several that are the same within the margin; and of whom it is not known yet whether
    /// they are as fast.
    Fastest { fastest: Vec<String>, undecided: Vec<String> },
    /// All who have a time are the same within the margin.
    AllSame(Vec<String>),
    /// It is not known yet which of these is fastest.
    Undecided(Vec<String>),
    /// One alone has a time.
    Alone(String),
    /// Nobody has a time.
    Nothing,
}

impl Claim {
    pub(crate) fn of(comparison: &ComparisonFinding, words: Words<'_>) -> Claim {
        let named = |rows: &mut dyn Iterator<Item = &Row>| {
            let mut names: Vec<String> = rows.map(|row| words.name(&row.implementation)).collect();
            names.sort();
            names
        };
        let timed: Vec<&Row> = comparison.rows.iter().filter(|row| row.times.is_some()).collect();
        let fastest = named(&mut comparison.fastest_rows());
        let undecided = named(&mut comparison.undecided_rows());
        match (timed.as_slice(), fastest.len()) {
            ([], _) => Claim::Nothing,
            ([alone], _) => Claim::Alone(words.name(&alone.implementation)),
            (_, 0) if undecided.is_empty() => Claim::Nothing,
            (_, 0) => Claim::Undecided(undecided),
            (all, count) if count == all.len() => Claim::AllSame(fastest),
            _ => Claim::Fastest { fastest, undecided },
        }
    }

    /// Those who are fastest, where that is known, or may be.
    pub(super) fn leaders(&self) -> Vec<String> {
        match self {
            Claim::Fastest { fastest, .. } => fastest.clone(),
            Claim::AllSame(names) | Claim::Undecided(names) => names.clone(),
            Claim::Alone(_) | Claim::Nothing => Vec::new(),
        }
    }

    /// Whether it names somebody as the fastest, or as one of the fastest.
    pub(super) fn is_known(&self) -> bool {
        matches!(self, Claim::Fastest { .. } | Claim::AllSame(_))
    }
}
