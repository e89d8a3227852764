//! Which implementation has which colour: by the order of names within a suite, so that one keeps its colour from
//! figure to figure and from benchmark to benchmark.

use std::collections::BTreeMap;

use crate::model::{Findings, ImplementationId};

/// Places of names, by suite.
pub(super) struct Order<'a> {
    places: BTreeMap<&'a str, BTreeMap<&'a ImplementationId, usize>>,
}

impl<'a> Order<'a> {
    pub(super) fn of(findings: impl Iterator<Item = &'a Findings>) -> Order<'a> {
        let mut places: BTreeMap<&str, BTreeMap<&ImplementationId, usize>> = BTreeMap::new();
        for contest in findings.flat_map(|findings| &findings.contests) {
            let suite = places.entry(&contest.suite).or_default();
            let rows = contest.comparisons.iter().flat_map(|comparison| &comparison.rows);
            suite.extend(rows.map(|row| (&row.implementation, 0)));
        }
        for suite in places.values_mut() {
            suite.values_mut().enumerate().for_each(|(place, value)| *value = place);
        }
        Order { places }
    }

    pub(super) fn place(&self, suite: &str, id: &ImplementationId) -> usize {
        self.places.get(suite).and_then(|suite| suite.get(id)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen;

    #[test]
    fn places_are_those_of_names_over_all_benchmarks_of_a_suite() {
        let mut one = specimen::ladder(&[64]);
        one.comparisons[0].rows.retain(|row| row.implementation == specimen::id("rust.blake2"));
        let findings = specimen::findings(vec![one, specimen::ladder(&[64])]);
        let order = Order::of([&findings].into_iter());
        let names = ["c.openssl", "rust.blake2", "rust.blake2b_simd"];
        assert_eq!(names.map(|name| order.place("hashes", &specimen::id(name))), [0, 1, 2]);
    }
}
