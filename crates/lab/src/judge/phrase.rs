//! Names, sizes and shares as an answer words them.

use crate::model::names::at_most;
pub(crate) use crate::model::names::listed;
use crate::model::unit::{percent, plural, significant, size};
use crate::model::{COMMAND, ComparisonFinding, Contest, ImplementationId, Throughput};

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
        let are_commands = contest.lanes.iter().all(|lane| lane.implementation.language == COMMAND);
        Words { unit: &contest.unit, are_commands }
    }

    pub(crate) fn size(&self, value: u64) -> String {
        size_name(value, self.unit)
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

/// The same of names that may be many: `a, b, c and 5 more`.
pub(crate) fn some<T: ToString>(names: &[T]) -> String {
    at_most(names, LISTED)
}

/// `4 KiB`, `1000 steps`.
pub(crate) fn size_name(value: u64, unit: &Throughput) -> String {
    match value {
        _ if unit.is_bytes() => size(value),
        _ if unit.is_name() => format!("{}{value}", unit.unit),
        _ => format!("{value} {}", plural(value, &unit.unit)),
    }
}

/// From here on a factor of two digits tells as much as a percentage.
const AS_FACTOR: f64 = 0.5;

/// `5.0 to 12 % longer`, or from twice as long on `2.1 to 3.5 times as long`; `from 5.0 % longer to 20 times as long`
/// where the ends are as far apart as that. `None` for nothing.
pub(crate) fn longer(shares: &[f64]) -> Option<String> {
    let least = shares.iter().copied().min_by(f64::total_cmp)?;
    let most = shares.iter().copied().max_by(f64::total_cmp)?;
    if least < AS_FACTOR && most >= 1.0 {
        return Some(format!("from {} longer to {} times as long", percent(least), significant(1.0 + most, 2)));
    }
    let (write, end): (fn(f64) -> String, &str) = if most < 1.0 {
        (|share| percent(share).trim_end_matches(" %").to_owned(), " % longer")
    } else {
        (|share| significant(1.0 + share, 2), " times as long")
    };
    let (least, most) = (write(least), write(most));
    Some(if least == most { format!("{least}{end}") } else { format!("{least} to {most}{end}") })
}

/// `every size`, `3 of 9 sizes`; comparisons where sizes alone do not tell them apart.
pub(crate) fn places(count: usize, of: usize, by_size: bool) -> String {
    let what = if by_size { "size" } else { "comparison" };
    if count == of { format!("every {what}") } else { format!("{count} of {of} {what}s") }
}

/// What tells a comparison from the others of its benchmark: `64 B`, `level=6`, `64 B with level=6`.
pub(crate) fn spot(one: &ComparisonFinding, all: &[ComparisonFinding], unit: &Throughput) -> String {
    let size = all.iter().any(|other| other.size != one.size).then(|| size_name(one.size, unit));
    let varies = |name: &str| all.iter().any(|other| other.params.get(name) != one.params.get(name));
    let params = one.params.iter().filter(|(name, _)| varies(name)).map(|(name, value)| format!("{name}={value}"));
    let params = Some(params.collect::<Vec<_>>().join(", ")).filter(|params| !params.is_empty());
    size.into_iter().chain(params).collect::<Vec<_>>().join(" with ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::stage::finding;
    use crate::model::ImplementationId;

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

    #[test]
    fn sizes_bear_their_unit() {
        assert_eq!(size_name(4096, &Throughput::of("byte")), "4 KiB");
        assert_eq!(size_name(1000, &Throughput::of("step")), "1000 steps");
        assert_eq!(size_name(1, &Throughput::of("step")), "1 step");
    }

    #[test]
    fn shares_become_factors_when_they_are_large() {
        assert_eq!(longer(&[0.05, 0.12]).unwrap(), "5.0 to 12 % longer");
        assert_eq!(longer(&[0.12, 0.12]).unwrap(), "12 % longer");
        assert_eq!(longer(&[0.5, 2.0]).unwrap(), "1.5 to 3.0 times as long");
        assert_eq!(longer(&[19.42]).unwrap(), "20 times as long");
        assert_eq!(longer(&[19.42, 0.05, 0.7]).unwrap(), "from 5.0 % longer to 20 times as long");
        assert_eq!(longer(&[]), None);
    }
}
