//! Names, sizes and shares as an answer words them.

use crate::model::names::at_most;
use crate::model::unit::factor_at_most;
use crate::model::{ComparisonFinding, Contest, ImplementationId, Row, Throughput};
use crate::words::size_label;

/// Names that are still listed one by one.
const LISTED: usize = 4;

/// What sizes and implementations of a benchmark are called.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub(crate) unit: &'a Throughput,
    /// Names alone tell commands apart, and beside anything else their language belongs to them.
    pub(crate) are_commands: bool,
}

impl<'a> Words<'a> {
    pub(crate) fn of(contest: &'a Contest) -> Words<'a> {
        Words { unit: &contest.unit, are_commands: contest.are_commands() }
    }

    pub(crate) fn size(&self, value: u64) -> String {
        size_label(value, self.unit)
    }

    /// `up to 256 B`, `from 4 KiB on`, `at every size measured`: the first and the last of some neighbours among
    /// comparisons by size.
    pub(crate) fn place(&self, comparisons: &[ComparisonFinding], from: usize, to: usize) -> String {
        let last = comparisons.len() - 1;
        let name = |index: usize| self.size(comparisons[index].size);
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

    pub(crate) fn name(&self, id: &ImplementationId) -> String {
        if self.are_commands { id.name.clone() } else { id.to_string() }
    }
}

#[cfg(test)]
impl<'a> Words<'a> {
    /// Of implementations that are no commands.
    pub(crate) fn with(unit: &'a Throughput) -> Words<'a> {
        Words { unit, are_commands: false }
    }
}

/// A list of names that may be many: `a, b, c and 5 more`.
pub(crate) fn some<T: ToString>(names: &[T]) -> String {
    at_most(names, LISTED)
}

/// `at most 1.04x as long`: how far from the fastest these are at most, by the upper ends of their intervals.
pub(crate) fn bound<'a>(rows: impl Iterator<Item = &'a Row>, as_what: &str) -> String {
    // Of an interval that rests on a few samples the upper end is not claimed.
    let high = |row: &Row| row.to_best.filter(|_| !row.raced).map_or(f64::INFINITY, |(_, _, high)| high);
    let most = rows.map(high).fold(1.0, f64::max);
    if most.is_finite() { format!("at most {}{as_what}", factor_at_most(most)) } else { "no bound is known".to_owned() }
}

/// `every size`, `3 of 9 sizes`; comparisons where sizes alone do not tell them apart.
pub(crate) fn places(count: usize, of: usize, by_size: bool) -> String {
    let what = if by_size { "size" } else { "comparison" };
    if count == of { format!("every {what}") } else { format!("{count} of {of} {what}s") }
}

/// What tells a comparison from the others of its benchmark: `64 B`, `level=6`, `64 B with level=6`.
pub(crate) fn spot(one: &ComparisonFinding, all: &[ComparisonFinding], unit: &Throughput) -> String {
    let size = all.iter().any(|other| other.size != one.size).then(|| size_label(one.size, unit));
    let varies = |name: &str| all.iter().any(|other| other.params.get(name) != one.params.get(name));
    let params = one.params.iter().filter(|(name, _)| varies(name)).map(|(name, value)| format!("{name}={value}"));
    let params = Some(params.collect::<Vec<_>>().join(", ")).filter(|params| !params.is_empty());
    size.into_iter().chain(params).collect::<Vec<_>>().join(" with ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ImplementationId;
    use crate::model::names::listed;
    use crate::model::specimen::finding;

    #[test]
    fn names_are_listed() {
        let names: Vec<ImplementationId> = ["c.a", "c.b", "c.d"].map(|name| name.parse().unwrap()).into();
        assert_eq!(listed(&names), "c.a, c.b and c.d");
        assert_eq!(listed(&names[..2]), "c.a and c.b");
        assert_eq!(listed(&names[..1]), "c.a");
        assert_eq!(some(&[1, 2, 3, 4]), "1, 2, 3 and 4");
        assert_eq!(some(&[1, 2, 3, 4, 5, 6]), "1, 2, 3 and 3 more");
    }

    #[test]
    fn a_spot_is_what_differs() {
        let found = |size: u64, level: &str| {
            let params = [("level".to_owned(), level.to_owned()), ("mode".to_owned(), "fast".to_owned())].into();
            ComparisonFinding { params, ..finding(size, &[], &[]) }
        };
        let byte = Throughput::of("byte");
        let all = [found(64, "1"), found(64, "6"), found(128, "6")];
        assert_eq!(spot(&all[0], &all, &byte), "64 B with level=1");
        assert_eq!(spot(&all[1], &all[..2], &byte), "level=6");
        assert_eq!(spot(&all[1], &all[1..], &byte), "64 B");
    }
}
