//! Builds of one implementation that stand on two sides of somebody else: who is ahead is a question of compilers and
//! flags.

use crate::model::{Caveat, ImplementationId, Interval, Verdict};

/// Who stands in a table, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BuildRow<'a> {
    pub(crate) lane: usize,
    pub(crate) id: &'a ImplementationId,
    pub(crate) verdict: &'a Verdict,
}

/// `all`: from the fastest to the slowest; `between`: where the logarithm of the second lane's time over the first's
/// lies, as certain as a verdict. Gives what to say of which lanes.
pub(crate) fn depends_on_build(
    all: &[BuildRow<'_>],
    margin: f64,
    between: impl Fn(usize, usize) -> Interval,
) -> Vec<(usize, Caveat)> {
    let mut found = Vec::new();
    for (place, first) in all.iter().enumerate() {
        let is_build = |other: &&BuildRow<'_>| is_build_of(first.id, other.id);
        if all[..place].iter().any(|earlier| is_build(&earlier)) {
            continue;
        }
        let builds: Vec<&BuildRow<'_>> = all.iter().filter(is_build).collect();
        let Some(last) = builds.last().filter(|last| last.lane != first.lane) else { continue };
        let contradict = matches!((first.verdict, last.verdict), (Verdict::Faster { .. }, Verdict::Slower { .. }));
        let apart = between(first.lane, last.lane).low > margin.ln_1p();
        let is_enclosed = |other: &&BuildRow<'_>| {
            !is_build_of(first.id, other.id)
                && between(first.lane, other.lane).low > 0.0
                && between(other.lane, last.lane).low > 0.0
        };
        let mut enclosed: Vec<&BuildRow<'_>> = all.iter().filter(|_| apart).filter(is_enclosed).collect();
        // The one that all are compared with is the first to be named.
        enclosed.sort_by_key(|other| *other.verdict != Verdict::Baseline);
        if enclosed.is_empty() && !contradict {
            continue;
        }
        let caveat = Caveat::DependsOnBuild {
            faster: first.id.clone(),
            slower: last.id.clone(),
            between: enclosed.first().map(|one| one.id.clone()),
            lie_between: enclosed.len(),
        };
        found.extend(builds.iter().map(|build| (build.lane, caveat.clone())));
    }
    found
}

fn is_build_of(one: &ImplementationId, other: &ImplementationId) -> bool {
    (&one.language, &one.name) == (&other.language, &other.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

    const FASTER: Verdict = Verdict::Faster { at_least: 0.1, likely: 0.1, at_most: None };
    const SLOWER: Verdict = Verdict::Slower { at_least: 0.1, likely: 0.1, at_most: None };

    /// Rows with their times; the intervals are 2 % wide on each side.
    fn seen(rows: &[(&str, f64, Verdict)], margin: f64) -> Vec<(usize, String)> {
        let ids: Vec<ImplementationId> = rows.iter().map(|(name, ..)| name.parse().unwrap()).collect();
        let standing = |lane: usize| BuildRow { lane, id: &ids[lane], verdict: &rows[lane].2 };
        let all: Vec<BuildRow<'_>> = (0..rows.len()).map(standing).collect();
        let between = |one: usize, other: usize| {
            let ratio = (rows[other].1 / rows[one].1).ln();
            Interval { low: ratio - 0.02, high: ratio + 0.02 }
        };
        depends_on_build(&all, margin, between).into_iter().map(|(lane, caveat)| (lane, caveat_text(&caveat))).collect()
    }

    #[test]
    fn verdicts_that_contradict_are_seen() {
        let rows = [("c.a@o3", 80.0, FASTER), ("c.base", 100.0, Verdict::Baseline), ("c.a@o0", 300.0, SLOWER)];
        let text = "The answer depends on the build: c.a@o3 is faster than c.base, and c.a@o0 is slower.".to_owned();
        assert_eq!(seen(&rows, 0.01), [(0, text.clone()), (2, text)]);
    }

    #[test]
    fn builds_around_another_row_are_seen_with_those_between_them() {
        let rows = [
            ("c.base", 50.0, Verdict::Baseline),
            ("c.a@o3", 80.0, SLOWER),
            ("c.other", 100.0, SLOWER),
            ("c.a@o1", 105.0, SLOWER),
            ("c.third", 110.0, SLOWER),
            ("c.a@o0", 120.0, SLOWER),
        ];
        let found = seen(&rows, 0.01);
        assert_eq!(found.iter().map(|(lane, _)| *lane).collect::<Vec<_>>(), [1, 3, 5]);
        assert!(found[0].1.contains("c.a@o3 is faster than c.other and 1 more, and c.a@o0 is slower"), "{found:?}");
    }

    #[test]
    fn the_baseline_may_be_one_of_the_builds() {
        let rows = [("c.a@o3", 80.0, Verdict::Baseline), ("c.other", 100.0, SLOWER), ("c.a@o0", 120.0, SLOWER)];
        assert_eq!(seen(&rows, 0.01).len(), 2);
    }

    #[test]
    fn builds_side_by_side_within_the_margin_or_uncertain_are_not() {
        let between = |other: f64| {
            [
                ("c.a@o3", 80.0, FASTER),
                ("c.other", other, FASTER),
                ("c.a@o0", 90.0, FASTER),
                ("c.base", 100.0, Verdict::Baseline),
            ]
        };
        assert!(seen(&between(95.0), 0.01).is_empty());
        assert!(seen(&between(81.0), 0.01).is_empty());
        assert!(seen(&between(85.0), 0.2).is_empty());
        assert_eq!(seen(&between(85.0), 0.01).len(), 2);
        assert!(seen(&[("c.a", 80.0, FASTER), ("rust.a", 90.0, SLOWER)], 0.01).is_empty());
    }
}
