//! Where the lead changes over the sizes of a benchmark: a line for each pair whose order changes, with how sure that
//! is, and where it lies on an axis of sizes.

use crate::model::{ContestFinding, Crossover, CrossoverPlace};

use crate::report::text::Ink;
use crate::words::{clean, counted, size_label, with_params};

pub(crate) fn crossovers(contest: &ContestFinding, ink: &Ink) -> String {
    ink.below("where the lead changes", &crossover_lines(contest))
}

/// Where the lead changes, as lines for pens that break them by themselves.
pub fn crossover_lines(contest: &ContestFinding) -> Vec<String> {
    contest.crossovers.iter().map(|one| crossover_line(contest, one)).collect()
}

/// From which size to which the order changes, or does not matter, as far as that is known.
pub(crate) fn crossover_span(one: &Crossover) -> Option<[u64; 2]> {
    let (from, to) = match one.place {
        CrossoverPlace::Once | CrossoverPlace::Between | CrossoverPlace::Times => one.below.zip(one.above)?,
        CrossoverPlace::Same => one.same_from.zip(one.same_to)?,
        CrossoverPlace::Open => (one.low, one.high),
        CrossoverPlace::Nowhere => return None,
    };
    Some([from, to])
}

pub(crate) fn crossover_line(contest: &ContestFinding, one: &Crossover) -> String {
    let size = |value: Option<u64>| value.map_or_else(|| "?".to_owned(), |value| size_label(value, &contest.unit));
    let (first, second) = (contest.label(&one.first), contest.label(&one.second));
    let params = with_params(&one.params);
    let sure = format!("at {:.0} %", one.confidence * 100.0);
    let ends = || format!("{} and {}", size(one.below), size(one.above));
    let found = match one.place {
        CrossoverPlace::Once => format!("between {}, {sure}", ends()),
        CrossoverPlace::Between => {
            format!("between {}, {sure}; there was not enough data, or time, to say it closer", ends())
        }
        CrossoverPlace::Same => {
            let (from, to) = (size(one.same_from), size(one.same_to));
            format!("the same within the margin from {from} to {to}, {sure}; no crossing matters there")
        }
        CrossoverPlace::Times => {
            format!("crosses at least {} times between {}, {sure}", one.changes, ends())
        }
        CrossoverPlace::Nowhere => {
            let (low, high) = (size(Some(one.low)), size(Some(one.high)));
            format!("measured anew from {low} to {high}, the order does not certainly change as it did before")
        }
        CrossoverPlace::Open => {
            let (low, high) = (size(Some(one.low)), size(Some(one.high)));
            format!("somewhere between {low} and {high}; it was not looked at closer")
        }
    };
    let measured = one.points.iter().filter(|point| point.ratio.is_some()).count();
    let measured =
        if measured > 0 { format!(" ({} measured for it)", counted(measured, "size")) } else { String::new() };
    clean(&format!("{first}, then {second}{params}: {found}{measured}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn every_end_of_a_search_has_its_line() {
        let mut contest = made_up::ladder(&[64, 1024, 65536]);
        let places = [
            CrossoverPlace::Once,
            CrossoverPlace::Same,
            CrossoverPlace::Times,
            CrossoverPlace::Between,
            CrossoverPlace::Nowhere,
            CrossoverPlace::Open,
        ];
        contest.crossovers = places.map(made_up::crossover).to_vec();
        let told = crossovers(&contest, &Ink { width: 200, ..Ink::PLAIN });
        let lines: Vec<&str> =
            told.lines().map(|line| line.trim_start_matches("  rust.blake2b_simd, then c.openssl: ")).collect();
        let expected = [
            "where the lead changes",
            "between 820 B and 855 B, at 95 % (4 sizes measured for it)",
            "the same within the margin from 700 B to 900 B, at 95 %; no crossing matters there (4 sizes measured for it)",
            "crosses at least 3 times between 820 B and 855 B, at 95 % (4 sizes measured for it)",
            "between 820 B and 855 B, at 95 %; there was not enough data, or time, to say it closer (4 sizes measured for it)",
            "measured anew from 64 B to 1 KiB, the order does not certainly change as it did before (4 sizes measured for it)",
            "somewhere between 64 B and 1 KiB; it was not looked at closer (4 sizes measured for it)",
        ];
        assert_eq!(lines, expected);
        contest.crossovers.clear();
        assert_eq!(crossovers(&contest, &Ink::PLAIN), "");
    }
}
