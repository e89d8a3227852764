//! What is said of some comparisons, as a part of a sentence.

use super::claim::Claim;
use crate::model::ComparisonFinding;
use crate::model::unit::factor;
use crate::words::answer::phrase::{Words, bound, some};

/// Said where the fastest changes: the change itself lies somewhere in a gap.
pub(super) const BETWEEN: &str = " (between these sizes nothing was measured)";

/// Of whom a clause is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ClauseSubject {
    /// Every comparison says the same.
    Claim(Claim),
    /// These are fastest at some of the comparisons, and may be at the others.
    Leaders(Vec<String>),
}

impl ClauseSubject {
    /// Whether the clause begins with a name.
    pub(super) fn begins_with_a_name(&self) -> bool {
        matches!(self, ClauseSubject::Claim(Claim::Fastest { .. } | Claim::Alone(_)) | ClauseSubject::Leaders(_))
    }

    /// Whether it names somebody as the fastest.
    pub(super) fn leads(&self) -> bool {
        matches!(self, ClauseSubject::Claim(Claim::Fastest { .. }) | ClauseSubject::Leaders(_))
    }
}

/// `c.x is fastest up to 1 KiB`, `c.x and c.y are fastest, the same within the margin, at 4 KiB (not known yet for c.z:
/// at most 1.04x as long)`.
pub(super) fn clause(
    subject: &ClauseSubject,
    place: &str,
    comparisons: &[&ComparisonFinding],
    words: Words<'_>,
) -> String {
    let at_most = |names: &[String]| at_most(comparisons, names, words);
    match subject {
        ClauseSubject::Claim(Claim::Fastest { fastest, undecided }) => {
            let leads = match fastest.as_slice() {
                [one] => format!("{one} is fastest {place}"),
                several => format!("{} are fastest {place}, the same within the margin", some(several)),
            };
            match undecided.as_slice() {
                [] => leads,
                names => format!("{leads} (not known yet for {}: {})", some(names), at_most(names)),
            }
        }
        ClauseSubject::Claim(Claim::AllSame(_)) => format!("all are the same within the margin {place}"),
        ClauseSubject::Claim(Claim::Undecided(names)) => {
            format!("it is not known yet {place} which of {} is fastest ({})", some(names), at_most(names))
        }
        ClauseSubject::Claim(Claim::Alone(alone)) => format!("{alone} alone has times {place}"),
        ClauseSubject::Claim(Claim::Nothing) => format!("nobody has a time {place}"),
        ClauseSubject::Leaders(names) => match names.as_slice() {
            [one] => format!("{one} is fastest or may be {place} ({})", at_most(names)),
            several => format!("{} are fastest or may be {place} ({})", some(several), at_most(names)),
        },
    }
}

/// How much longer than the fastest these take at most: the upper ends of their intervals.
fn at_most(comparisons: &[&ComparisonFinding], names: &[String], words: Words<'_>) -> String {
    let rows = comparisons.iter().flat_map(|one| one.leading_rows());
    let named = rows.filter(|row| names.contains(&words.name(&row.implementation)));
    bound(named, " as long")
}

/// `1.05x to 1.12x as long`: what the first of those takes who are behind.
pub(super) fn next(comparisons: &[&ComparisonFinding]) -> Option<String> {
    let ratios = comparisons.iter().filter_map(|one| one.next_row()?.to_best).map(|(ratio, ..)| ratio);
    let (least, most) = ratios.fold((f64::INFINITY, 0.0f64), |(least, most), one| (least.min(one), most.max(one)));
    let (from, to) = (factor(least), factor(most));
    (most > 0.0).then(|| if from == to { format!("{from} as long") } else { format!("{from} to {to} as long") })
}
