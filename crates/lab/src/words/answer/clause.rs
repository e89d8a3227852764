//! What is said of some comparisons, as a part of a sentence.

use super::claim::Claim;
use crate::model::unit::{factor, factor_at_most};
use crate::model::{ComparisonFinding, Row};
use crate::words::answer::phrase::{Words, some};

/// Said where the fastest changes: the change itself lies somewhere in a gap.
pub(super) const BETWEEN: &str = " (between these sizes nothing was measured)";

/// Said of versions that nobody measured.
pub(super) const SAME_CODE: &str = "the same code";

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
        match self {
            ClauseSubject::Claim(Claim::Fastest { .. } | Claim::Alone(_)) | ClauseSubject::Leaders(_) => true,
            ClauseSubject::Claim(_) => false,
        }
    }

    /// Whether it names somebody as the fastest.
    pub(super) fn leads(&self) -> bool {
        match self {
            ClauseSubject::Claim(claim) => matches!(claim, Claim::Fastest { .. }),
            ClauseSubject::Leaders(_) => true,
        }
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
    let bound = |names: &[String]| at_most(comparisons, names, words);
    match subject {
        ClauseSubject::Claim(Claim::Fastest { fastest, undecided }) => {
            let leads = match fastest.as_slice() {
                [one] => format!("{one} is fastest {place}"),
                several => format!("{} are fastest {place}, the same within the margin", some(several)),
            };
            match undecided.as_slice() {
                [] => leads,
                names => format!("{leads} (not known yet for {}: {})", some(names), bound(names)),
            }
        }
        ClauseSubject::Claim(Claim::AllSame(_)) => format!("all are the same within the margin {place}"),
        ClauseSubject::Claim(Claim::Undecided(names)) => {
            format!("it is not known yet {place} which of {} is fastest ({})", some(names), bound(names))
        }
        ClauseSubject::Claim(Claim::Alone(alone)) => format!("{alone} alone has times {place}"),
        ClauseSubject::Claim(Claim::Nothing) => format!("nobody has a time {place}"),
        ClauseSubject::Leaders(names) => match names.as_slice() {
            [one] => format!("{one} is fastest or may be {place} ({})", bound(names)),
            several => format!("{} are fastest or may be {place} ({})", some(several), bound(names)),
        },
    }
}

/// How much longer than the fastest these take at most: the upper ends of their intervals.
fn at_most(comparisons: &[&ComparisonFinding], names: &[String], words: Words<'_>) -> String {
    let rows = comparisons.iter().flat_map(|one| one.leading_rows());
    let named = rows.filter(|row| names.contains(&words.name(&row.implementation)));
    // Of an interval that rests on a few samples the upper end is not claimed.
    let high = |row: &Row| row.to_best.filter(|_| !row.raced).map_or(f64::INFINITY, |(_, _, high)| high);
    let most = named.map(high).fold(1.0, f64::max);
    match most.is_finite() {
        true => format!("at most {} as long", factor_at_most(most)),
        false => "no bound is known".to_owned(),
    }
}

/// `1.05x to 1.12x as long`: what the first of those takes who are behind.
pub(super) fn next(comparisons: &[&ComparisonFinding]) -> Option<String> {
    let ratios = comparisons.iter().filter_map(|one| one.next_row()?.to_best).map(|(ratio, ..)| ratio);
    let (least, most) = ratios.fold((f64::INFINITY, 0.0f64), |(least, most), one| (least.min(one), most.max(one)));
    let (from, to) = (factor(least), factor(most));
    (most > 0.0).then(|| if from == to { format!("{from} as long") } else { format!("{from} to {to} as long") })
}
