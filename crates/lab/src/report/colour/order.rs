//! Which implementation has which colour: its place among all names that runs have planned in a suite. So one keeps its
//! colour from figure to figure and from benchmark to benchmark, whatever part of a run is shown.

use std::collections::BTreeMap;

use crate::model::natural::by_name;
use crate::model::{Findings, ImplementationId, Run};

/// Places of names, by suite.
pub(crate) struct ColourOrder<'a> {
    places: BTreeMap<&'a str, BTreeMap<&'a ImplementationId, usize>>,
}

impl<'a> ColourOrder<'a> {
    pub(crate) fn of(runs: impl IntoIterator<Item = (&'a Run, &'a Findings)>) -> ColourOrder<'a> {
        let mut places: BTreeMap<&str, BTreeMap<&ImplementationId, usize>> = BTreeMap::new();
        for (run, findings) in runs {
            for contest in &run.plan.contests {
                let lanes = contest.lanes.iter().map(|lane| (&lane.implementation, 0));
                places.entry(&contest.suite).or_default().extend(lanes);
            }
            // Whoever is shown has a place, even if a damaged plan does not know him.
            for contest in &findings.contests {
                let rows = contest.comparisons.iter().flat_map(|comparison| &comparison.rows);
                places.entry(&contest.suite).or_default().extend(rows.map(|row| (&row.implementation, 0)));
            }
        }
        for suite in places.values_mut() {
            let mut names: Vec<&ImplementationId> = suite.keys().copied().collect();
            names.sort_by(|one, other| by_name(one, other));
            *suite = names.into_iter().enumerate().map(|(place, name)| (name, place)).collect();
        }
        ColourOrder { places }
    }

    pub(crate) fn place(&self, suite: &str, id: &ImplementationId) -> usize {
        self.places.get(suite).and_then(|suite| suite.get(id)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use glob::Pattern;

    use super::*;
    use crate::model::{Lane, Role};
    use crate::report::FindingSelection;
    use crate::report::specimen::made_up;

    /// A run of two benchmarks, of which the first has one implementation, and its plan.
    fn two() -> (Run, Findings) {
        let mut one = made_up::ladder(&[64]);
        one.benchmark = "sha2".into();
        one.comparisons[0].rows.retain(|row| row.implementation == made_up::id("rust.blake2b_simd"));
        let findings = made_up::findings(vec![one, made_up::ladder(&[64, 1024])]);
        let mut run = made_up::run();
        let lane = |name: &str| Lane::new(made_up::id(name), Role::Contender);
        run.plan.contests[0].lanes = ["rust.blake2", "c.openssl", "rust.blake2b_simd"].map(lane).to_vec();
        (run, findings)
    }

    #[test]
    fn places_are_those_of_names_over_all_benchmarks_of_a_suite() {
        let (run, findings) = two();
        let order = ColourOrder::of([(&run, &findings)]);
        let names = ["c.openssl", "rust.blake2", "rust.blake2b_simd"];
        assert_eq!(names.map(|name| order.place("hashes", &made_up::id(name))), [0, 1, 2]);
    }

    #[test]
    fn what_is_left_out_changes_no_place() {
        let (run, findings) = two();
        let wanted = FindingSelection { benchmarks: vec![Pattern::new("hashes/sha2").unwrap()], sizes: Vec::new() };
        let part = wanted.of(&findings);
        assert_eq!(part.contests.len(), 1);
        let order = ColourOrder::of([(&run, &part)]);
        assert_eq!(order.place("hashes", &made_up::id("rust.blake2b_simd")), 2);
    }
}
